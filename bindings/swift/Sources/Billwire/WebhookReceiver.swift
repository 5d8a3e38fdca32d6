import BillwireBindings
import Foundation

@_exported import struct BillwireBindings.WebhookLimits

/// Receives webhooks of one variant (sections 2.7 and 4.4).
///
/// One receiver serves any number of threads. It prints no token.
public final class WebhookReceiver: Sendable {
    let core: BillwireBindings.WebhookReceiver
    private let maxBytes: Int

    private init(_ core: BillwireBindings.WebhookReceiver) {
        self.core = core
        maxBytes = core.maxBytes()
    }

    /// Returns a receiver of the merchant-proxy variant, whose webhooks carry a token (section 5.4).
    ///
    /// - Parameters:
    ///   - tokens: Tokens of which a webhook shows one. Pass two while you replace one by the other.
    ///   - limits: Bounds on a webhook.
    /// - Throws: ``BillwireError/invalidConfig(details:)`` without a token, or if one cannot stand in a header, and
    ///   for a limit below 1.
    public static func merchantProxy(
        tokens: [WebhookToken], limits: WebhookLimits? = nil
    ) throws(BillwireError) -> WebhookReceiver {
        try withBillwireErrors {
            try WebhookReceiver(.merchantProxy(tokens: tokens.map(\.core), limits: limits))
        }
    }

    /// Returns a receiver of the checkout variant. Its webhooks carry no authentication: anybody may have sent them.
    public static func checkout() -> WebhookReceiver {
        WebhookReceiver(.checkout())
    }

    /// Returns a receiver of the checkout variant, with bounds on a webhook.
    ///
    /// - Throws: ``BillwireError/invalidConfig(details:)`` for a limit below 1.
    public static func checkout(limits: WebhookLimits) throws(BillwireError) -> WebhookReceiver {
        try withBillwireErrors { try WebhookReceiver(.checkoutWithLimits(limits: limits)) }
    }

    /// Checks the token of a webhook, then reads its body.
    ///
    /// - Parameters:
    ///   - headers: Headers with their values. Names may be in any case.
    ///   - body: The raw body. Do not parse it first.
    /// - Throws: ``BillwireError/unauthenticated(details:)`` or ``BillwireError/invalidWebhook(details:)``, each with the
    ///   response to give.
    public func receive(headers: [String: [String]], body: Data) throws(BillwireError) -> WebhookEvent {
        // A body above the limit is refused by its length, so no more of it is copied.
        let bounded = body.count > maxBytes ? body.prefix(maxBytes + 1) : body
        return try withBillwireErrors {
            try WebhookEvent(core.receive(headers: coreHeaders(headers), body: bounded))
        }
    }

    /// Receives a webhook of a ``Simulator`` as if it had arrived.
    ///
    /// - Throws: The errors of ``receive(headers:body:)``.
    public func receive(_ webhook: DueWebhook) throws(BillwireError) -> WebhookEvent {
        let headers = Dictionary(webhook.request.headers.map { ($0.name, [$0.value.text]) }, uniquingKeysWith: +)
        return try receive(headers: headers, body: Data((webhook.request.body?.text ?? "").utf8))
    }
}

extension WebhookReceiver: CustomDebugStringConvertible {
    /// The receiver without its tokens.
    public var debugDescription: String { core.debugDescription }
}

/// Headers as they cross the language border: each name followed by one value.
func coreHeaders(_ headers: [String: [String]]) -> [String] {
    headers.flatMap { name, values in values.flatMap { [name, $0] } }
}

extension [String: [String]] {
    /// Headers from their form at the language border.
    init(coreHeaders lines: [String]) {
        self = [:]
        for name in stride(from: 0, to: lines.count - 1, by: 2) {
            self[lines[name], default: []].append(lines[name + 1])
        }
    }
}
