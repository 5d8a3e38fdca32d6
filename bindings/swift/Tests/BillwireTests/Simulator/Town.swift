import Billwire
import Foundation

/// Simulated service with a merchant whose shop is onboarded.
struct Town: Sendable {
    static let secret = "canary-4711"
    static let hook = "https://merchant.example/hook"
    let service: Simulator
    let biller: Biller
    let receiver: WebhookReceiver

    init() throws {
        service = try Simulator(config: Town.config())
        biller = try Town.biller("https://service.example/api")
        receiver = try WebhookReceiver.merchantProxy(tokens: [WebhookToken(secret: Town.secret)])
        let call = try biller.prepareOnboarding(request: shop)
        let answer = service.handle(request: call.request, now: bill.date)
        guard try call.decode(status: answer.status, body: answer.body).data?.supplierSyncCode == "S-1" else {
            throw Difference("the shop is not onboarded")
        }
    }

    static func config() -> SimulatorConfig {
        SimulatorConfig(
            bearer: BearerToken(secret: secret), verificationToken: VerificationToken(secret: secret),
            hashToken: HashToken(secret: secret), baseUrl: "https://service.example/api/",
            webhook: WebhookEndpoint(url: hook, token: WebhookToken(secret: secret)), fee: 500)
    }

    static func biller(_ baseUrl: String) throws -> Biller {
        try Biller(
            config: BillerConfig(
                baseUrl: baseUrl, bearer: BearerToken(secret: secret),
                verificationToken: VerificationToken(secret: secret), hashToken: HashToken(secret: secret)))
    }

    func settle(_ bill: Settlement) throws -> SettlementOutcome {
        let call = try biller.prepareSettlement(bill: bill)
        let answer = service.handle(request: call.request, now: bill.date)
        return try call.decode(status: answer.status, body: answer.body)
    }

    func confirm(_ event: WebhookEvent, _ bill: Settlement) throws -> Confirmed {
        let expectation = Expectation(
            identityCode: bill.refId, purposeOfTransaction: bill.refId, currency: bill.currency,
            amount: Decimal(bill.totalAmount))
        let confirmation = try event.confirm(biller: biller, expectation: expectation)
        let answer = service.handle(request: confirmation.call.request, now: bill.date)
        switch try confirmation.decide(status: answer.status, body: answer.body) {
        case .confirmed(let confirmed, _): return confirmed
        case let other: throw Difference("\(other)")
        }
    }

    /// Fault of the response to a settlement, with the expected result.
    struct Fault: Sendable {
        let json: String
        let transport: ResponseTransport
        let nextStep: NextStep?
        let movesMoney: Bool
    }

    static let faults = [
        Fault(json: #"{"kind":"slow","delay_ms":70}"#, transport: .slow(delayMs: 70), nextStep: nil, movesMoney: true),
        Fault(json: #"{"kind":"drop_before"}"#, transport: .dropBefore, nextStep: nil, movesMoney: false),
        Fault(
            json: #"{"kind":"unreadable","moves_money":true}"#, transport: .send, nextStep: .askService,
            movesMoney: true),
        Fault(
            json: #"{"kind":"redirect","status":302,"location":"https://elsewhere.example"}"#, transport: .send,
            nextStep: .askService, movesMoney: false),
        Fault(
            json: #"{"kind":"code","code":"999","message":"m","moves_money":false}"#, transport: .send,
            nextStep: .askService, movesMoney: false),
    ]
}
