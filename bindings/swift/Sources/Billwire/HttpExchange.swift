// One attempt over a session and a connection of its own.
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
    /// Creates the request of a call. Send it with a session that follows no redirect.
    ///
    /// - Throws: `URLError` if Foundation cannot read the address.
    public init(_ request: HttpRequest) throws {
        guard let url = URL(string: request.url) else { throw URLError(.badURL) }
        self.init(url: url)
        httpMethod = request.method.description
        for header in request.headers { setValue(header.value.text, forHTTPHeaderField: header.name) }
        httpBody = request.body.map { Data($0.text.utf8) }
    }
}

/// Settings of each session.
struct SessionSettings: @unchecked Sendable {
    // Written here and nowhere else.
    let configuration: URLSessionConfiguration
    let timeout: TimeInterval
    let maxBytes: Int
    /// Whether a `URLProtocol` of the program takes requests. Its errors prove nothing about what was sent.
    let hasForeignProtocol: Bool

    init(_ configuration: URLSessionConfiguration, timeout: TimeInterval, maxBytes: Int) {
        precondition(timeout > 0, "expected a time-out above 0 seconds")
        precondition(maxBytes > 0, "expected a limit of at least 1 byte")
        self.configuration = configuration.copy() as? URLSessionConfiguration ?? configuration
        self.configuration.httpCookieStorage = nil
        self.configuration.urlCache = nil
        self.configuration.urlCredentialStorage = nil
        self.configuration.timeoutIntervalForRequest = timeout
        self.configuration.timeoutIntervalForResource = timeout
        self.timeout = timeout
        self.maxBytes = maxBytes
        let own = Set((URLSessionConfiguration.ephemeral.protocolClasses ?? []).map(ObjectIdentifier.init))
        hasForeignProtocol = (configuration.protocolClasses ?? []).contains { !own.contains(ObjectIdentifier($0)) }
    }
}

/// Error of a request that a flow may have taken for lost.
struct TooLate: Error, CustomStringConvertible {
    let description = "it is too late to send this request: ask the flow for its next step"
}

/// Attempt that has ended.
struct HttpExchange: Sendable {
    let result: Result<HttpAnswer, any Error>
    /// Whether the request has certainly not reached the service.
    let isNotSent: Bool
    let duration: TimeInterval

    /// Attempt that was not made.
    static let tooLate = HttpExchange(result: .failure(TooLate()), isNotSent: true, duration: 0)

    /// Sends a request once. It ends at the time-out or when the task is cancelled.
    static func of(_ request: HttpRequest, _ settings: SessionSettings) async -> HttpExchange {
        let started = DispatchTime.now().uptimeNanoseconds
        let receiver = Receiver(maxBytes: settings.maxBytes)
        let session = URLSession(configuration: settings.configuration, delegate: receiver, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        var isNotSent = false
        let result: Result<HttpAnswer, any Error>
        do {
            let task = session.dataTask(with: try URLRequest(request))
            result = await receiver.answer(to: task, within: settings.timeout)
            isNotSent = request.body != nil && !settings.hasForeignProtocol && neverConnected(result, task)
        } catch {
            (result, isNotSent) = (.failure(error), true)
        }
        let nanoseconds = DispatchTime.now().uptimeNanoseconds - started
        return HttpExchange(result: result, isNotSent: isNotSent, duration: TimeInterval(nanoseconds) / 1_000_000_000)
    }
}

/// Only certain cases count as never sent: a wrong guess would settle a bill twice. Foundation on Linux uses
/// `cannotConnectToHost` for other errors too, so no byte of the body may have left.
private func neverConnected(_ result: Result<HttpAnswer, any Error>, _ task: URLSessionTask) -> Bool {
    guard case .failure(let error as URLError) = result else { return false }
    let codes: [URLError.Code] = [.cannotFindHost, .cannotConnectToHost, .dnsLookupFailed]
    return codes.contains(error.code) && task.countOfBytesSent == 0
}

/// Receives the answer to one request. Follows no redirect, and ends an answer that is too long.
private final class Receiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    typealias Answer = Result<HttpAnswer, any Error>

    private let maxBytes: Int
    private let lock = NSLock()
    private var body = Data()
    private var end: Answer?
    private var continuation: CheckedContinuation<Answer, Never>?

    init(maxBytes: Int) {
        self.maxBytes = maxBytes
    }

    func answer(to task: URLSessionTask, within timeout: TimeInterval) async -> Answer {
        await withTaskCancellationHandler {
            let timer = DispatchWorkItem { self.finish(.failure(URLError(.timedOut))) }
            DispatchQueue.global().asyncAfter(deadline: .now() + timeout, execute: timer)
            defer { timer.cancel() }
            task.resume()
            return await withCheckedContinuation { continuation in
                lock.withLock { self.continuation = continuation }
                finish(nil)
            }
        } onCancel: {
            finish(.failure(CancellationError()))
        }
    }

    /// Ends the waiting, once there is an answer and somebody waits.
    private func finish(_ answer: Answer?) {
        let waiting: (CheckedContinuation<Answer, Never>, Answer)? = lock.withLock {
            if end == nil { end = answer }
            guard let continuation, let end else { return nil }
            self.continuation = nil
            return (continuation, end)
        }
        if let (continuation, end) = waiting { continuation.resume(returning: end) }
    }

    func urlSession(_: URLSession, dataTask _: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = lock.withLock {
            body.append(data)
            return body.count > maxBytes
        }
        if isTooLong { finish(.failure(URLError(.dataLengthExceedsMaximum))) }
    }

    func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error { return finish(.failure(error)) }
        guard let response = task.response as? HTTPURLResponse else {
            return finish(.failure(URLError(.badServerResponse)))
        }
        let body = lock.withLock { self.body }
        let retryAfter = retryAfter(
            response.value(forHTTPHeaderField: "Retry-After"), response.value(forHTTPHeaderField: "Date"), now: Date())
        let retryAfterMs = retryAfter.flatMap { Int64(exactly: ($0 * 1000).rounded(.up)) }
        finish(.success(HttpAnswer(status: response.statusCode, body: body, retryAfterMs: retryAfterMs)))
    }

    func urlSession(
        _: URLSession, task _: URLSessionTask, willPerformHTTPRedirection _: HTTPURLResponse, newRequest _: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
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
