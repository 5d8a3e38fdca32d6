import Billwire
import Foundation

private let hashToken = "a-hash-token-of-forty-characters-0123456"
private let webhookToken = "a-webhook-token-of-forty-characters-0123"

/// The two sides do not say the same.
struct Difference: Error {
    let ours, theirs: String
}

/// All cases. Nobody is timed before every answer was compared with the peer's.
func cases(for inputs: [InputSet]) throws -> [Case] {
    let token = HashToken(secret: hashToken)
    let key = try SigningKey(token: token)
    let biller = try Biller(
        config: BillerConfig(
            baseUrl: "https://billing.example", bearer: BearerToken(secret: "a-bearer-token"), hashToken: token))
    let receiver = try WebhookReceiver.merchantProxy(tokens: [WebhookToken(secret: webhookToken)])
    let hmac = try Hmac(hashToken)
    let signing = try inputs.filter { $0.job == "prepare" && $0.size == 0 }.map { try sign($0, key, hmac) }
    return try signing
        + inputs.map { try $0.job == "prepare" ? prepare($0, biller, hmac) : receive($0, receiver) }
}

private func sign(_ set: InputSet, _ key: SigningKey, _ hmac: Hmac) throws -> Case {
    let bills = try set.bills()
    let fields = bills.map { bill in
        SignedFields(
            refId: bill.refId, date: bill.date, currency: bill.currency, totalAmount: bill.totalAmount,
            customerSyncCode: bill.customerSyncCode, settlementTo: bill.settlementTo)
    }
    for (fields, bill) in zip(fields, bills) {
        let (ours, kept, whole) = try (key.sign(fields: fields), hmac.hash(bill), Hmac.hashAtOnce(bill, hashToken))
        guard ours == kept, ours == whole else { throw Difference(ours: ours, theirs: kept) }
    }
    return Case(
        job: "sign", name: "one hash", script: set.script,
        ours: Contestant("billwire", fields) { try key.sign(fields: $0) },
        peers: [
            Contestant("OpenSSL, its key kept", bills, hmac.hash),
            Contestant("OpenSSL's HMAC()", bills) { Hmac.hashAtOnce($0, hashToken) },
        ])
}

private func prepare(_ set: InputSet, _ biller: Biller, _ hmac: Hmac) throws -> Case {
    let bills = try set.bills()
    let encoder = Bill.encoder()
    let ours = { (bill: Settlement) in try biller.prepareSettlement(bill: bill).request.body?.text ?? "" }
    let theirs = { (bill: Bill) in
        var bill = bill
        bill.hash = hmac.hash(bill)
        return String(decoding: try encoder.encode(bill), as: UTF8.self)
    }
    for bill in bills {
        let (mine, other) = try (ours(bill.settlement), theirs(bill))
        let warnings = try biller.prepareSettlement(bill: bill.settlement).warnings
        guard try parsed(mine).isEqual(parsed(other)), warnings.isEmpty else {
            throw Difference(ours: mine, theirs: other)
        }
    }
    return Case(
        job: "prepare", name: "\(set.size) lines", script: set.script,
        ours: Contestant("billwire", bills.map(\.settlement), ours),
        peers: [Contestant("JSONEncoder + OpenSSL", bills, theirs)])
}

private func parsed(_ text: String) throws -> NSDictionary {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary ?? [:]
}

private func receive(_ set: InputSet, _ receiver: WebhookReceiver) throws -> Case {
    let decoder = JSONDecoder()
    let requests = set.bodies.map { (headers: headers($0), body: $0) }
    let ours = { (request: (headers: [String: [String]], body: Data)) in
        try receiver.receive(headers: request.headers, body: request.body).payload
    }
    let theirs = { (body: Data) in try decoder.decode(Notice.self, from: body) }
    for request in requests {
        let (mine, other) = try (Notice(ours(request)), theirs(request.body))
        guard mine == other else { throw Difference(ours: "\(mine)", theirs: "\(other)") }
    }
    return Case(
        job: "receive", name: set.size == 1 ? "1 customer" : "\(set.size) customers", script: set.script,
        ours: Contestant("billwire", requests, ours),
        peers: [Contestant("JSONDecoder", set.bodies, theirs)])
}

private func headers(_ body: Data) -> [String: [String]] {
    [
        "Host": ["merchant.example"], "Accept": ["application/json"], "Content-Type": ["application/json"],
        "Content-Length": ["\(body.count)"], "Token": [webhookToken],
    ]
}
