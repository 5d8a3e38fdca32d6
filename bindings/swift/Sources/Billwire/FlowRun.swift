// What both flows ask of a program that runs them.
import BillwireBindings
import Foundation

@_exported import struct BillwireBindings.FlowRequest

/// Record to store.
///
/// Store it only where the stored record has the revision ``previous``. If it has another, a second flow of this bill
/// went on. If the database does not answer, throw its error: this record may be stored.
public struct StoredRecord: Hashable, Sendable {
    /// JSON text without secrets, of a few hundred bytes.
    public let record: String
    /// Revision of this record.
    public let revision: Int64
    /// Revision that the stored record must have; 0 if none is stored.
    public let previous: Int64

    /// Creates a record, for tests of a program.
    public init(record: String, revision: Int64, previous: Int64) {
        self.record = record
        self.revision = revision
        self.previous = previous
    }
}

extension FlowRequest {
    /// Whether the request must not be sent any more, because another flow may take it for lost. Throw ``NotSent`` then.
    ///
    /// - Parameter now: Time by the clock of the flow.
    public func isLate(now: Date = Date()) -> Bool {
        sendBefore.map { now >= $0 } ?? false
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

/// Result of sending a request.
enum Exchange {
    case answer(HttpAnswer)
    case nothing(sent: Sent)
}

/// Sends a request, unless the task is cancelled.
func exchange(
    _ request: FlowRequest, by send: (FlowRequest) async throws -> HttpAnswer,
    isolation: isolated (any Actor)? = #isolation
) async -> Exchange {
    if Task.isCancelled { return .nothing(sent: .no) }
    do {
        return .answer(try await send(request))
    } catch is NotSent {
        return .nothing(sent: .no)
    } catch {
        return .nothing(sent: .maybe)
    }
}

/// Waits for a number of seconds by the caller's `sleep`, or without one by `Task.sleep`, which waits a day at most.
func pause(
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
