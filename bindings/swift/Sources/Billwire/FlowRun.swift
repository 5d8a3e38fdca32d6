// What both flows ask of a program that runs them.
import BillwireBindings
import Foundation

@_exported import struct BillwireBindings.FlowRequest

/// Record to store.
///
/// Store it only where the stored record has the revision ``previous``. If it has another, a second flow of this bill
/// went on. If the database does not answer, drop the flow and resume from the stored record: it may be this one.
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

/// Error of a program whose request certainly reached nobody, because no connection was made.
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
    case answer(status: Int, body: Data)
    case nothing(sent: Sent)
}

/// Sends a request, unless the task is cancelled.
func exchange(
    _ request: FlowRequest, by send: (FlowRequest) async throws -> (status: Int, body: Data),
    isolation: isolated (any Actor)? = #isolation
) async -> Exchange {
    if Task.isCancelled { return .nothing(sent: .no) }
    do {
        let (status, body) = try await send(request)
        return .answer(status: status, body: body)
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
