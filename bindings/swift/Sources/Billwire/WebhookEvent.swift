import BillwireBindings
import Foundation

@_exported import struct BillwireBindings.Customer
@_exported import enum BillwireBindings.Customers
@_exported import enum BillwireBindings.Delivery
@_exported import struct BillwireBindings.DeliveryVerdict
@_exported import struct BillwireBindings.Expectation
@_exported import enum BillwireBindings.PaymentServiceType
@_exported import struct BillwireBindings.Reply
@_exported import enum BillwireBindings.WebhookAuthentication
@_exported import struct BillwireBindings.WebhookPayload

/// Webhook that has been read. It proves nothing by itself: confirm it before you credit a bill.
public final class WebhookEvent: Sendable {
    let core: BillwireBindings.WebhookEvent
    private let received: WebhookPayload

    init(_ webhook: ReceivedEvent) {
        core = webhook.event
        received = webhook.payload
    }

    /// The payload (section 2.7).
    public var payload: WebhookPayload { received }

    /// The way in which the sender identified itself: by a token, or not at all.
    public var authentication: WebhookAuthentication { core.authentication() }

    /// Findings about values that could not be read. The payload keeps them in `extra`. At most a hundred.
    public var warnings: [Finding] { core.warnings() }

    /// A key that deliveries of the same event share, or nil if the payload has nothing to tell it by.
    ///
    /// Use it to skip repeated work. It does not protect the money; ``Confirmed/claimKey`` does.
    public var dedupKey: String? { core.dedupKey() }

    /// A digest of everything that the event says about the money. Store it with the dedup key.
    public var fingerprint: String { core.fingerprint() }

    /// Compares this delivery with an earlier one.
    ///
    /// - Parameter storedFingerprint: Fingerprint of the record with the same dedup key, or nil if there is no record.
    public func compare(storedFingerprint: String?) -> DeliveryVerdict {
        core.compare(storedFingerprint: storedFingerprint)
    }

    /// Returns the response that acknowledges the webhook (section 2.8).
    public func acknowledge() -> Reply { core.acknowledge() }

    /// Prepares the verification that confirms the event.
    ///
    /// - Parameters:
    ///   - biller: Biller that prepares the verification.
    ///   - expectation: Values of the bill that the transaction has to match.
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations of the expectation or the event, or
    ///   ``BillwireError/missingCredential(details:)`` without a verification token.
    public func confirm(biller: Biller, expectation: Expectation) throws(BillwireError) -> Confirmation {
        try withBillwireErrors { try Confirmation(core.confirm(biller: biller.core, expectation: expectation)) }
    }
}
