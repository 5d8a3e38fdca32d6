import Billwire

/// How a bill ended; "unclear" is for a person to look at, with the service, and is never settled again by itself.
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

/// Settling moves money, so the rule is: never send a bill again while it may have been paid already.
private func settle(_ merchant: Merchant, _ bill: Settlement) async throws -> Ending {
    var attempts = 0
    while true {
        // In doubt is an attempt of which we do not know whether it moved the money; also one of an earlier run.
        if try await merchant.books.isInDoubt(bill.refId) {
            switch try await lookForSettlement(merchant, bill) {
            case .settled: return Ending(state: .settled)
            case .notFound: try await merchant.books.clearDoubt(bill.refId)
            case .different: return Ending(state: .unclear, reason: "found, but not as billed")
            case .pending, .unclear: return Ending(state: .unclear, reason: "the look-up tells nothing yet")
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

/// One attempt: written down before it is sent, so that no crash and no lost answer can make us forget it. What it
/// leaves to do is nothing when the money has moved.
private func attempt(_ merchant: Merchant, _ bill: Settlement) async throws -> (NextStep?, String) {
    let call = try merchant.biller.prepareSettlement(bill: bill)  // throws all violations; then nothing was sent
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
    // Out of doubt is what certainly moved nothing. A success stays in doubt until its bill is entered as settled: a
    // crash between the two must not look as if nothing had been sent.
    switch left.nextStep {
    case .sendAgain, .fixRequest, .fixCredentials: try await merchant.books.clearDoubt(bill.refId)
    case nil, .verifyFirst, .verifyAgain, .askService: break
    }
    return left
}
