import Billwire
import Foundation

/// Looks for a settlement whose answer was lost.
///
/// "Not found" right after a time-out can mean "not there yet": the request may still wait in a queue of the service, or
/// of something between. So the question is asked several times, with growing pauses, and only the last "not found"
/// counts. How long to wait is a matter between you and your service. The sandbox moves the money before it answers (or
/// drops the connection), so these short pauses are enough here.
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

/// Asks until there is an answer; one that is no success is not thrown here, but says what to do next.
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
