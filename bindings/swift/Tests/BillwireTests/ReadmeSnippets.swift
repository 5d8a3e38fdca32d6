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
) async throws -> SettlementRun {
    let flow = try SettlementFlow(biller: biller, bill: bill)
    let run = try await flow.run(
        load: { try await database.record(of: bill.refId) },  // nil if none is stored
        save: { record in try await database.save(record, of: bill.refId) },  // false if another process stored one
        send: http.send,
        control: { try await database.lastSettled() })  // a bill that your books know as settled
    switch run {
    case .ended(.settled): print("the money has moved")
    case .ended(.refused(let reason)): print("nothing has moved: \(codeText(code: reason.code))")
    case .ended(.unclear(let reason)): print("ask the service: \(codeText(code: reason.code))")
    case .takenOver: print("another process goes on with this bill")
    case .waiting(let until, _): print("go on at \(until)")  // with `maxWaitMs`, or for credentials
    }
    return run
}

func reopen(_ biller: Biller, _ corrected: Settlement) throws -> SettlementFlow {
    let flow = try SettlementFlow(biller: biller, bill: corrected, mode: .reopen)
    return flow
}

func resolve(_ biller: Biller, _ bill: Settlement) throws -> SettlementFlow {
    let flow = try SettlementFlow(biller: biller, bill: bill)
    try flow.resolved(resolution: .nothingMoved)  // or .settled; then run the flow, which stores it
    return flow
}

func creditOnce(
    _ biller: Biller, _ event: WebhookEvent, _ database: some Books, _ http: HttpSender
) async throws -> Reply? {
    guard let bill = try await database.bill(for: event) else {
        let unknown = try CreditFlow.ofUnknownBill(biller: biller, event: event, now: Date())
        return try await unknown.run(send: http.send, credit: { _ in .paidOtherwise }, review: { _ in false }).reply
    }
    let flow = try CreditFlow.ofEvent(
        biller: biller, event: event, bill: bill.expectation,
        transactions: bill.transactions, now: Date())  // all that your books have of it
    let (_, reply) = try await flow.run(
        send: http.send,
        credit: { confirmed in try await database.credit(bill, confirmed) },  // one transaction, a unique claim key
        review: { review in try await database.store(review, bill) })  // a person decides: paid twice, reversed
    return reply
}

func received(
    _ headers: [String: [String]], _ body: Data, by receiver: WebhookReceiver,
    credit: (WebhookEvent) async throws -> Reply?
) async throws -> Reply {
    do {
        let event = try receiver.receive(headers: headers, body: body)
        return try await credit(event) ?? Reply(status: 503, headers: [:], body: "")  // it comes again
    } catch let error as BillwireError {
        guard let reply = error.response() else { throw error }
        return reply
    }
}

func ofTheSandbox() throws -> Biller {
    let sandbox = BillerConfig(
        baseUrl: "http://127.0.0.1:8080", bearer: BearerToken(secret: "sandbox-bearer"),
        verificationToken: VerificationToken(secret: "sandbox-verification"),
        hashToken: HashToken(secret: "sandbox-hash-token"), allowLoopbackHttp: true)
    return try Biller(config: sandbox)
}

protocol Books: Sendable {
    func bill(for event: WebhookEvent) async throws -> Bill?
    func credit(_ bill: Bill, _ confirmed: Confirmed) async throws -> Claim
    func store(_ review: CreditReview, _ bill: Bill) async throws -> Bool
}

struct Bill: Sendable {
    let expectation: Expectation
    let transactions: [BookedTransaction]
}

protocol SettlementTable: Sendable {
    func record(of refId: String) async throws -> String?
    func save(_ record: StoredRecord, of refId: String) async throws -> Bool
    func lastSettled() async throws -> Settlement?
}

func paid(_ transaction: Billwire.Transaction) -> String {
    "\(transaction.totalAmount) \(transaction.currency)"
}

func report(_ settle: (Settlement) async throws -> Void, _ bill: Settlement) async throws {
    do {
        try await settle(bill)
    } catch BillwireError.InvalidRequest(_, let violations) {
        for violation in violations.listed { print(violation.path, violation.explanation) }
    } catch let error as BillwireError {
        print(error, error.nextStep())  // safe to log: no value, no secret
    }
}

func inAnApp(_ bill: Settlement) throws {
    let violations = try validateSettlement(draft: bill).violations.listed
    for violation in violations { print(violation.path, violation.sentence(language: .khmer)) }  // for the field
    if violations.isEmpty { print(try settlementToJson(draft: bill)) }  // for your server
}
