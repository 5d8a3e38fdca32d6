import BillwireBindings
import Foundation

/// Example of a webhook, to test a receiver with.
public struct WebhookFixture: Sendable {
    /// Name of the example, such as `direct_debit`. Each variant has each name once.
    public var name: String
    /// Token that its receiver has to expect, or nil in the checkout variant.
    public var token: WebhookToken?
    /// Headers with their values.
    public var headers: [String: [String]]
    /// The raw body.
    public var body: Data
    /// Code with which a receiver refuses it, or nil if it is received. A received webhook is not yet confirmed.
    public var error: Code?

    /// Creates an example of your own.
    public init(name: String, token: WebhookToken?, headers: [String: [String]], body: Data, error: Code?) {
        self.name = name
        self.token = token
        self.headers = headers
        self.body = body
        self.error = error
    }
}

/// Returns examples of both webhook variants (section 2.7).
///
/// There is one of each payment type, a duplicate, other statuses, forged ones, wrong amounts, unknown additions, and
/// bodies that every receiver refuses. All are about one transaction of 40,000 KHR for the bill `INV-1`; the other
/// payment types are for `INV-2` to `INV-4`.
public func webhookFixtures() -> [WebhookFixture] {
    BillwireBindings.webhookFixtures().map(WebhookFixture.init)
}

extension WebhookFixture {
    fileprivate init(_ fixture: BillwireBindings.WebhookFixture) {
        self.init(
            name: fixture.name,
            token: fixture.token.map { WebhookToken($0) },
            headers: Dictionary(coreHeaders: fixture.headers),
            body: fixture.body,
            error: fixture.error)
    }
}
