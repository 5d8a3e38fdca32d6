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
            let (status, body) = try await send(call.request, merchant.patience)
            _ = try call.decode(status: status, body: body)
        } catch {
            // A second onboarding may not be harmless, so the run ends here.
            let reason = (error as? BillwireError).map { describe($0.details) } ?? "no answer"
            throw Trouble(description: "onboarding \(subBiller.supplierSyncCode) failed: \(reason)")
        }
        try await merchant.books.enterOnboarded(subBiller.supplierSyncCode)
    }
}
