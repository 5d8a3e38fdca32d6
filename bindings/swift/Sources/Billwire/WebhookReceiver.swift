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

    /// Receives a webhook of a ``Simulator`` as if it had arrived.
    ///
    /// - Throws: The errors of ``receive(headers:body:)``.
    public func receive(_ webhook: DueWebhook) throws -> WebhookEvent {
        let headers = Dictionary(webhook.request.headers.map { ($0.name, [$0.value.text]) }, uniquingKeysWith: +)
        return try receive(headers: headers, body: Data((webhook.request.body?.text ?? "").utf8))
    }
}
