import Foundation

extension WebhookReceiver {
    /// Checks the token of a webhook, then reads its body.
    ///
    /// - Parameters:
    ///   - headers: Headers with their values. Names may be in any case.
    ///   - body: The raw body. Do not parse it first.
    /// - Throws: ``BillwireError/Unauthenticated(code:response:)`` or
    ///   ``BillwireError/InvalidWebhook(finding:response:)``, each with the response to give.
    public func receive(headers: [String: [String]], body: Data) throws -> WebhookEvent {
        // A body above the limit is refused by its length, so no more of it is copied.
        try receiveCopied(headers: headers, body: body.prefix(maxBytes() + 1))
    }
}
