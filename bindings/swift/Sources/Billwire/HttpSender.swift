import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends calls, once each, and decodes their answers. It follows no redirect and sends nothing again.
///
/// Over `URLSession`, each request has a session and a connection of its own: most clients that repeat requests
/// silently do so on a connection that they have used before. A server on Linux sends over a ``HttpClient`` instead.
public struct HttpSender: Sendable {
    private let client: any HttpClient
    private let requests = Settlements()
    private let onAttempt: @Sendable (Attempt) -> Void
    private let now: @Sendable () -> Date

    /// Creates a sender over `URLSession`.
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
        let client = SessionClient(configuration, timeout: timeout, maxBytes: maxBytes)
        self.init(over: client, onAttempt: onAttempt, now: now)
    }

    /// Creates a sender over another client, which limits the time and the size of an answer.
    ///
    /// - Parameters:
    ///   - client: The HTTP client.
    ///   - onAttempt: Called once, at the end of each attempt, for logs, metrics and traces.
    ///   - now: Your clock, which is that of your flows.
    public init(
        over client: some HttpClient, onAttempt: @escaping @Sendable (Attempt) -> Void = { _ in },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.client = client
        self.onAttempt = onAttempt
        self.now = now
    }

    /// Sends a call, and decodes its answer.
    ///
    /// A settlement's call is sent once: a second time, it is refused without sending, unless the next step of the
    /// first was `sendAgain`.
    ///
    /// - Throws: ``BillwireError`` for any answer that is no success, or for none.
    public func send<Call: HttpCall>(_ call: Call) async throws(BillwireError) -> Call.Outcome {
        guard let settlement = call as? SettlementCall else { return try await send(call, call.decode) }
        guard Settlements.calls.isFirst(settlement) else {
            let error = settlement.alreadySent()
            report(.alreadySent, of: call.operation(), error.nextStep(), error.code())
            throw error
        }
        do {
            return try await send(call, call.decode)
        } catch {
            if error.nextStep() == .sendAgain { Settlements.calls.mayBeSentAgain(settlement) }
            throw error
        }
    }

    /// Sends the verification of a lookup, and returns the verdict.
    ///
    /// - Throws: ``BillwireError`` without an answer.
    public func send(_ lookup: Lookup) async throws(BillwireError) -> LookupVerdict {
        try await send(lookup.call()) { lookup.decide(status: $0, body: $1) }
    }

    /// Sends the verification of a confirmation, and returns the verdict.
    ///
    /// - Throws: ``BillwireError`` for any answer that is no success, or for none.
    public func send(_ confirmation: Confirmation) async throws(BillwireError) -> Verdict {
        try await send(confirmation.call(), confirmation.decide)
    }

    /// Sends a request of a flow once, unless it is too late. It is what `run` of a flow takes as `send`. A settlement
    /// is not sent a second time.
    ///
    /// - Throws: ``NotSent`` only if the request has certainly not reached the service; otherwise the error of the
    ///   client.
    public func send(_ request: FlowRequest) async throws -> HttpAnswer {
        let exchange = await exchange(request)
        report(exchange, of: request.operation)
        switch exchange.result {
        case .success(let answer): return answer
        case .failure(let error): throw exchange.isNotSent ? NotSent(error) : error
        }
    }

    private func exchange(_ request: FlowRequest) async -> HttpExchange {
        if let until = request.sendBefore, !requests.isFirst(request, until: until, now: now()) { return .alreadySent }
        let exchange = await HttpExchange.of(request.http, over: client) { [now] in request.isLate(now: now()) }
        if exchange.isNotSent { requests.mayBeSentAgain(request) }
        return exchange
    }

    private func send<Outcome>(
        _ call: some HttpCall, _ decode: (Int, Data) throws -> Outcome
    ) async throws(BillwireError) -> Outcome {
        let exchange = await HttpExchange.of(call.request(), over: client)
        do {
            guard case .success(let answer) = exchange.result else {
                throw call.noAnswer(sent: exchange.isNotSent ? .no : .maybe)
            }
            let outcome = try decode(answer.status, answer.body)
            report(exchange, of: call.operation(), nextStep(after: outcome))
            return outcome
        } catch {
            // A panic of the library may quote values.
            let error = error as? BillwireError ?? .Internal
            report(exchange, of: call.operation(), error.nextStep(), error.code())
            throw error
        }
    }

    /// Next step after an open outcome.
    private func nextStep(after outcome: Any) -> NextStep? {
        switch (outcome as? SettlementOutcome, outcome as? LookupVerdict) {
        case (.accepted(_, let nextStep), _), (.failed(_, let nextStep), _), (_, .unclear(let nextStep, _, _)): nextStep
        default: nil
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

/// Call that ``HttpSender`` sends.
public protocol HttpCall: Sendable {
    /// Meaning of the answer.
    associatedtype Outcome: Sendable
    /// Returns the request to send as it is.
    func request() -> HttpRequest
    /// Returns the operation that is called.
    func operation() -> OperationName
    /// Decodes the answer.
    func decode(status: Int, body: Data) throws -> Outcome
    /// Returns the error for a request that brought no answer.
    func noAnswer(sent: Sent) -> BillwireError
}

extension OnboardingCall: HttpCall {}
extension SettlementCall: HttpCall {}
extension VerificationCall: HttpCall {}
extension UntypedCall: HttpCall {}

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
    /// Error of the client if there is no answer, or one that says that it was too late to send.
    public let cause: (any Error)?
}
