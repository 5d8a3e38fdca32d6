// Every example of README.md, so that it compiles. ReadmeTests compares the two.
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

func settle(baseUrl: String, secrets: (bearer: String, verification: String, key: String)) async throws {
    let biller = try Biller(
        config: BillerConfig(
            baseUrl: baseUrl,
            bearer: BearerToken(secret: secrets.bearer),
            verificationToken: VerificationToken(secret: secrets.verification),
            hashToken: HashToken(secret: secrets.key)))
    let session = URLSession(configuration: .ephemeral, delegate: NoRedirects(), delegateQueue: nil)

    let bill = Settlement(
        refId: "INV-0001", date: .now, dueDate: .now + 30 * 86_400, currency: "KHR", totalAmount: 40_000,
        customerSyncCode: "C-1", settlementTo: "S-1")
    let call = try biller.prepareSettlement(bill: bill)  // throws all violations at once
    let (body, response) = try await session.data(for: URLRequest(call.request()))
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    switch try call.decode(status: status, body: body) {  // throws a BillwireError with a next step
    case .settled: print("the money has moved")
    case .accepted(_, let nextStep): print("not known yet: \(nextStep)")
    }
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

func receive(
    _ biller: Biller, webhookToken: String, headers: [String: [String]], rawBody: Data,
    invoice: (no: String, riel: Decimal),
    send: (HttpRequest) async throws -> (status: Int, body: Data), creditOnce: (String) async throws -> Void
) async throws -> Reply {
    let receiver = try WebhookReceiver.merchantProxy(tokens: [WebhookToken(secret: webhookToken)])

    let event = try receiver.receive(headers: headers, body: rawBody)  // checks the token, then reads the body
    let confirmation = try event.confirm(
        biller: biller,
        expectation: Expectation(
            identityCode: invoice.no, purposeOfTransaction: invoice.no, currency: "KHR", amount: invoice.riel))
    let answer = try await send(confirmation.call().request())
    switch try confirmation.decide(status: answer.status, body: answer.body) {
    case .confirmed(let confirmed): try await creditOnce(confirmed.claimKey())  // one transaction pays one bill
    case .mismatch(let mismatches): print("not what was billed: \(mismatches)")
    }
    return event.acknowledge()
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

func simulate(
    _ onboarding: OnboardingCall, _ settlement: SettlementCall, _ receiver: WebhookReceiver, now: Date,
    bearer: BearerToken, verification: VerificationToken, key: HashToken, webhook: WebhookToken
) throws -> Books {
    let service = try Simulator(
        config: SimulatorConfig(
            bearer: bearer, verificationToken: verification, hashToken: key,
            webhook: WebhookEndpoint(url: "https://merchant.example/hook", token: webhook)))
    try service.script(json: #"{"settlement":[{"ref_id":"INV-0002","fault":{"kind":"drop_after"}}]}"#)

    _ = service.handle(request: onboarding.request(), now: now)  // creates the account to settle to
    let answer = service.handle(request: settlement.request(), now: now)
    print(try settlement.decode(status: answer.status, body: answer.body))
    for due in service.dueWebhooks(now: now) {
        let event = try receiver.receive(due)
        service.delivered(id: due.id, reply: event.acknowledge(), now: now)
    }
    print(service.books().totals)  // ["KHR": "40000"]
    return service.books()
}
