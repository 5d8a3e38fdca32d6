// `run` of both flows, and what they ask of a program.
import Foundation

/// Record to store, with the columns of its row.
///
/// Store it only where the stored record has the revision ``previous``, in one statement. If the database does not
/// answer, throw its error: the run then asks for what is stored.
public struct StoredRecord: Hashable, Sendable {
    /// JSON text without secrets, of a few hundred bytes.
    public let record: String
    /// Revision of this record.
    public let revision: Int64
    /// Revision that the stored record must have; 0 if none is stored.
    public let previous: Int64
    /// State of the bill.
    public let state: SettlementState
    /// Time at which a job goes on with an open bill; nil if the bill has ended.
    public let until: Date?
    /// Claim key of a settled bill, if a lookup showed its transaction.
    public let claimKey: String?

    /// Creates a record, for tests of a program.
    public init(
        record: String, revision: Int64, previous: Int64, state: SettlementState, until: Date? = nil,
        claimKey: String? = nil
    ) {
        self.record = record
        self.revision = revision
        self.previous = previous
        self.state = state
        self.until = until
        self.claimKey = claimKey
    }
}

/// Answer to a request.
public struct HttpAnswer: Hashable, Sendable {
    /// HTTP status.
    public let status: Int
    /// Body as it arrived.
    public let body: Data
    /// Time of the header `Retry-After`, if the answer has one.
    public let retryAfterMs: Int64?

    /// Creates an answer, for a `send` of your own.
    public init(status: Int, body: Data, retryAfterMs: Int64? = nil) {
        self.status = status
        self.body = body
        self.retryAfterMs = retryAfterMs
    }
}

/// Error of a program whose request certainly reached nobody, because no connection was made or none was tried.
///
/// Throw it only then. A wrong guess settles a bill twice.
public struct NotSent: Error {
    /// The reason.
    public let reason: any Error

    /// Says that nothing was sent, for this reason.
    public init(_ reason: any Error) {
        self.reason = reason
    }
}

extension FlowRequest {
    /// Whether the request must not be sent any more, because another flow may take it for lost. Throw ``NotSent``
    /// then.
    ///
    /// - Parameter now: Time by the clock of the flow.
    public func isLate(now: Date = Date()) -> Bool {
        sendBefore.map { now >= $0 } ?? false
    }
}

/// End of one run of a ``SettlementFlow``.
public enum SettlementRun: Hashable, Sendable {
    /// The bill has ended.
    case ended(SettlementEnding)
    /// Another flow of the bill goes on.
    case takenOver
    /// The flow waits longer than `maxWaitMs`, or for credentials. Run a flow of the bill again at this time, such as
    /// by a queue.
    case waiting(until: Date, reason: WaitReason)
}

extension SettlementFlow {
    /// Does every step until the bill has ended, or until the first wait that is too long.
    ///
    /// A cancelled task sends nothing more, and stops at the next pause. An answer that arrives before is stored.
    ///
    /// - Parameters:
    ///   - load: Returns the text of the stored record, or nil. Called first, and after a save that failed.
    ///   - save: Stores the record durably where the stored one has the revision ``StoredRecord/previous``. Returns
    ///     false if another one is stored. Throws if the database does not answer.
    ///   - send: Sends the request once, as it is, without redirects, and not once it ``FlowRequest/isLate(now:)``. An
    ///     error counts as "perhaps sent", unless it is ``NotSent``. Give it a time-out below the policy's
    ///     `inFlightMs`.
    ///   - control: Returns a bill that your books know as settled, or nil: the last settled one that is older than
    ///     `notFoundHoldsMs`. Called once a bill is in doubt.
    ///   - biller: Returns a biller whose credentials may be renewed, before each request. Without it, a refused
    ///     credential ends the run as ``SettlementRun/waiting(until:reason:)``.
    ///   - maxWaitMs: Longest wait. Without it, the run waits as long as the flow asks.
    ///   - sleep: Waits for a number of seconds. The default is `Task.sleep`.
    ///   - now: Your clock.
    ///   - random: Numbers from 0 to 1, by which pauses differ.
    ///   - isolation: Actor of the caller, on which all of these run.
    /// - Throws: The errors of `load`, `control` and `sleep`, of `save` twice in a row, and `CancellationError`.
    ///   Nothing more is sent then: run a flow of the bill again.
    public func run(
        load: () async throws -> String?,
        save: (StoredRecord) async throws -> Bool,
        send: (FlowRequest) async throws -> HttpAnswer,
        control: () async throws -> Settlement?,
        biller: (() async throws -> Biller)? = nil,
        maxWaitMs: Int64? = nil,
        sleep: ((TimeInterval) async throws -> Void)? = nil,
        now: () -> Date = { Date() },
        random: () -> Double = { .random(in: 0...1) },
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> SettlementRun {
        var storeFailed = false
        while true {
            switch try step(now: now(), random: random()) {
            case .load: try await loaded(record: load(), now: now())
            case .save(let record, let revision, let previous, let state, let until, let claimKey):
                let stored = StoredRecord(
                    record: record, revision: revision, previous: previous, state: state, until: until,
                    claimKey: claimKey)
                try await store(stored, by: save, storeFailed: &storeFailed)
            case .send(let request):
                let renewed = if let biller { try await renew(biller: biller()) } else { FlowRequest?.none }
                try await exchange(renewed ?? request, send, now)
            case .control: try await self.control(bill: control())
            case .wait(let until, let reason):
                let seconds = until.timeIntervalSince(now())
                // A `Date` holds milliseconds with an error, so it is rounded as core does.
                let isLong = maxWaitMs.map { (seconds * 1000).rounded() > Double($0) } ?? false
                if isLong || (reason == .credentials && biller == nil) {
                    return .waiting(until: until, reason: reason)
                }
                try await pause(seconds, sleep)
            case .finished(let ending): return .ended(ending)
            case .takenOver: return .takenOver
            }
        }
    }

    /// Stores a record. A store that fails is asked for what it holds; it may fail once in a row.
    private func store(
        _ record: StoredRecord, by save: (StoredRecord) async throws -> Bool, storeFailed: inout Bool,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let isStored: Bool
        do {
            isStored = try await save(record)
        } catch {
            try notSaved(revision: record.revision)
            if storeFailed { throw error }
            storeFailed = true
            return
        }
        storeFailed = false
        try isStored ? saved(revision: record.revision) : notSaved(revision: record.revision)
    }
}

extension CreditFlow {
    /// Does every step until the flow has ended.
    ///
    /// - Parameters:
    ///   - send: Sends the verification once, as it is, without redirects. Any error counts as "no answer".
    ///   - credit: Claims the transaction and credits the bill in one database transaction, under a unique claim key.
    ///     Throws if the database does not answer.
    ///   - review: Stores what a person must see in one database transaction. Returns whether it did. Throws if the
    ///     database does not answer.
    ///   - sleep: Waits for a number of seconds. The default is `Task.sleep`.
    ///   - now: Your clock.
    ///   - random: Numbers from 0 to 1, by which pauses differ.
    ///   - isolation: Actor of the caller, on which all of these run.
    /// - Returns: The end, and the response to the webhook; it is nil if the flow began without an event.
    /// - Throws: The errors of `credit`, `review` and `sleep`, and `CancellationError`. Do not acknowledge the webhook
    ///   then: it comes again.
    public func run(
        send: (FlowRequest) async throws -> HttpAnswer,
        credit: (Confirmed) async throws -> Claim,
        review: (CreditReview) async throws -> Bool,
        sleep: ((TimeInterval) async throws -> Void)? = nil,
        now: () -> Date = { Date() },
        random: () -> Double = { .random(in: 0...1) },
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> (ending: CreditEnding, reply: Reply?) {
        while true {
            switch try step(now: now(), random: random()) {
            case .send(let request): try await exchange(request, send, now)
            case .credit(let confirmed): try await claimed(claim: credit(confirmed))
            case .review(let seen): try await reviewed(isStored: review(seen))
            case .wait(let until, _): try await pause(until.timeIntervalSince(now()), sleep)
            case .finished(let ending, let reply): return (ending, reply)
            }
        }
    }
}

/// Flow that a request was asked by.
private protocol Asking {
    func answered(number: Int64, status: Int, body: Data, now: Date, retryAfterMs: Int64?) throws
    func noAnswer(number: Int64, sent: Sent, now: Date, retryAfterMs: Int64?) throws
}

extension SettlementFlow: Asking {}
extension CreditFlow: Asking {}

extension Asking {
    /// Sends a request, unless the task is cancelled, and tells the flow what happened.
    fileprivate func exchange(
        _ request: FlowRequest, _ send: (FlowRequest) async throws -> HttpAnswer, _ now: () -> Date,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let answer: HttpAnswer
        do {
            if Task.isCancelled { throw NotSent(CancellationError()) }
            answer = try await send(request)
        } catch {
            let sent = error is NotSent ? Sent.no : .maybe
            return try noAnswer(number: request.number, sent: sent, now: now(), retryAfterMs: nil)
        }
        try answered(
            number: request.number, status: answer.status, body: answer.body, now: now(),
            retryAfterMs: answer.retryAfterMs)
    }
}

/// Waits for a number of seconds by the caller's `sleep`, or without one by `Task.sleep`, which waits a day at most.
private func pause(
    _ seconds: TimeInterval, _ sleep: ((TimeInterval) async throws -> Void)?,
    isolation: isolated (any Actor)? = #isolation
) async throws {
    if let sleep {
        try await sleep(seconds)
    } else {
        try await Task.sleep(nanoseconds: seconds > 0 ? UInt64(min(seconds, 86_400) * 1_000_000_000) : 0)
    }
    // A `sleep` of the caller may not notice it, and the flow would use up its attempts.
    try Task.checkCancellation()
}
