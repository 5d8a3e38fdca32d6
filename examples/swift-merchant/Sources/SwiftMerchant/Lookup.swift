import Billwire
import Foundation

/// Looks up a settlement whose answer was lost.
///
/// Right after a time-out, "not found" can mean "not there yet": the request may still be queued, at the service or
/// before it. So this function asks several times, with growing pauses, and only the last "not found" counts. Agree
/// with your service how long to wait. The sandbox moves the money before it answers or drops the connection, so short
/// pauses suffice here.
func lookForSettlement(_ merchant: Merchant, _ bill: Settlement) async throws -> LookupVerdict {
    var found = LookupVerdict.unclear(nextStep: .verifyAgain, transaction: nil, error: nil)
    for pause in merchant.patience.looks {
        try await Task.sleep(for: pause)
        found = try await look(merchant, bill)
        await merchant.diary.looked()
        switch found {
        case .settled, .different: return found
        case .notFound, .pending, .unclear: continue
        }
    }
    return found
}

/// Asks until there is an answer. Returns an error with its next step instead of throwing it.
private func look(_ merchant: Merchant, _ bill: Settlement) async throws -> LookupVerdict {
    let lookup = try merchant.biller.prepareSettlementLookup(bill: bill)
    let call = lookup.call()
    var failures = 0
    while true {
        let found = try await ask(call, merchant.patience, read: lookup.decide)
        failures += 1
        guard case .unclear(.verifyAgain, _, _) = found, failures < merchant.patience.tries else { return found }
        try await Task.sleep(for: merchant.patience.backoff(after: failures))
    }
}
