import Billwire
import Foundation

/// What verification says about a bill's settlement.
enum Found {
    case there, notThere, unclear
}

/// Looks for a settlement whose answer was lost.
///
/// "Not there" right after a time-out can mean "not there yet": the request may still wait in a queue of the service, or
/// of something between. So the question is asked several times, with growing pauses, and only the last "not there"
/// counts. How long to wait is a matter between you and your service. The sandbox moves the money before it answers (or
/// drops the connection), so these short pauses are enough here.
func lookForSettlement(_ merchant: Merchant, _ bill: Settlement) async throws -> Found {
    var found = Found.unclear
    for pause in merchant.patience.looks {
        try await Task.sleep(for: pause)
        found = try await look(merchant, bill)
        await merchant.diary.looked()
        if found == .there { break }
    }
    return found
}

private func look(_ merchant: Merchant, _ bill: Settlement) async throws -> Found {
    let call = try merchant.biller.prepareSettlementLookup(bill: bill)
    do {
        let transaction = try await ask(call, merchant.patience, read: call.decode).data
        let isSettlement =
            transaction.status == .success && transaction.currency == bill.currency
            && transaction.tranAmount == bill.totalAmount
        return isSettlement ? .there : .unclear
    } catch let error as BillwireError where saysNotFound(error.failure()) {
        return .notThere
    }
}

/// The interface shows no code for "no such transaction", so billwire does not guess and reports an unknown code. This
/// deployment documents `NOT_FOUND` for it. Only this very code allows a bill to be sent again.
private func saysNotFound(_ failure: Failure) -> Bool {
    failure.code == .unknownCode && failure.responseCode == "NOT_FOUND"
}
