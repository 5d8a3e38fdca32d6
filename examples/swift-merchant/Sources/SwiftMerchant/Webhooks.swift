import Billwire
import Foundation

/// Result of a webhook. Only `paid` changes our books.
enum Notice: String, CaseIterable {
    case paid, duplicate, pending, mismatch, forged, unreadable
    case unknownBill = "unknown bill"
    case paidTwice = "paid twice"
    case unconfirmed, failed
}

func listenForWebhooks(_ merchant: Merchant) throws -> Listener {
    try Listener { request in
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
        return try await handle(merchant, event)
    } catch BillwireError.unauthenticated(let details) {
        return try await refuse(merchant, .forged, details)
    } catch BillwireError.invalidWebhook(let details) {
        return try await refuse(merchant, .unreadable, details)
    }
}

private func refuse(_ merchant: Merchant, _ notice: Notice, _ details: ErrorDetails) async throws -> Reply {
    await merchant.diary.noticed(notice)
    guard let response = details.response else { throw Trouble(description: "no response to give") }
    return response
}

/// A webhook proves nothing, even with the right token. It is a reason to ask the service, whose answer decides.
private func handle(_ merchant: Merchant, _ event: WebhookEvent) async throws -> Reply {
    let payload = event.payload()
    guard let bill = try await merchant.books.findBill(payload.identityCode) else {
        return await conflict(merchant, .unknownBill)
    }
    if contradicts(payload, bill) { return await conflict(merchant, .mismatch) }
    guard payload.status == .success else {
        await merchant.diary.noticed(.pending)  // nothing to credit yet: a success arrives in its own webhook
        return event.acknowledge()
    }
    // A conflict saves a query. But the earlier webhook may have been the false one, so a bill that this transaction
    // has paid is no conflict.
    let stored = try await merchant.books.fingerprint(of: bill.refId, event.dedupKey())
    let verdict = event.compare(storedFingerprint: stored)
    switch verdict.delivery {
    case .new, .conflict: return try await confirmAndCredit(merchant, event, bill)
    case .replay:
        await merchant.diary.noticed(.duplicate)
        return verdict.reply
    }
}

/// Asks about every settled bill without a webhook: the service stops repeating webhooks to an endpoint that is down
/// for long. A webhook proves nothing anyway, so an empty one has the same effect: the answer decides.
func askAboutUnpaid(_ merchant: Merchant) async throws {
    let notice = try WebhookReceiver.checkout().receive(headers: [:], body: Data("{}".utf8))
    for bill in try await merchant.books.findUnpaid() { _ = try await confirmAndCredit(merchant, notice, bill) }
}

private func confirmAndCredit(_ merchant: Merchant, _ event: WebhookEvent, _ bill: BilledAmount) async throws -> Reply {
    do {
        let confirmation = try event.confirm(
            biller: merchant.biller,
            expectation: Expectation(
                identityCode: bill.refId, purposeOfTransaction: bill.refId, currency: bill.currency,
                amount: Decimal(bill.totalAmount)))
        switch try await ask(confirmation.call(), merchant.patience, read: confirmation.decide) {
        case .mismatch: return await conflict(merchant, .mismatch)
        case .confirmed(let confirmed):
            let credit = try await merchant.books.credit(bill, confirmed, event)
            if credit == .paidTwice { return await conflict(merchant, credit) }
            await merchant.diary.noticed(credit)
            return event.acknowledge()
        }
    } catch BillwireError.invalidRequest {
        return await conflict(merchant, .mismatch)  // no transaction can have the number that the webhook names
    } catch is BillwireError {
        await merchant.diary.noticed(.unconfirmed)
        return Reply(status: 503, headers: [:], body: "")  // not acknowledged: the service may deliver it again
    }
}

/// Returns whether the webhook states another amount or currency than we billed.
private func contradicts(_ payload: WebhookPayload, _ bill: BilledAmount) -> Bool {
    payload.tranAmount.map { $0 != Decimal(bill.totalAmount) } == true
        || payload.currency.map { $0 != bill.currency } == true
}

private func conflict(_ merchant: Merchant, _ notice: Notice) async -> Reply {
    await merchant.diary.noticed(notice)
    return Reply(status: 409, headers: [:], body: "")
}
