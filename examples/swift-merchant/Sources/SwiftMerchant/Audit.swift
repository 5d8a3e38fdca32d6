/// A difference between both books.
struct Difference {
    let what: String
    let ours: String
    let theirs: String
}

/// Compares our books with the sandbox's: every bill, every balance, every total, exactly.
func differences(_ entries: [Entry], _ theirs: SandboxBooks) -> [Difference] {
    let ours = facts(of: entries).merging(sums(of: entries)) { $1 }
    let other = facts(of: theirs.bills).merging(sums(of: theirs)) { $1 }
    return Set(ours.keys).union(other.keys).sorted().compactMap { what in
        let (mine, yours) = (ours[what] ?? nothing, other[what] ?? nothing)
        return mine == yours ? nil : Difference(what: what, ours: mine, theirs: yours)
    }
}

private typealias Facts = [String: String]

private let nothing = "nothing"

/// A settled bill was settled exactly once, by the transaction that we claimed, and is paid in full.
private func facts(of entries: [Entry]) -> Facts {
    Facts(
        entries.map { entry in
            let (bill, claim) = (entry.bill, entry.claimKey ?? "")
            let paid = "\(bill.currency) \(entry.paid) of \(bill.totalAmount)"
            let other = entry.paid > 0 ? "\(entry.state), but paid by \(claim)" : nothing
            return ("bill \(bill.refId)", entry.state == "settled" ? "\(paid), settled 1 time: \(claim)" : other)
        }, uniquingKeysWith: { $1 })
}

private func facts(of bills: [SandboxBooks.Bill]) -> Facts {
    Facts(
        bills.map { bill in
            let times = bill.settlements == 1 ? "1 time" : "\(bill.settlements) times"
            let paid = "\(bill.currency) \(bill.totalAmount) of \(bill.totalAmount)"
            let settled = "\(paid), settled \(times): \(bill.tranIds.joined(separator: ", "))"
            return ("bill \(bill.refId)", bill.settlements == 0 ? nothing : settled)
        }, uniquingKeysWith: { $1 })
}

private func sums(of entries: [Entry]) -> Facts {
    var sums: [String: Int64] = [:]
    for entry in entries {
        sums["balance \(entry.settlementTo) \(entry.bill.currency)", default: 0] += entry.paid
        sums["total \(entry.bill.currency)", default: 0] += entry.paid
    }
    return sums.mapValues { whole("\($0)") }
}

private func sums(of books: SandboxBooks) -> Facts {
    var sums: Facts = [:]
    for (subBiller, balances) in books.balances {
        for (currency, sum) in balances { sums["balance \(subBiller) \(currency)"] = whole(sum) }
    }
    for (currency, sum) in books.totals { sums["total \(currency)"] = whole(sum) }
    return sums
}

private func whole(_ sum: String) -> String {
    sum == "0" ? nothing : sum
}
