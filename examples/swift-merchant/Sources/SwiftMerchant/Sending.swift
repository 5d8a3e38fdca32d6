import Billwire
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Largest answer in bytes. The interface's answers have a few hundred.
private let answerLimit = 1_048_576

/// Sends a prepared request once. Throws `NotSent` only if it certainly reached nobody.
///
/// A session of its own opens a new connection. On a reused connection, URLSession on Linux connects again when the
/// service hangs up, and reports `cannotConnectToHost` for a request that it has sent before.
func send(_ request: HttpRequest, _ patience: Patience) async throws -> (status: Int, body: Data) {
    let exchange = Exchange()
    let session = URLSession(configuration: .ephemeral, delegate: exchange, delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    let task = try session.dataTask(with: URLRequest(request))
    // URLSession's own time-out starts again with each piece of the answer.
    let limit = Task {
        try await Task.sleep(for: .seconds(patience.answer))
        task.cancel()
    }
    defer { limit.cancel() }
    do {
        let (body, response) = try await withCheckedThrowingContinuation { exchange.start(task, $0) }
        guard let status = (response as? HTTPURLResponse)?.statusCode else { throw URLError(.badServerResponse) }
        return (status, body)
    } catch {
        throw neverConnected(error) ? NotSent(error) : error
    }
}

/// Receives one answer. Follows no redirect, and cancels an answer that is too long. A session calls it on one queue.
private final class Exchange: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    typealias Continuation = CheckedContinuation<(Data, URLResponse?), any Error>

    private var continuation: Continuation?
    private var body = Data()

    func start(_ task: URLSessionTask, _ continuation: Continuation) {
        self.continuation = continuation
        task.resume()
    }

    func urlSession(_: URLSession, dataTask task: URLSessionDataTask, didReceive data: Data) {
        body.append(data)
        if body.count > answerLimit { task.cancel() }
    }

    func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error {
            continuation?.resume(throwing: error)
        } else if body.count > answerLimit {
            continuation?.resume(throwing: URLError(.dataLengthExceedsMaximum))
        } else {
            continuation?.resume(returning: (body, task.response))
        }
        continuation = nil
    }

    func urlSession(
        _: URLSession, task _: URLSessionTask, willPerformHTTPRedirection _: HTTPURLResponse, newRequest _: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

/// Only certain cases count as never sent: a wrong guess would settle a bill twice.
private func neverConnected(_ error: any Error) -> Bool {
    let codes: [URLError.Code] = [.cannotFindHost, .cannotConnectToHost, .dnsLookupFailed]
    return (error as? URLError).map { codes.contains($0.code) } ?? false
}
