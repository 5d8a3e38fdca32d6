import Billwire

/// Result of a bill. A person clears up "unclear" with the service; the program never settles such a bill again.
struct Ending: Sendable {
    enum State: String {
        case settled, refused, unclear
    }

    let state: State
    var reason = ""
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
    let ending: Ending
    do {
        ending = try await settle(merchant, bill)
    } catch BillwireError.invalidRequest(let details) {
        ending = Ending(state: .refused, reason: describe(.invalidRequest(details: details)))
    } catch let error as BillwireError {
        ending = Ending(state: .unclear, reason: describe(error))
    }
    try await merchant.books.end(bill.refId, ending)
    await merchant.diary.ended(ending)
}

/// Settles a bill. Settling moves money, so a bill that may have been paid already is never resent.
private func settle(_ merchant: Merchant, _ bill: Settlement) async throws -> Ending {
    var attempts = 0
    while true {
        // An attempt is in doubt while we do not know whether it moved the money. This includes attempts of an earlier
        // run.
        if try await merchant.books.isInDoubt(bill.refId) {
            switch try await lookForSettlement(merchant, bill) {
            case .settled: return Ending(state: .settled)
            case .notFound: try await merchant.books.clearDoubt(bill.refId)
            case .different: return Ending(state: .unclear, reason: "found, but not as billed")
            case .pending, .unclear: return Ending(state: .unclear, reason: "the lookup is undecided")
            }
        }
        if attempts == merchant.patience.tries {
            return Ending(state: .refused, reason: "no success after the last try")
        }
        let (nextStep, reason) = try await attempt(merchant, bill)
        switch nextStep {
        case nil: return Ending(state: .settled)
        case .fixRequest, .fixCredentials: return Ending(state: .refused, reason: reason)
        case .askService: return Ending(state: .unclear, reason: reason)
        case .sendAgain: try await Task.sleep(for: merchant.patience.backoff(after: attempts))
        case .verifyFirst, .verifyAgain: break
        }
        attempts += 1
    }
}

/// Makes one attempt. It is stored before it is sent, so that no crash and no lost answer can hide it. Returns the
/// remaining work, or nil if the money has moved.
private func attempt(_ merchant: Merchant, _ bill: Settlement) async throws -> (NextStep?, String) {
    let call = try merchant.biller.prepareSettlement(bill: bill)  // throws all violations before anything is sent
    try await merchant.books.beginAttempt(bill.refId)
    let left: (nextStep: NextStep?, reason: String)
    do {
        switch try await send(call.request(), merchant.patience, noAnswer: call.noAnswer, read: call.decode) {
        case .settled: left = (nil, "settled")
        case .accepted(_, let nextStep): left = (nextStep, "accepted")
        }
    } catch let error as BillwireError {
        left = (error.details().nextStep, describe(error))
    }
    // Only an attempt that certainly moved no money leaves doubt. A success stays in doubt until its bill is stored as
    // settled, so that a crash in between cannot lose it.
    switch left.nextStep {
    case .sendAgain, .fixRequest, .fixCredentials: try await merchant.books.clearDoubt(bill.refId)
    case nil, .verifyFirst, .verifyAgain, .askService: break
    }
    return left
}
