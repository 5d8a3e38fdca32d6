import Billwire
import Foundation

/// What became of a notice; only `paid` moves anything in our books.
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
            return Answer(status: 500)  // no word about what went wrong in here
        }
    }
}

extension Answer {
    fileprivate init(_ reply: Reply) {
        self.init(status: reply.status, headers: reply.headers, body: Data(reply.body.utf8))
    }
}

/// The raw body as it came: a parsed and re-serialised one is another body.
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

/// A notice proves nothing, also with the right token: it is a reason to ask the service, and the answer decides.
private func handle(_ merchant: Merchant, _ event: WebhookEvent) async throws -> Reply {
    let payload = event.payload()
    guard let bill = try await merchant.books.findBill(payload.identityCode) else {
        return await conflict(merchant, .unknownBill)
    }
    if contradicts(payload, bill) { return await conflict(merchant, .mismatch) }
    guard payload.status == .success else {
        await merchant.diary.noticed(.pending)  // nothing to credit yet: the success is a notice of its own
        return event.acknowledge()
    }
    // Saves a question. Where an earlier notice said otherwise, it may have been that one which was not true: the service
    // knows, and a bill that this very transaction has paid is no conflict.
    let stored = try await merchant.books.fingerprint(of: bill.refId, event.dedupKey())
    let verdict = event.compare(storedFingerprint: stored)
    switch verdict.delivery {
    case .new, .conflict: return try await confirmAndCredit(merchant, event, bill)
    case .replay:
        await merchant.diary.noticed(.duplicate)
        return verdict.reply
    }
}

/// Asks about every settled bill of which no notice has told us: the service gives up on an endpoint that is away for
/// long. A notice proves nothing in any case, so one that says nothing does as well: the answer decides.
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
        return await conflict(merchant, .mismatch)  // the notice names a transaction by what no number can be
    } catch is BillwireError {
        await merchant.diary.noticed(.unconfirmed)
        return Reply(status: 503, headers: [:], body: "")  // not acknowledged: the service may tell us again
    }
}

/// Whether the notice states another amount or currency than we billed.
private func contradicts(_ payload: WebhookPayload, _ bill: BilledAmount) -> Bool {
    payload.tranAmount.map { $0 != Decimal(bill.totalAmount) } == true
        || payload.currency.map { $0 != bill.currency } == true
}

private func conflict(_ merchant: Merchant, _ notice: Notice) async -> Reply {
    await merchant.diary.noticed(notice)
    return Reply(status: 409, headers: [:], body: "")
}
