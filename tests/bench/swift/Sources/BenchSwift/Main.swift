import Foundation

/// Races billwire against what one would write by hand, and prints the table. Arguments: the inputs' file, `--quick`,
/// `--json FILE`.
@main
struct Main {
    static func main() throws {
        var arguments = CommandLine.arguments.dropFirst()
        guard let inputs = arguments.popFirst() else { throw Usage() }
        let isQuick = arguments.first == "--quick"
        if isQuick { arguments = arguments.dropFirst() }
        let cases = try cases(for: readInputs(URL(fileURLWithPath: inputs)))
        let rows = try race(cases, isQuick ? .quick : .thorough)
        print(table(rows))
        print("ratio: the median of \(rows.first?.ratios.count ?? 0) rounds; below 1, billwire is faster")
        guard arguments.popFirst() == "--json" else { return }
        guard let file = arguments.popFirst() else { throw Usage() }
        try json(rows).write(to: URL(fileURLWithPath: file))
    }
}

struct Usage: Error, CustomStringConvertible {
    let description = "usage: BenchSwift INPUTS [--quick] [--json FILE]"
}

private func table(_ rows: [Row]) -> String {
    let head = ["job", "case", "text", "ours µs", "peer", "peer µs", "ratio"]
    let lines =
        [head]
        + rows.map { row in
            [
                row.case.job, row.case.name, row.case.script, micros(row.ours), row.peer, micros(row.theirs),
                String(format: "%.2f", row.ratio),
            ]
        }
    let widths = head.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { cells in
        zip(cells, widths).enumerated().map { column, cell in
            let space = String(repeating: " ", count: cell.1 - cell.0.count)
            return [3, 5, 6].contains(column) ? space + cell.0 : cell.0 + space
        }.joined(separator: "  ")
    }.joined(separator: "\n")
}

/// Three digits that count.
private func micros(_ value: Double) -> String {
    String(format: value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value)
}

private func json(_ rows: [Row]) throws -> Data {
    let rows: [[String: Any]] = rows.map { row in
        [
            "job": row.case.job, "case": row.case.name, "script": row.case.script, "peer": row.peer, "ours": row.ours,
            "theirs": row.theirs, "ratio": row.ratio, "rounds": row.ratios.count,
        ]
    }
    return try JSONSerialization.data(withJSONObject: rows, options: [.prettyPrinted, .sortedKeys])
}
