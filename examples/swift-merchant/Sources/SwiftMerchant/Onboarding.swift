import Billwire

/// Something that a person has to look at.
struct Trouble: Error, CustomStringConvertible {
    let description: String
}

/// Registers the sub billers that the books do not know yet. The answer's web address, where a sub biller links its
/// account, would go to that sub biller; it is a secret of theirs and does not belong in a log.
func onboardAll(_ merchant: Merchant, _ subBillers: [Onboarding]) async throws {
    for subBiller in subBillers where try await !merchant.books.isOnboarded(subBiller.supplierSyncCode) {
        do {
            let call = try merchant.biller.prepareOnboarding(request: subBiller)
            _ = try await send(call.request(), merchant.patience, noAnswer: call.noAnswer, read: call.decode)
        } catch let error as BillwireError {
            // Nothing says that onboarding twice is harmless, so the run ends here.
            throw Trouble(description: "onboarding \(subBiller.supplierSyncCode) failed: \(describe(error))")
        }
        try await merchant.books.enterOnboarded(subBiller.supplierSyncCode)
    }
}
