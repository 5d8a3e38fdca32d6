import BillwireBindings
import Foundation

@_exported import struct BillwireBindings.BookedBill
@_exported import struct BillwireBindings.Books
@_exported import struct BillwireBindings.DueWebhook
@_exported import enum BillwireBindings.ResponseTransport
@_exported import struct BillwireBindings.SimulatedAnswer
@_exported import struct BillwireBindings.WebhookCounts

/// The service's side of the interface, for your own tests.
///
/// It has no network and no clock. With a seed, the same calls give the same responses. It validates requests, keeps
/// books, and creates webhooks.
public final class Simulator: Sendable {
    private let core: BillwireBindings.Simulator

    /// Starts a service with empty books.
    ///
    /// - Throws: ``BillwireError/invalidConfig(details:)`` with everything that is wrong with credentials and profile.
    public init(config: SimulatorConfig) throws(BillwireError) {
        core = try withBillwireErrors { try BillwireBindings.Simulator(config: .init(config)) }
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: Request such as a call prepares. An address without a host is below the base address.
    ///   - now: Time at which the request arrives.
    public func handle(request: HttpRequest, now: Date) -> SimulatedAnswer {
        core.handle(request: request, now: now)
    }

    /// Adds faults and payments from JSON text, such as
    /// `{"settlement":[{"ref_id":"INV-1","attempt":1,"fault":{"kind":"drop_after"}}]}`. Each is served once. The sandbox
    /// takes the same text.
    ///
    /// The lists are:
    /// - `onboarding`, by `supplier_sync_code`
    /// - `settlement`, by `ref_id`
    /// - `verification`, by `identity_code`
    /// - `webhooks` and `payments`, by `ref_id` and without `attempt`
    ///
    /// The faults of responses are:
    /// - `slow` (`delay_ms`), `drop_before`, `drop_after`
    /// - `answer` (`status`, `body`, `headers`, `moves_money`), `http_status` (`status`)
    /// - `redirect` (`status`, `location`), `unreadable` (`moves_money`)
    /// - `code` (`code`, `message`, `message_kh`, `moves_money`), `statuses` (`bill`, `payment`, `moves_money`)
    ///
    /// The faults of webhooks are `twice`, `late` (`delay_ms`), `out_of_order`, `pending_first`, `forged`, `wrong_amount`,
    /// `failed` and `status` (`status`).
    ///
    /// A payment has `transactions`, each with `amount`, `currency`, `statuses` (`status`, `after_ms`, `webhook`) and
    /// `found_ms`: the times after the settlement at which verifications begin to find it, stop, and begin again. With
    /// none, the bill is accepted and never decided.
    ///
    /// - Throws: ``BillwireError/invalidConfig(details:)`` if the text is wrong. No fault is added then.
    public func script(json: String) throws(BillwireError) {
        try withBillwireErrors { try core.script(json: json) }
    }

    /// Sends webhooks to another endpoint from now on, those included that are not acknowledged yet.
    ///
    /// - Throws: ``BillwireError/invalidConfig(details:)`` if the token cannot stand in a header.
    public func sendWebhooksTo(endpoint: WebhookEndpoint) throws(BillwireError) {
        try withBillwireErrors { try core.sendWebhooksTo(endpoint: .init(endpoint)) }
    }

    /// Returns the webhooks to deliver at a time.
    ///
    /// Each is handed out once, until ``delivered(id:reply:now:)`` reports its result. Those of one transaction come one
    /// after the other.
    public func dueWebhooks(now: Date) -> [DueWebhook] {
        core.dueWebhooks(now: now)
    }

    /// Returns the time at which the next webhook is due, or nil if all are delivered or under way.
    public func nextDue() -> Date? {
        core.nextDue()
    }

    /// Reports the result of a delivery.
    ///
    /// HTTP 200 with the body of section 2.8 acknowledges the webhook. After any other result it is due again later. A
    /// delivery that is not under way is ignored.
    ///
    /// - Parameters:
    ///   - id: The delivery.
    ///   - reply: The endpoint's response, or nil if there was none.
    ///   - now: Time of the result.
    public func delivered(id: Int64, reply: Reply?, now: Date) {
        core.delivered(id: id, reply: reply, now: now)
    }

    /// Returns the books at the latest time that the service was given.
    public func books() -> Books {
        core.books()
    }
}
