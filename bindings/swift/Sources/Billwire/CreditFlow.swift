import BillwireBindings
import Foundation

@_exported import enum BillwireBindings.Claim
@_exported import struct BillwireBindings.CreditPolicy
@_exported import enum BillwireBindings.CreditWait

/// Credits one bill at most once, from a webhook or from an unpaid bill. It does no I/O: it says one thing to do at a
/// time.
///
/// Call ``run(send:credit:sleep:now:random:isolation:)``. Or ask for a step, do it, tell the flow what happened, and ask
/// again. The flow stores nothing: your books are the record, and a bill comes from them with the claim keys that have
/// paid it. The unique claim in the database transaction of ``CreditStep/credit(confirmed:)`` protects the money.
public final class CreditFlow: Sendable {
    private let core: BillwireBindings.CreditFlow

    private init(_ core: BillwireBindings.CreditFlow) {
        self.core = core
    }

    /// Starts with a webhook about a bill. Find the bill by the event's `identityCode`.
    ///
    /// - Parameters:
    ///   - biller: Biller that prepares the verification.
    ///   - event: The webhook.
    ///   - bill: Values of the bill that the transaction has to match.
    ///   - claimKeys: Keys of the transactions that have paid the bill, by your books. A bill that may be paid more than
    ///     once gives none.
    ///   - policy: Attempts, pauses and limits.
    ///   - now: Time by your clock.
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations of the bill;
    ///   ``BillwireError/invalidConfig(details:)`` for the policy; ``BillwireError/missingCredential(details:)`` without a
    ///   verification token.
    public static func ofEvent(
        biller: Biller, event: WebhookEvent, bill: Expectation, claimKeys: [String], policy: CreditPolicy? = nil,
        now: Date = Date()
    ) throws(BillwireError) -> CreditFlow {
        try withBillwireErrors {
            try CreditFlow(
                .ofEvent(
                    biller: biller.core, event: event.core, bill: bill, claimKeys: claimKeys, now: now, policy: policy))
        }
    }

    /// Starts with a bill that has not been paid, and no webhook: the service stops repeating those of a long outage.
    ///
    /// - Parameters:
    ///   - biller: Biller that prepares the verification.
    ///   - bill: Values of the bill that the transaction has to match.
    ///   - claimKeys: Keys of the transactions that have paid the bill, by your books. A bill that may be paid more than
    ///     once gives none.
    ///   - policy: Attempts, pauses and limits.
    /// - Throws: The errors of ``ofEvent(biller:event:bill:claimKeys:policy:now:)``.
    public static func ofBill(
        biller: Biller, bill: Expectation, claimKeys: [String], policy: CreditPolicy? = nil
    ) throws(BillwireError) -> CreditFlow {
        try withBillwireErrors {
            try CreditFlow(.ofBill(biller: biller.core, bill: bill, claimKeys: claimKeys, policy: policy))
        }
    }

    /// Starts with a webhook about a bill that the books do not have. Nothing is verified.
    ///
    /// - Throws: ``BillwireError/invalidConfig(details:)`` for the policy.
    public static func ofUnknownBill(
        biller: Biller, event: WebhookEvent, policy: CreditPolicy? = nil, now: Date = Date()
    ) throws(BillwireError) -> CreditFlow {
        try withBillwireErrors {
            try CreditFlow(.ofUnknownBill(biller: biller.core, event: event.core, now: now, policy: policy))
        }
    }

    /// Returns the next thing to do.
    ///
    /// - Parameters:
    ///   - now: Time by your clock.
    ///   - random: Number from 0 to 1, by which pauses differ.
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with the code `out_of_turn` while a verification is under
    ///   way: say first what became of it.
    public func step(now: Date = Date(), random: Double = .random(in: 0...1)) throws(BillwireError) -> CreditStep {
        try withBillwireErrors { try CreditStep(core.step(now: now, random: random)) }
    }

    /// Says which answer the verification brought.
    ///
    /// - Parameters:
    ///   - number: Number of the request.
    ///   - status: HTTP status.
    ///   - body: Raw body.
    ///   - retryAfterMs: Time that the service asked to wait, if it did.
    ///   - now: Time by your clock.
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with the code `out_of_turn` if the flow does not wait for the
    ///   request of this number. A late answer is refused in this way, and changes nothing.
    public func answered(
        number: Int64, status: Int, body: Data, retryAfterMs: Int64? = nil, now: Date = Date()
    ) throws(BillwireError) {
        try withBillwireErrors {
            try core.answered(number: number, status: status, body: body, now: now, retryAfterMs: retryAfterMs)
        }
    }

    /// Says that the verification brought no answer, and whether it may have reached the service.
    ///
    /// - Parameters:
    ///   - number: Number of the request.
    ///   - sent: Whether it may have reached the service.
    ///   - retryAfterMs: Time to wait, if you know one.
    ///   - now: Time by your clock.
    /// - Throws: The error of ``answered(number:status:body:retryAfterMs:now:)``.
    public func noAnswer(
        number: Int64, sent: Sent, retryAfterMs: Int64? = nil, now: Date = Date()
    ) throws(BillwireError) {
        try withBillwireErrors { try core.noAnswer(number: number, sent: sent, now: now, retryAfterMs: retryAfterMs) }
    }

    /// Says what became of the database transaction that claims the transaction and credits the bill. If the database
    /// did not answer, drop the flow: the next flow of the bill goes on.
    ///
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with the code `out_of_turn` if the flow did not ask for a
    ///   credit.
    public func claimed(_ claim: Claim) throws(BillwireError) {
        try withBillwireErrors { try core.claimed(claim: claim) }
    }

    /// Does every step until the flow has ended.
    ///
    /// - Parameters:
    ///   - send: Sends the verification once, as it is, without redirects. Any error counts as "no answer".
    ///   - credit: Claims the transaction and credits the bill in one database transaction, as
    ///     ``CreditStep/credit(confirmed:)`` says. Throws if the database does not answer.
    ///   - sleep: Waits for a number of seconds. The default is `Task.sleep`.
    ///   - now: Your clock.
    ///   - random: Numbers from 0 to 1, by which pauses differ.
    ///   - isolation: Actor of the caller, on which all of these run.
    /// - Returns: The end, and the response to the webhook; it is nil if the flow began without an event.
    /// - Throws: The errors of `credit` and `sleep`, and `CancellationError`. Do not acknowledge the webhook then: it comes
    ///   again.
    public func run(
        send: (FlowRequest) async throws -> HttpAnswer,
        credit: (Confirmed) async throws -> Claim,
        sleep: ((TimeInterval) async throws -> Void)? = nil,
        now: () -> Date = { Date() },
        random: () -> Double = { .random(in: 0...1) },
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> (ending: CreditEnding, reply: Reply?) {
        while true {
            switch try step(now: now(), random: random()) {
            case .send(let request):
                switch await exchange(request, by: send) {
                case .answer(let answer):
                    try answered(
                        number: request.number, status: answer.status, body: answer.body,
                        retryAfterMs: answer.retryAfterMs, now: now())
                case .nothing(let sent): try noAnswer(number: request.number, sent: sent, now: now())
                }
            case .credit(let confirmed): try await claimed(credit(confirmed))
            case .wait(let until, _): try await pause(until.timeIntervalSince(now()), sleep)
            case .finished(let ending, let reply): return (ending, reply)
            }
        }
    }
}

extension CreditFlow: CustomDebugStringConvertible {
    /// The state of the bill, without credentials and body.
    public var debugDescription: String { core.debugDescription }
}
