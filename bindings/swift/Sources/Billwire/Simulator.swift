import Foundation

extension WebhookReceiver {
    /// Receives a webhook of a simulator's as if it had arrived: what ``receive(headers:body:)`` says of it.
    public func receive(_ webhook: DueWebhook) throws -> WebhookEvent {
        let headers = Dictionary(webhook.request.headers.map { ($0.name, [$0.value.text]) }, uniquingKeysWith: +)
        return try receive(headers: headers, body: Data((webhook.request.body?.text ?? "").utf8))
    }
}
