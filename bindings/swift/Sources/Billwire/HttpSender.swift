import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends calls over `URLSession`, once each, and decodes their answers. It follows no redirect and sends nothing again.
///
/// Each request has a session and a connection of its own: most clients that repeat requests silently do so on a
/// connection that they have used before.
public struct HttpSender: Sendable {
    private let settings: SessionSettings
    private let onAttempt: @Sendable (Attempt) -> Void
    private let now: @Sendable () -> Date

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - configuration: Settings such as a proxy. The sender copies them, and uses no cookies, cache or stored
    ///     credentials.
    ///   - timeout: Seconds for a whole attempt, to the last byte of the answer. For a flow, it is shorter than
    ///     `inFlightMs` of the policy.
    ///   - maxBytes: Largest answer.
    ///   - onAttempt: Called once, at the end of each attempt, for logs, metrics and traces.
    ///   - now: Your clock, which is that of your flows.
    public init(
        configuration: URLSessionConfiguration = .ephemeral, timeout: TimeInterval = 30, maxBytes: Int = 1_048_576,
        onAttempt: @escaping @Sendable (Attempt) -> Void = { _ in },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        settings = SessionSettings(configuration, timeout: timeout, maxBytes: maxBytes)
        self.onAttempt = onAttempt
        self.now = now
    }

    /// Sends a settlement.
    ///
    /// - Throws: ``BillwireError`` for any answer that is no success, or for none.
    public func send(_ call: SettlementCall) async throws(BillwireError) -> SettlementOutcome {
        try await send(
            call.request(), of: call.operation(), noAnswer: call.noAnswer, decode: call.decode,
            nextStep: { outcome in
                switch outcome {
                case .settled: nil
                case .accepted(_, let nextStep), .failed(_, let nextStep): nextStep
                }
            })
    }

    /// Sends an onboarding.
    ///
    /// - Throws: ``BillwireError`` for any answer that is no success, or for none.
    public func send(_ call: OnboardingCall) async throws(BillwireError) -> OnboardingResponse {
        try await send(call.request(), of: call.operation(), noAnswer: call.noAnswer, decode: call.decode)
    }

    /// Sends a verification.
    ///
    /// - Throws: ``BillwireError`` for any answer that is no success, or for none.
    public func send(_ call: VerificationCall) async throws(BillwireError) -> VerificationResponse {
        try await send(call.request(), of: call.operation(), noAnswer: call.noAnswer, decode: call.decode)
    }

    /// Sends the call of an operation without a shape.
    ///
    /// - Throws: ``BillwireError`` without an answer, or if it is not JSON.
    public func send(_ call: UntypedCall) async throws(BillwireError) -> UntypedAnswer {
        try await send(call.request(), of: call.operation(), noAnswer: call.noAnswer, decode: call.decode)
    }

    /// Sends the verification of a lookup, and returns the verdict.
    ///
    /// - Throws: ``BillwireError`` without an answer.
    public func send(_ lookup: Lookup) async throws(BillwireError) -> LookupVerdict {
        let call = lookup.call()
        return try await send(
            call.request(), of: call.operation(), noAnswer: call.noAnswer, decode: lookup.decide,
            nextStep: { verdict in
                if case .unclear(let nextStep, _, _) = verdict { nextStep } else { nil }
            })
    }

    /// Sends the verification of a confirmation, and returns the verdict.
    ///
    /// - Throws: ``BillwireError`` for any answer that is no success, or for none.
    public func send(_ confirmation: Confirmation) async throws(BillwireError) -> Verdict {
        let call = confirmation.call()
        return try await send(
            call.request(), of: call.operation(), noAnswer: call.noAnswer, decode: confirmation.decide)
    }

    /// Sends a request of a flow, unless it is too late: `try await flow.run(save: save, send: sender.send)`.
    ///
    /// - Throws: ``NotSent`` only if the request has certainly not reached the service; otherwise the error of
    ///   `URLSession`.
    public func send(_ request: FlowRequest) async throws -> HttpAnswer {
        let isLate = request.isLate(now: now())
        let exchange = isLate ? HttpExchange.tooLate : await HttpExchange.of(request.http, settings)
        report(exchange, of: request.operation)
        switch exchange.result {
        case .success(let answer): return answer
        case .failure(let error): throw exchange.isNotSent ? NotSent(error) : error
        }
    }

    private func send<Outcome>(
        _ request: HttpRequest, of operation: OperationName, noAnswer: (Sent) -> BillwireError,
        decode: (Int, Data) throws -> Outcome, nextStep: (Outcome) -> NextStep? = { _ in nil }
    ) async throws(BillwireError) -> Outcome {
        let exchange = await HttpExchange.of(request, settings)
        do {
            guard case .success(let answer) = exchange.result else {
                throw noAnswer(exchange.isNotSent ? .no : .maybe)
            }
            let outcome = try decode(answer.status, answer.body)
            report(exchange, of: operation, nextStep(outcome))
            return outcome
        } catch {
            // A panic of the library may quote values.
            let error = error as? BillwireError ?? .Internal
            report(exchange, of: operation, error.nextStep(), error.code())
            throw error
        }
    }

    private func report(
        _ exchange: HttpExchange, of operation: OperationName, _ nextStep: NextStep? = nil, _ code: Code? = nil
    ) {
        let answer = try? exchange.result.get()
        var cause: (any Error)?
        if case .failure(let error) = exchange.result { cause = error }
        onAttempt(
            Attempt(
                operation: operation, duration: exchange.duration, status: answer?.status, nextStep: nextStep,
                code: code, retryAfter: answer?.retryAfterMs.map { TimeInterval($0) / 1000 }, cause: cause))
    }
}

/// Attempt to send a request. It holds no secret and nothing of a bill.
public struct Attempt: Sendable {
    /// Operation of the call.
    public let operation: OperationName
    /// Seconds, to the last byte of the answer.
    public let duration: TimeInterval
    /// HTTP status, if there is an answer.
    public let status: Int?
    /// Next step after an error or an open outcome. For a request of a flow, the flow decides, and it is nil.
    public let nextStep: NextStep?
    /// Code of the error, if there is one.
    public let code: Code?
    /// Seconds to wait before another request, by the answer's header `Retry-After`.
    public let retryAfter: TimeInterval?
    /// Error of `URLSession` if there is no answer, or one that says that it was too late to send.
    public let cause: (any Error)?
}
