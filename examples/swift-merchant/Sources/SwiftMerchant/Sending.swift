import Billwire
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Follows no redirect, so credentials and bills never follow one.
private final class NoRedirects: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _: URLSession, task _: URLSessionTask, willPerformHTTPRedirection _: HTTPURLResponse, newRequest _: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

private let session = URLSession(configuration: .ephemeral, delegate: NoRedirects(), delegateQueue: nil)

/// Sends a prepared request once and reads the answer. Throws a `BillwireError` with the next step.
func send<Outcome>(
    _ request: HttpRequest, _ patience: Patience, noAnswer: (Sent) -> BillwireError,
    read: (Int, Data) throws -> Outcome
) async throws -> Outcome {
    var urlRequest = try URLRequest(request)
    urlRequest.timeoutInterval = patience.answer
    let (body, response): (Data, URLResponse)
    do {
        (body, response) = try await session.data(for: urlRequest)
    } catch {
        throw noAnswer(neverConnected(error) ? .no : .maybe)
    }
    guard let status = (response as? HTTPURLResponse)?.statusCode else { throw noAnswer(.maybe) }
    return try read(status, body)
}

/// Asks until there is an answer. Use it only for calls that change nothing, such as a verification. Their next step is
/// `verifyAgain` where a settlement's is `verifyFirst`.
func ask<Outcome>(
    _ call: VerificationCall, _ patience: Patience, read: (Int, Data) throws -> Outcome
) async throws -> Outcome {
    var failures = 0
    while true {
        do {
            return try await send(call.request(), patience, noAnswer: call.noAnswer, read: read)
        } catch let error as BillwireError {
            // An unknown code and "not found" are answers: asking again at once would not change them.
            let failure = error.failure()
            let isNoAnswer = failure.nextStep == .verifyAgain && ![.unknownCode, .notFound].contains(failure.code)
            failures += 1
            guard isNoAnswer, failures < patience.tries else { throw error }
            try await Task.sleep(for: patience.backoff(after: failures))
        }
    }
}

/// Only certain cases count as never sent: a wrong guess would settle a bill twice.
private func neverConnected(_ error: any Error) -> Bool {
    let codes: [URLError.Code] = [.cannotFindHost, .cannotConnectToHost, .dnsLookupFailed]
    return (error as? URLError).map { codes.contains($0.code) } ?? false
}
