import Foundation

/// Input of the final report.
struct Report {
    private let entries: [Entry]
    private let theirs: SandboxBooks
    private let diary: Diary
    private let plannedFaults: Int
    private let found: [Difference]

    init(entries: [Entry], theirs: SandboxBooks, diary: Diary, plannedFaults: Int) {
        (self.entries, self.theirs, self.diary, self.plannedFaults) = (entries, theirs, diary, plannedFaults)
        found = differences(entries, theirs)
    }

    /// Prints the table and every complaint. Returns true if there is none.
    func printed() async -> Bool {
        print(await table())
        let complaints = await complaints()
        for complaint in complaints { print("✗ \(complaint)") }
        let totals = theirs.totals.sorted { $0.key < $1.key }.map { "\($0) \($1)" }.joined(separator: ", ")
        if complaints.isEmpty { print("✓ The books balance: \(totals).") }
        return complaints.isEmpty
    }

    /// Writes one line of JSON for scripts.
    func write(to file: URL) throws {
        let summary: [String: Any] = [
            "bills": entries.count, "settled": settled, "paid": paid, "balanced": found.isEmpty,
            "faults": theirs.faultsServed,
        ]
        try JSONSerialization.data(withJSONObject: summary, options: .sortedKeys).write(to: file)
    }

    private var settled: Int { entries.count { $0.state == "settled" } }

    private var paid: Int { entries.count { $0.paid > 0 } }

    private func complaints() async -> [String] {
        let served = theirs.faultsServed.values.reduce(0, +)
        let strayed = await diary.strayRequests
        return entries.filter { $0.state == "unclear" }.map { "\($0.bill.refId) is unclear: ask the service" }
            + entries.filter { $0.state == "settled" && $0.paid == 0 }
            .map { "\($0.bill.refId) was settled, and no confirmed webhook came" }
            + found.map { "\($0.what): ours is \($0.ours), the sandbox's \($0.theirs)" }
            + (served == plannedFaults ? [] : ["\(served) of \(plannedFaults) planned faults were met"])
            + (strayed == 0 ? [] : ["\(strayed) requests followed a redirect to another origin"])
    }

    private func table() async -> String {
        var rows: [[String]] = await [
            ["billed", "\(entries.count)", ""],
            ["settled", "\(settled)", ""],
            ["refused", "\(diary.count(.refused))", diary.reasons(.refused)],
            ["unclear", "\(diary.count(.unclear))", diary.reasons(.unclear)],
            ["paid", "\(paid)", "confirmed by verification, claimed and credited"],
            ["look-ups", "\(diary.lookUps)", "verifications after a lost or unclear answer"],
            ["duplicates", "\(diary.count(.duplicate))", "webhooks about what was paid already"],
            ["pending", "\(diary.count(.pending))", "webhooks with another status than success"],
            ["mismatches", "\(diary.count(.mismatch))", "webhooks that contradict the bill"],
            ["forged", "\(diary.count(.forged))", "webhooks without the right token"],
        ]
        // Unexpected results get a line only if they occur.
        for uncommon in [Notice.unreadable, .unknownBill, .paidTwice, .busy, .unconfirmed, .failed] {
            let count = await diary.count(uncommon)
            if count > 0 { rows.append([uncommon.rawValue, "\(count)", "webhooks"]) }
        }
        return boxed(head: ["bills and webhooks", "", ""], rows)
    }
}

/// A table without rules: words in the first and the last column, numbers between.
private func boxed(head: [String], _ rows: [[String]]) -> String {
    let cells = ([head] + rows).map { $0.map { $0.split(separator: "\n", omittingEmptySubsequences: false) } }
    let widths = head.indices.map { column in cells.flatMap { $0[column].map(\.count) }.max() ?? 0 }
    let rule = { (left: String, middle: String, right: String) in
        left + widths.map { String(repeating: "─", count: $0 + 2) }.joined(separator: middle) + right
    }
    let lines = cells.map { row in
        (0..<(row.map(\.count).max() ?? 0)).map { line in
            let texts = row.indices.map { column in
                let text = row[column].indices.contains(line) ? String(row[column][line]) : ""
                let space = String(repeating: " ", count: widths[column] - text.count)
                return column == 1 ? " \(space)\(text) " : " \(text)\(space) "
            }
            return "│\(texts.joined(separator: "│"))│"
        }.joined(separator: "\n")
    }
    let body = lines.dropFirst().joined(separator: "\n")
    return [rule("┌", "┬", "┐"), lines[0], rule("├", "┼", "┤"), body, rule("└", "┴", "┘")].joined(separator: "\n")
}
