import Billwire
import Foundation
import Testing

/// README's quickstart settles and credits by the simulator. Here is what it does not show.
@Suite("Simulator")
struct SimulatorTests {
    private static let secret = "canary-4711"
    private let service: Simulator

    init() throws {
        service = try Simulator(
            config: SimulatorConfig(
                bearer: BearerToken(secret: "test-bearer"),
                verificationToken: VerificationToken(secret: "test-verification"),
                hashToken: HashToken(secret: "test-hash-key"),
                webhook: WebhookEndpoint(url: "https://m.example", token: WebhookToken(secret: Self.secret))))
        let call = try biller().prepareOnboarding(request: shop)
        _ = service.handle(request: call.request(), now: bill.date)
    }

    @Test("Faults are served, books count, and nothing prints a token")
    func faults() throws {
        try service.script(json: #"{"settlement":[{"ref_id":"INV-1","fault":{"kind":"slow","delay_ms":70}}]}"#)
        let answer = try service.handle(request: settle(bill).request(), now: bill.date)
        #expect(answer.transport == .slow(delayMs: 70) && answer.status == 200)
        let due = try #require(service.dueWebhooks(now: bill.date).first)
        #expect(due.attempt == 1 && !"\(due) \(service)".contains(Self.secret))
        service.delivered(id: due.id, reply: Reply(status: 500, headers: [:], body: ""), now: bill.date)
        #expect(service.nextDue() ?? bill.date > bill.date)
        let books = service.books()
        #expect(books.totals == ["KHR": "40000"] && books.faultsServed == ["settlement/slow": 1])
        #expect(books.webhooks == WebhookCounts(due: 1, delivered: 1, acknowledged: 0, failed: 0, pending: 1))
        let wrong = #"{"settlement":[{"ref_id":"I","fault":{"kind":"fast"}}]}"#
        #expect(try BillwireTests.faults { try service.script(json: wrong) }.first?.hasPrefix("settlement[0]") == true)
    }

    @Test("A receiver treats each fixture as it says, and a target as its headers say")
    func fixtures() throws {
        #expect(webhookFixtures().count > 20)
        for fixture in webhookFixtures() {
            let receiver = try fixture.token.map { try WebhookReceiver.merchantProxy(tokens: [$0]) } ?? .checkout()
            do {
                _ = try receiver.receive(headers: fixture.headers, body: fixture.body)
                #expect(fixture.error == nil, "\(fixture.name)")
            } catch let error as BillwireError {
                #expect(fixture.error == error.code(), "\(fixture.name)")
            }
        }
        let (target, body) = try (WebhookTarget(receiver: .checkout()), Data(#"{"tran_id":"T-1"}"#.utf8))
        #expect(target.receive(headers: [:], body: body).status == 200)
        #expect(target.events().map { $0.payload().tranId } == ["T-1"])
    }
}
