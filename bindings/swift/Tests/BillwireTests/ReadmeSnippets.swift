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

func settleOnce(
    _ biller: Biller, _ bill: Settlement, _ database: some SettlementTable, _ session: URLSession
) async throws -> SettlementEnding? {
    let record = try await database.record(of: bill.refId)  // nil if none is stored
    let flow =
        if let record { try SettlementFlow.resume(biller: biller, bill: bill, record: record) } else {
            try SettlementFlow.start(biller: biller, bill: bill)
        }
    let ending = try await flow.run { record in
        try await database.save(record, of: bill.refId)  // false if another process stored one
    } send: { request in
        var urlRequest = try URLRequest(request.http)
        urlRequest.timeoutInterval = 30  // shorter than the policy's inFlightMs
        let (body, response) = try await session.data(for: urlRequest)
        return ((response as? HTTPURLResponse)?.statusCode ?? 0, body)
    }
    switch ending {
    case .settled: print("the money has moved")
    case .refused(let reason): print("nothing has moved: \(reason.code.text())")
    case .unclear(let reason): print("ask the service: \(reason.code.text())")
    case nil: print("another process goes on with this bill")
    }
    return ending
}

protocol SettlementTable: Sendable {
    func record(of refId: String) async throws -> String?
    func save(_ record: StoredRecord, of refId: String) async throws -> Bool
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
