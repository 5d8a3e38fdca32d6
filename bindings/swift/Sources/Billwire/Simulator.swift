// Not on devices and Mac Catalyst, as the rest of the simulator.
#if !(os(iOS) && !targetEnvironment(simulator))
import Foundation

extension WebhookReceiver {
    /// Receives a webhook of a ``Simulator`` as if it had arrived.
    ///
    /// - Throws: The errors of ``receive(headers:body:)``.
    public func receive(_ webhook: DueWebhook) throws -> WebhookEvent {
        let headers = Dictionary(webhook.request.headers.map { ($0.name, [$0.value.text]) }, uniquingKeysWith: +)
        return try receive(headers: headers, body: Data((webhook.request.body?.text ?? "").utf8))
    }
}
#endif
