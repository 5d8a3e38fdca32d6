// Examples of README.md, so that they compile. ReadmeTests compares the two.
import Billwire
import Foundation

func send(_ call: SettlementCall) async throws -> SettlementOutcome {
    let http = HttpSender()
    let outcome = try await http.send(call)
    return outcome
}

func observed(_ metrics: some Metrics) -> HttpSender {
    let http = HttpSender(timeout: 10) { attempt in
        metrics.record(attempt)  // operation, duration, status, next step, Retry-After, cause; no secret
    }
    return http
}

protocol Metrics: Sendable {
    func record(_ attempt: Attempt)
}

func settleOnce(
    _ biller: Biller, _ bill: Settlement, _ database: some SettlementTable, _ http: HttpSender
) async throws -> SettlementEnding? {
    let record = try await database.record(of: bill.refId)  // nil if none is stored
    let flow =
        if let record { try SettlementFlow.resume(biller: biller, bill: bill, record: record) } else {
            try SettlementFlow.start(biller: biller, bill: bill)
        }
    let ending = try await flow.run(
        save: { record in try await database.save(record, of: bill.refId) },  // false if another process stored one
        send: http.send)
    switch ending {
    case .settled: print("the money has moved")
    case .refused(let reason): print("nothing has moved: \(reason.code.text)")
    case .unclear(let reason): print("ask the service: \(reason.code.text)")
    case nil: print("another process goes on with this bill")
    }
    return ending
}

protocol SettlementTable: Sendable {
    func record(of refId: String) async throws -> String?
    func save(_ record: StoredRecord, of refId: String) async throws -> Bool
}

func paid(_ transaction: Billwire.Transaction) -> String {
    "\(transaction.totalAmount) \(transaction.currency)"
}

func report(_ settle: (Settlement) async throws -> Void, _ bill: Settlement) async throws {
    do {
        try await settle(bill)
    } catch BillwireError.invalidRequest(let details) {
        for violation in details.violations { print(violation.path, violation.explanation) }
    } catch let error as BillwireError {
        print(error, error.details.nextStep)  // safe to log: no value, no secret
    }
}

func inAnApp(_ bill: Settlement) throws {
    let validation = try validate(draft: bill)
    for violation in validation.violations { print(violation.path, violation.sentence(in: .khmer)) }  // for the field
    if validation.violations.isEmpty { print(try draftToJson(draft: bill)) }  // for your server
}
