import BillwireBindings
import Foundation

/// Endpoint of a merchant that behaves as the sample target of section 4.4.
///
/// The header `Fail: fail` selects its failing test case. `Success: success` or no such header selects the successful
/// one. With both headers it fails.
public final class WebhookTarget: Sendable {
    private let core: BillwireBindings.WebhookTarget

    /// Creates a target that reads webhooks with a receiver.
    public init(receiver: WebhookReceiver) {
        core = BillwireBindings.WebhookTarget(receiver: receiver.core)
    }

    /// Receives a webhook, and returns the response to it.
    ///
    /// A webhook that cannot be received gets the response of its error. Otherwise the failing test case responds with
    /// 500 and the status `failed`, the successful one with the acknowledgement of section 2.8.
    public func receive(headers: [String: [String]], body: Data) -> Reply {
        core.receive(headers: coreHeaders(headers), body: body)
    }

    /// Returns the received webhooks in their order.
    public func events() -> [WebhookEvent] {
        core.events().map(WebhookEvent.init)
    }
}
