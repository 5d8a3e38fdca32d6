import Billwire
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Largest answer in bytes. The interface's answers have a few hundred.
private let answerLimit = 1_048_576

/// Receives answers. Follows no redirect, and cancels an answer that is too long.
private final class Answers: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    typealias Continuation = CheckedContinuation<(Data, URLResponse?), any Error>

    private let lock = NSLock()
    private var pending: [Int: (body: Data, continuation: Continuation)] = [:]

    func start(_ task: URLSessionTask, _ continuation: Continuation) {
        lock.withLock { pending[task.taskIdentifier] = (Data(), continuation) }
        task.resume()
    }

    func urlSession(_: URLSession, dataTask task: URLSessionDataTask, didReceive data: Data) {
        let length = lock.withLock {
            pending[task.taskIdentifier]?.body.append(data)
            return pending[task.taskIdentifier]?.body.count ?? 0
        }
        if length > answerLimit { task.cancel() }
    }

    func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let answer = lock.withLock { pending.removeValue(forKey: task.taskIdentifier) }
        guard let (body, continuation) = answer else { return }
        if let error {
            continuation.resume(throwing: error)
        } else if body.count > answerLimit {
            continuation.resume(throwing: URLError(.dataLengthExceedsMaximum))
        } else {
            continuation.resume(returning: (body, task.response))
        }
    }

    func urlSession(
        _: URLSession, task _: URLSessionTask, willPerformHTTPRedirection _: HTTPURLResponse, newRequest _: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

private let answers = Answers()
private let session = URLSession(configuration: .ephemeral, delegate: answers, delegateQueue: nil)

/// Sends a prepared request once. Throws `NotSent` only if it certainly reached nobody.
func send(_ request: HttpRequest, _ patience: Patience) async throws -> (status: Int, body: Data) {
    var urlRequest = try URLRequest(request)
    urlRequest.timeoutInterval = patience.answer
    let task = session.dataTask(with: urlRequest)
    do {
        let (body, response) = try await withCheckedThrowingContinuation { answers.start(task, $0) }
        guard let status = (response as? HTTPURLResponse)?.statusCode else { throw URLError(.badServerResponse) }
        return (status, body)
    } catch {
        throw neverConnected(error) ? NotSent(error) : error
    }
}

/// Only certain cases count as never sent: a wrong guess would settle a bill twice.
private func neverConnected(_ error: any Error) -> Bool {
    let codes: [URLError.Code] = [.cannotFindHost, .cannotConnectToHost, .dnsLookupFailed]
    return (error as? URLError).map { codes.contains($0.code) } ?? false
}
