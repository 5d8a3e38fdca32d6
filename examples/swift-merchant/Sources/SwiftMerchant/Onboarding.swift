import Billwire

/// An error that a person must resolve.
struct Trouble: Error, CustomStringConvertible {
    let description: String
}

/// Registers the sub billers that the books do not know yet. The answer has a web address where a sub biller links its
/// account. It is the sub biller's secret: send it there, and never log it.
func onboardAll(_ merchant: Merchant, _ subBillers: [Onboarding]) async throws {
    for subBiller in subBillers where try await !merchant.books.isOnboarded(subBiller.supplierSyncCode) {
        do {
            let call = try merchant.biller.prepareOnboarding(request: subBiller)
            _ = try await send(call.request(), merchant.patience, noAnswer: call.noAnswer, read: call.decode)
        } catch let error as BillwireError {
            // A second onboarding may not be harmless, so the run ends here.
            throw Trouble(description: "onboarding \(subBiller.supplierSyncCode) failed: \(describe(error))")
        }
        try await merchant.books.enterOnboarded(subBiller.supplierSyncCode)
    }
}
