// Settles a bill whose answer is lost, and credits its payment once, although the webhook comes twice.
import Billwire
import Foundation

@main
struct Quickstart {
    static func main() throws { try Shop().run() }
}

final class Shop {
    let now = Date(timeIntervalSince1970: 1_769_877_600)  // 2026-01-31T16:40:00Z; the simulator reads no clock
    let service: Simulator
    let biller: Biller
    let receiver: WebhookReceiver
    let bill = Settlement(
        refId: "INV-0001", date: Date(timeIntervalSince1970: 1_769_824_800),
        dueDate: Date(timeIntervalSince1970: 1_772_244_000), currency: "KHR", totalAmount: 40_000,
        customerSyncCode: "C-17", settlementTo: "SHOP-1")
    var credits: [String: String] = [:]  // claim key to bill; in production, a table with a unique claim key

    init() throws {
        let bearer = BearerToken(secret: "test-bearer")
        let token = VerificationToken(secret: "test-verification")
        let key = HashToken(secret: "test-key")
        let webhookToken = WebhookToken(secret: "test-webhook")
        // The simulated service: no network. To go live, send with URLSession in `send`.
        service = try Simulator(
            config: SimulatorConfig(
                bearer: bearer, verificationToken: token, hashToken: key,
                webhook: WebhookEndpoint(url: "https://shop.example/webhook", token: webhookToken)))
        // Agree on these with your provider: how a verification finds a bill, and its code for "not found".
        let profile = WireProfile(
            notFoundCodes: CodesByOperation(verification: ["NOT_FOUND"]),
            settlementLookup: SettlementLookup(identityCode: "ref_id", purposeOfTransaction: "ref_id"))
        biller = try Biller(
            config: BillerConfig(
                baseUrl: "https://service.example", bearer: bearer, verificationToken: token, hashToken: key,
                profile: profile))
        receiver = try WebhookReceiver.merchantProxy(tokens: [webhookToken])
    }

    func run() throws {
        let lost = #"{ "ref_id": "INV-0001", "fault": { "kind": "drop_after" } }"#  // the money moves
        let twice = #"{ "ref_id": "INV-0001", "fault": { "kind": "twice" } }"#
        try service.script(json: #"{ "settlement": [\#(lost)], "webhooks": [\#(twice)] }"#)

        let shop = Onboarding(supplierSyncCode: "SHOP-1", name: "Angkor Fresh Market")
        let call = try biller.prepareOnboarding(request: shop)
        let answer = try send(call.request(), noAnswer: call.noAnswer)
        _ = try call.decode(status: answer.status, body: answer.body)

        print("the bill is", try settle())
        while let webhook = service.dueWebhooks(now: now).first {
            service.delivered(id: webhook.id, reply: receive(webhook), now: now)
        }
        let books = service.books()
        guard credits.count == 1, books.totals == ["KHR": "40000"], books.webhooks.acknowledged == 2 else {
            fatalError("the books differ")
        }
        print("confirmed, credited once")
    }

    /// Settles the bill. After a lost answer, it looks the bill up: sending it again could pay twice.
    func settle() throws -> String {
        let call = try biller.prepareSettlement(bill: bill)  // throws all violations at once
        do {
            let answer = try send(call.request(), noAnswer: call.noAnswer)
            switch try call.decode(status: answer.status, body: answer.body) {
            case .settled: return "settled"
            case .accepted, .failed: return "in doubt: look it up, or ask the service"
            }
        } catch let error as BillwireError where error.nextStep() == .verifyFirst {
            let lookup = try biller.prepareSettlementLookup(bill: bill)
            let answer = try send(lookup.call().request(), noAnswer: lookup.call().noAnswer)
            if case .settled = lookup.decide(status: answer.status, body: answer.body) { return "settled" }
            return "in doubt: look it up again, or ask the service"
        }
    }

    /// Receives a webhook and returns the reply. The service's verification decides, not the webhook.
    func receive(_ webhook: DueWebhook) -> Reply? {
        do {
            let event = try receiver.receive(webhook)  // in production, the headers and the raw body
            // In production, the bill of `event.payload().identityCode`.
            let billed = Expectation(
                identityCode: bill.refId, purposeOfTransaction: bill.refId, currency: bill.currency,
                amount: Decimal(bill.totalAmount))
            let confirmation = try event.confirm(biller: biller, expectation: billed)
            let answer = try send(confirmation.call().request(), noAnswer: confirmation.call().noAnswer)
            switch try confirmation.decide(status: answer.status, body: answer.body) {
            case .confirmed(let payment):
                credits[payment.claimKey()] = bill.refId  // the second webhook has the same key
                return event.acknowledge()
            case .pending: return Reply(status: 503, headers: [:], body: "")  // not decided yet: it comes again
            case .failed: return event.acknowledge()  // it paid nothing
            case .mismatch:
                return Reply(status: 409, headers: [:], body: "")  // another amount, or another bill: credit nothing
            }
        } catch {
            return (error as? BillwireError)?.response()  // 401 or 400 for a false webhook, else none
        }
    }

    /// Sends a request once and unchanged. Without an answer, the error says whether it may be sent again.
    func send(
        _ request: HttpRequest, noAnswer: (Sent) -> BillwireError
    ) throws -> (status: Int, body: Data) {
        let answer = service.handle(request: request, now: now)
        guard answer.transport == .send else { throw noAnswer(.maybe) }
        return (answer.status, answer.body)
    }
}
