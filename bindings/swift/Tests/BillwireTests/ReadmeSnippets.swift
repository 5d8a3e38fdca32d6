// Examples of README.md, so that they compile. ReadmeTests compares the two.
import Billwire
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

final class NoRedirects: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _: URLSession, task _: URLSessionTask, willPerformHTTPRedirection _: HTTPURLResponse, newRequest _: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}

func send(_ call: SettlementCall) async throws -> SettlementOutcome {
    let session = URLSession(configuration: .ephemeral, delegate: NoRedirects(), delegateQueue: nil)
    let (body, response) = try await session.data(for: URLRequest(call.request()))
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    return try call.decode(status: status, body: body)
}

func report(_ settle: (Settlement) async throws -> Void, _ bill: Settlement) async throws {
    do {
        try await settle(bill)
    } catch BillwireError.invalidRequest(let details) {
        for violation in details.violations { print(violation.path, violation.explanation) }
    } catch let error as BillwireError {
        print(error, error.details().nextStep)  // safe to log: no value, no secret
    }
}
