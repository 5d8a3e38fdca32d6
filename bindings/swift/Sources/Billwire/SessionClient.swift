// One attempt over `URLSession`.
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

/// `URLSession`, with a session and a connection of its own for each request.
struct SessionClient: HttpClient, @unchecked Sendable {
    // Written here and nowhere else.
    private let configuration: URLSessionConfiguration
    private let timeout: TimeInterval
    private let maxBytes: Int
    /// Whether a `URLProtocol` of the program takes requests. Its errors prove nothing about what was sent.
    private let hasForeignProtocol: Bool

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

    func answer(to request: HttpRequest, departure: Departure) async throws -> HttpAnswer {
        let receiver = Receiver(maxBytes: maxBytes)
        let session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        let task = session.dataTask(with: try URLRequest(request))
        // `URLSession` tells nobody when the bytes leave.
        try departure.leave()
        let result = await receiver.answer(to: task, within: timeout)
        if case .failure(let error) = result, request.body != nil, !hasForeignProtocol, neverConnected(error, task) {
            throw NotSent(error)
        }
        return try result.get()
    }
}

/// Only certain cases count as never sent: a wrong guess would settle a bill twice. Foundation on Linux uses
/// `cannotConnectToHost` for other errors too, so no byte of the body may have left.
private func neverConnected(_ error: any Error, _ task: URLSessionTask) -> Bool {
    let codes: [URLError.Code] = [.cannotFindHost, .cannotConnectToHost, .dnsLookupFailed]
    return (error as? URLError).map { codes.contains($0.code) } ?? false && task.countOfBytesSent == 0
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
        let answer = HttpAnswer(status: response.statusCode, body: body) { response.value(forHTTPHeaderField: $0) }
        finish(.success(answer))
    }

    func urlSession(
        _: URLSession, task _: URLSessionTask, willPerformHTTPRedirection _: HTTPURLResponse, newRequest _: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
