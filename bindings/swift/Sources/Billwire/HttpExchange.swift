// One attempt, over any client.
import Foundation

/// HTTP client of a ``HttpSender``, such as AsyncHTTPClient in a server.
public protocol HttpClient: Sendable {
    /// Sends a request once and unchanged, follows no redirect, and returns the whole answer. It limits the time and
    /// the size of the answer by itself, and ends when the task is cancelled.
    ///
    /// Call ``Departure/leave()`` before the first byte of the body leaves, and send nothing if it throws. Every error
    /// after that counts as "perhaps sent", unless it is ``NotSent``.
    func answer(to request: HttpRequest, departure: Departure) async throws -> HttpAnswer
}

/// Departure of one request: it leaves at most once, and never after it was withheld.
public final class Departure: @unchecked Sendable {
    private enum State { case waiting, left, withheld }

    private let isLate: @Sendable () -> Bool
    private let lock = NSLock()
    private var state = State.waiting

    init(isLate: @escaping @Sendable () -> Bool) {
        self.isLate = isLate
    }

    /// Says that the bytes of the request leave now.
    ///
    /// - Throws: An error if they must not: it is too late, they have left before, or nobody waits for an answer.
    public func leave() throws {
        if isLate() && withhold() { throw TooLate() }
        try lock.withLock {
            guard state == .waiting else { throw AlreadySent() }
            state = .left
        }
    }

    /// Returns whether the request has certainly not left, and now never will.
    func withhold() -> Bool {
        lock.withLock {
            if state == .waiting { state = .withheld }
            return state == .withheld
        }
    }
}

/// Error of a request that a flow may have taken for lost.
struct TooLate: Error, CustomStringConvertible {
    let description = "it is too late to send this request: ask the flow for its next step"
}

/// Error of a request that is sent a second time.
struct AlreadySent: Error, CustomStringConvertible {
    let description = "a request is sent once: find out what became of it"
}

/// Attempt that has ended.
struct HttpExchange: Sendable {
    let result: Result<HttpAnswer, any Error>
    /// Whether the request has certainly not reached the service.
    let isNotSent: Bool
    let duration: TimeInterval

    /// Attempt that was not made, because an earlier one has sent the request.
    static let alreadySent = HttpExchange(result: .failure(AlreadySent()), isNotSent: false, duration: 0)

    /// Sends a request once. It ends at the client's time-out or when the task is cancelled.
    static func of(
        _ request: HttpRequest, over client: any HttpClient, isLate: @escaping @Sendable () -> Bool = { false }
    ) async -> HttpExchange {
        let started = DispatchTime.now().uptimeNanoseconds
        let departure = Departure(isLate: isLate)
        let result: Result<HttpAnswer, any Error>
        let isNotSent: Bool
        do {
            (result, isNotSent) = (.success(try await client.answer(to: request, departure: departure)), false)
        } catch let error as NotSent {
            (result, isNotSent) = (.failure(error.reason), true)
        } catch {
            (result, isNotSent) = (.failure(error), departure.withhold())
        }
        let nanoseconds = DispatchTime.now().uptimeNanoseconds - started
        return HttpExchange(result: result, isNotSent: isNotSent, duration: TimeInterval(nanoseconds) / 1_000_000_000)
    }
}

/// Settlements that were sent: a program that repeats what failed must not pay twice.
final class Settlements: @unchecked Sendable {
    /// Calls, by any sender.
    static let calls = Settlements()

    private struct Sent {
        weak var call: AnyObject?
    }

    private let lock = NSLock()
    private var calls: [ObjectIdentifier: Sent] = [:]
    private var most = 64
    /// Hashes of a flow's requests, which hold a credential, until they would be too late.
    private var requests: [Int: Date] = [:]

    /// Marks a call as sent, and returns whether it was not.
    func isFirst(_ call: AnyObject) -> Bool {
        lock.withLock {
            if calls.count >= most {
                calls = calls.filter { $0.value.call != nil }
                most = max(64, 2 * calls.count)
            }
            // Another call may have had its place in memory.
            return calls.updateValue(Sent(call: call), forKey: ObjectIdentifier(call))?.call == nil
        }
    }

    func mayBeSentAgain(_ call: AnyObject) {
        _ = lock.withLock { calls.removeValue(forKey: ObjectIdentifier(call)) }
    }

    /// Marks a request as sent, and returns whether it was not.
    func isFirst(_ request: FlowRequest, until: Date, now: Date) -> Bool {
        lock.withLock {
            requests = requests.filter { now < $0.value }
            return requests.updateValue(until, forKey: request.hashValue) == nil
        }
    }

    func mayBeSentAgain(_ request: FlowRequest) {
        _ = lock.withLock { requests.removeValue(forKey: request.hashValue) }
    }
}

extension HttpAnswer {
    /// Creates an answer whose headers say how long to wait, for a ``HttpClient`` of your own.
    ///
    /// - Parameter header: Returns the value of a header by its name, or nil.
    public init(status: Int, body: Data, header: (String) -> String?) {
        let seconds = retryAfter(header("Retry-After"), header("Date"), now: Date())
        let retryAfterMs = seconds.flatMap { Int64(exactly: ($0 * 1000).rounded(.up)) }
        self.init(status: status, body: body, retryAfterMs: retryAfterMs)
    }
}

/// Seconds by the header `Retry-After`: a number, or a date by the service's own clock.
func retryAfter(_ header: String?, _ date: String?, now: Date) -> TimeInterval? {
    let wait = header?.trimmingCharacters(in: .whitespaces) ?? ""
    if (1...9).contains(wait.utf8.count), wait.utf8.allSatisfy({ (48...57).contains($0) }) { return TimeInterval(wait) }
    guard let until = httpDate(wait) else { return nil }
    return max(0, until.timeIntervalSince(date.flatMap { httpDate($0) } ?? now))
}

private func httpDate(_ text: String) -> Date? {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "UTC")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.date(from: text.trimmingCharacters(in: .whitespaces))
}
