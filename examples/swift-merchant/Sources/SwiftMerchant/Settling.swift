import Billwire

/// Result of a bill. A person clears up "unclear" with the service; the program never settles such a bill again.
struct Ending: Sendable {
    enum State: String {
        case settled, refused, unclear
    }

    let state: State
    var reason: String?
}

func settleAll(_ merchant: Merchant, _ bills: [Settlement], atOnce: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, bill) in bills.enumerated() {
            if index >= atOnce { try await group.next() }
            group.addTask { try await settleOne(merchant, bill) }
        }
        try await group.waitForAll()
    }
}

private func settleOne(_ merchant: Merchant, _ bill: Settlement) async throws {
    if let earlier = try await merchant.books.ending(of: bill.refId) {
        await merchant.diary.ended(earlier)
        return
    }
    guard let ending = try await settle(merchant, bill) else { return }  // another process goes on with this bill
    try await merchant.books.end(bill.refId, ending)
    await merchant.diary.ended(ending)
}

/// Settles a bill, or goes on where an earlier run of the program ended.
private func settle(_ merchant: Merchant, _ bill: Settlement) async throws -> Ending? {
    let record = try await merchant.books.record(of: bill.refId, in: .settlements)
    let flow: SettlementFlow
    do {
        flow = try start(merchant, bill, record)
    } catch BillwireError.invalidRequest(let details) {
        // Without a record nothing was sent. With one, the bill may be paid, and only a person can tell.
        return Ending(state: record == nil ? .refused : .unclear, reason: describe(details))
    }
    let ending = try await flow.run { record in
        try await merchant.books.save(record, of: bill.refId, in: .settlements)
    } send: { request in
        if request.operation == .verification { await merchant.diary.looked() }
        return try await send(request.http, merchant.patience)
    }
    return ending.map(Ending.init)
}

private func start(_ merchant: Merchant, _ bill: Settlement, _ record: String?) throws -> SettlementFlow {
    let policy = merchant.patience.settlement
    guard let record else { return try .start(biller: merchant.biller, bill: bill, policy: policy) }
    return try .resume(biller: merchant.biller, bill: bill, record: record, policy: policy)
}

extension Ending {
    fileprivate init(_ ending: SettlementEnding) {
        switch ending {
        case .settled: self.init(state: .settled)
        case .refused(let reason): self.init(state: .refused, reason: describe(reason))
        case .unclear(let reason): self.init(state: .unclear, reason: describe(reason))
        }
    }
}

private func describe(_ reason: EndReason) -> String {
    reason.error.map(describe) ?? reason.code.text
}
