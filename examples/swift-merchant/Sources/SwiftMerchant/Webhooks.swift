import Billwire
import Foundation

/// Result of a webhook, for the table. Only `paid` changes our books.
enum Notice: String, CaseIterable {
    case paid, duplicate, pending, mismatch, forged, unreadable
    case unknownBill = "unknown bill"
    case paidTwice = "paid twice"
    case busy, unconfirmed, failed
}

func listenForWebhooks(_ merchant: Merchant, port: UInt16) throws -> Listener {
    try Listener(port: port) { request in
        guard request.method == "POST", request.path == "/webhook" else { return Answer(status: 404) }
        do {
            return Answer(try await receive(merchant, request))
        } catch {
            await merchant.diary.noticed(.failed)
            return Answer(status: 500)  // no details about our own errors
        }
    }
}

extension Answer {
    fileprivate init(_ reply: Reply) {
        self.init(status: reply.status, headers: reply.headers, body: Data(reply.body.utf8))
    }
}

/// The raw body. Do not parse it first.
private func receive(_ merchant: Merchant, _ request: Request) async throws -> Reply {
    do {
        let event = try merchant.receiver.receive(headers: request.headers, body: request.body)
        return try given(await handle(merchant, event))
    } catch BillwireError.unauthenticated(let details) {
        await merchant.diary.noticed(.forged)
        return try given(details.response)
    } catch BillwireError.invalidWebhook(let details) {
        await merchant.diary.noticed(.unreadable)
        return try given(details.response)
    }
}

private func given(_ reply: Reply?) throws -> Reply {
    guard let reply else { throw Trouble(description: "no response to give") }
    return reply
}

/// A webhook proves nothing, even with the right token. It is a reason to ask the service, whose answer decides.
private func handle(_ merchant: Merchant, _ event: WebhookEvent) async throws -> Reply? {
    guard let bill = try await merchant.books.findBill(event.payload.identityCode) else {
        return try await run(merchant, .ofUnknownBill(biller: merchant.biller, event: event), "")
    }
    let flow = try await CreditFlow.ofEvent(
        biller: merchant.biller, event: event, bill: bill.expectation,
        record: merchant.books.record(of: bill.refId, in: .credits), policy: merchant.patience.credit)
    return try await run(merchant, flow, bill.refId)
}

/// Asks about every settled bill without a webhook: the service stops repeating webhooks to an endpoint that is down
/// for long.
func askAboutUnpaid(_ merchant: Merchant) async throws {
    for bill in try await merchant.books.findUnpaid() {
        let flow = try await CreditFlow.ofBill(
            biller: merchant.biller, bill: bill.expectation,
            record: merchant.books.record(of: bill.refId, in: .credits), policy: merchant.patience.credit)
        _ = try await run(merchant, flow, bill.refId)
    }
}

private func run(_ merchant: Merchant, _ flow: CreditFlow, _ refId: String) async throws -> Reply? {
    let (ending, reply) = try await flow.run { record in
        try await merchant.books.save(record, of: refId, in: .credits)
    } send: { request in
        try await send(request.http, merchant.patience)
    } credit: { confirmed, record in
        try await merchant.books.credit(refId, confirmed, record)
    }
    await merchant.diary.noticed(Notice(ending))
    return reply
}

extension BilledAmount {
    fileprivate var expectation: Expectation {
        Expectation(
            identityCode: refId, purposeOfTransaction: refId, currency: currency, amount: Decimal(totalAmount))
    }
}

extension Notice {
    fileprivate init(_ ending: CreditEnding) {
        self =
            switch ending {
            case .credited: .paid
            case .creditedBefore, .ignored: .duplicate
            case .nothingToCredit: .pending
            case .unknownBill: .unknownBill
            case .mismatch: .mismatch
            case .paidOtherwise: .paidTwice
            case .busy: .busy
            case .unconfirmed: .unconfirmed
            }
    }
}
