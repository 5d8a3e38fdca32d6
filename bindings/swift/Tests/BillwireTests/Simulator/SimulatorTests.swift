import Billwire
import Foundation
import Testing

/// Bills from onboarding to confirmation without a network. Expected values follow from the bill.
@Suite("Simulator")
struct SimulatorTests {
    private let town: Town
    private let now = bill.date

    init() throws {
        town = try Town()
    }

    @Test("A webhook confirms a settled bill")
    func settledAndConfirmed() throws {
        guard case .settled = try town.settle(bill) else { throw Difference("it is not settled") }
        let due = try #require(town.service.dueWebhooks(now: now).first)
        #expect(due.request.url == Town.hook && due.attempt == 1)
        let event = try town.receiver.receive(due)
        let confirmed = try town.confirm(event, bill)
        town.service.delivered(id: due.id, reply: event.acknowledge(), now: now)

        let books = town.service.books()
        #expect(books.totals == ["KHR": "40000"] && books.balances == ["S-1": ["KHR": "40000"]])
        #expect(books.bills.map(\.refId) == ["INV-0001"] && books.bills.map(\.tranIds) == [[confirmed.claimKey]])
        #expect(books.webhooks == WebhookCounts(due: 1, delivered: 1, acknowledged: 1, failed: 0, pending: 0))
        #expect(town.service.nextDue() == nil)
    }

    @Test("Resending after a lost response settles twice")
    func lostAnswer() throws {
        try town.service.script(json: #"{"settlement":[{"ref_id":"INV-0001","fault":{"kind":"drop_after"}}]}"#)
        let call = try town.biller.prepareSettlement(bill: bill)
        #expect(town.service.handle(request: call.request, now: now).transport == .dropAfter)
        #expect(call.noAnswer(sent: .maybe).details.nextStep == .askService)
        #expect(town.service.books().totals == ["KHR": "40000"])
        let again = town.service.handle(request: call.request, now: now)
        #expect(again.transport == .send && again.status == 200)

        let books = town.service.books()
        #expect(books.totals == ["KHR": "80000"] && books.bills.map(\.tranIds.count) == [2])
        #expect(books.faultsServed == ["settlement/drop_after": 1])
    }

    @Test("A fault is served once and has a next step", arguments: Town.faults)
    func faults(_ fault: Town.Fault) throws {
        try town.service.script(json: #"{"settlement":[{"ref_id":"INV-0001","fault":\#(fault.json)}]}"#)
        let call = try town.biller.prepareSettlement(bill: bill)
        let answer = town.service.handle(request: call.request, now: now)
        #expect(answer.transport == fault.transport)
        if let nextStep = fault.nextStep {
            let error = try thrown { try call.decode(status: answer.status, body: answer.body) }
            #expect(error.details.nextStep == nextStep)
        }
        #expect(town.service.books().totals == (fault.movesMoney ? ["KHR": "40000"] : [:]))
        #expect(town.service.books().faultsServed.values.reduce(0, +) == 1)
    }

    @Test("A late webhook is repeated until acknowledged")
    func lateWebhook() throws {
        try town.service.script(json: #"{"webhooks":[{"ref_id":"INV-0001","fault":{"kind":"late","delay_ms":5123}}]}"#)
        _ = try town.settle(bill)
        let late = now + 5.123
        #expect(town.service.dueWebhooks(now: now).isEmpty && millis(town.service.nextDue()) == millis(late))
        let first = try #require(town.service.dueWebhooks(now: late).first)
        town.service.delivered(id: first.id, reply: nil, now: late)
        #expect(millis(town.service.nextDue()) == millis(late + 0.25))
        #expect(town.service.dueWebhooks(now: late + 1).map(\.attempt) == [2])
    }

    @Test("Only the response of section 2.8 acknowledges")
    func acknowledgement() throws {
        _ = try town.settle(bill)
        var now = now
        let body = #"{"status":"success","message":"success"}"#
        for reply in [Reply(status: 200, headers: [:], body: ""), Reply(status: 204, headers: [:], body: body)] {
            town.service.delivered(
                id: try #require(town.service.dueWebhooks(now: now).first).id, reply: reply, now: now)
            #expect(town.service.books().webhooks.acknowledged == 0)
            now = try #require(town.service.nextDue())
        }
        let last = try #require(town.service.dueWebhooks(now: now).first)
        town.service.delivered(id: last.id, reply: Reply(status: 200, headers: [:], body: body), now: now)
        #expect(town.service.books().webhooks.acknowledged == 1)
    }

    @Test("Checkout customers have either form")
    func checkoutForms() throws {
        try town.service.sendWebhooksTo(
            endpoint: WebhookEndpoint(url: "https://m.example", amounts: .number, customersKey: .customer))
        _ = try town.settle(bill)
        let body = try #require(town.service.dueWebhooks(now: now).first?.request.body?.text)
        #expect(body.contains(#""Customer":[{"#) && body.contains(#""amount":40000"#))
    }

    @Test("Headers select the target's test case")
    func sampleTarget() throws {
        let target = WebhookTarget(receiver: .checkout())
        let body = Data(#"{"tran_id":"T-1"}"#.utf8)
        #expect(target.receive(headers: ["Success": ["success"]], body: body).status == 200)
        #expect(target.receive(headers: ["fail": ["fail"], "Success": ["success"]], body: body).status == 500)
        #expect(target.receive(headers: [:], body: Data("[]".utf8)).status == 400)
        #expect(target.events().map { $0.payload.tranId } == ["T-1"])
    }

    @Test("A forged webhook is refused")
    func forgedWebhook() throws {
        try town.service.script(json: #"{"webhooks":[{"ref_id":"INV-0001","fault":{"kind":"forged"}}]}"#)
        _ = try town.settle(bill)
        let refused = town.service.dueWebhooks(now: now).filter { due in
            guard case .unauthenticated = try? thrown({ try town.receiver.receive(due) }) else { return false }
            return true
        }
        #expect(refused.count == 1)
    }

    @Test("Confirmed amounts come from the service")
    func wrongAmount() throws {
        try town.service.script(json: #"{"webhooks":[{"ref_id":"INV-0001","fault":{"kind":"wrong_amount"}}]}"#)
        _ = try town.settle(bill)
        let due = try #require(town.service.dueWebhooks(now: now).first)
        let event = try town.receiver.receive(due)
        #expect(event.payload.tranAmount != 40_000)
        #expect(try town.confirm(event, bill).transaction.tranAmount == 40_000)
    }

    @Test("Webhooks go to the new endpoint")
    func elsewhere() throws {
        try town.service.sendWebhooksTo(endpoint: WebhookEndpoint(url: "https://other.example/"))
        _ = try town.settle(bill)
        let due = try #require(town.service.dueWebhooks(now: now).first)
        #expect(due.request.url == "https://other.example/" && !due.request.headers.contains { $0.name == "Token" })
        #expect(try WebhookReceiver.checkout().receive(due).authentication == .unauthenticated)
    }

    @Test("A wrong script and a wrong address fail")
    func mistakes() throws {
        let script = #"{"settlement":[{"ref_id":"I","fault":{"kind":"fast"}}]}"#
        let error = try thrown { try town.service.script(json: script) }
        guard case .invalidConfig(let details) = error else { throw Difference("\(error)") }
        #expect(details.violations.map(\.path) == ["settlement[0].fault.kind"])
        let elsewhere = try Town.biller("https://elsewhere.example").prepareSettlement(bill: bill)
        #expect(town.service.handle(request: elsewhere.request, now: now).transport == .dropBefore)
        #expect(town.service.books().bills.isEmpty)
    }

    @Test("Eight threads lose no bill")
    func threads() async throws {
        let town = town
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 0..<8 {
                tasks.addTask {
                    var own = bill
                    for count in 0..<50 {
                        own.refId = "INV-\(number)-\(count)"
                        _ = try town.settle(own)
                    }
                }
            }
            try await tasks.waitForAll()
        }
        #expect(town.service.books().totals == ["KHR": "\(8 * 50 * 40_000)"])
        #expect(town.service.dueWebhooks(now: now).count == 400)
    }

    @Test("Nothing prints a token or a body")
    func silence() throws {
        _ = try town.settle(bill)
        let due = try #require(town.service.dueWebhooks(now: now).first)
        #expect(due.request.headers.contains { $0.value.text == Town.secret })
        let values: [Any] = [
            town.service, Town.config(), due, due.request, town.service.books(), webhookFixtures(),
        ]
        for text in values.flatMap({ allForms(of: $0) }) {
            #expect(!text.contains(Town.secret) && !text.contains("tran_amount"))
        }
    }

    @Test("Receivers treat each fixture as it says")
    func fixtures() throws {
        #expect(webhookFixtures().count > 20)
        for fixture in webhookFixtures() {
            let receiver = try fixture.token.map { try WebhookReceiver.merchantProxy(tokens: [$0]) } ?? .checkout()
            do {
                _ = try receiver.receive(headers: fixture.headers, body: fixture.body)
                #expect(fixture.error == nil, "\(fixture.name)")
            } catch {
                #expect(fixture.error == error.details.code, "\(fixture.name)")
            }
        }
    }

    private func millis(_ date: Date?) -> Double? {
        date.map { ($0.timeIntervalSince1970 * 1000).rounded() }
    }
}
