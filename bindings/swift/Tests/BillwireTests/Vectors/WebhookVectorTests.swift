import Billwire
import Foundation
import Testing

@Suite("Vectors: webhooks, confirmations and deliveries")
struct WebhookVectorTests {
    @Test func webhooks() throws {
        try check("webhooks") { one in
            let tokens = one["tokens"].items.compactMap(\.text).map(WebhookToken.init)
            let isCheckout = one.text("variant") == "checkout"
            let receiver = isCheckout ? WebhookReceiver.checkout() : try .merchantProxy(tokens: tokens)
            let headers = Dictionary(grouping: one["headers"].items, by: { $0.items.first?.text ?? "" })
                .mapValues { pairs in pairs.compactMap { $0.items.last?.text } }
            let receive = { try receiver.receive(headers: headers, body: one.body) }
            if one["error"].isNull {
                try compare(receive(), with: one["event"])
            } else {
                try compare(thrown(receive).details, with: one["error"])
            }
        }
    }

    @Test func confirmations() throws {
        try check("confirmations") { one in
            let by = try biller(of: one)
            let event = try received(one.source("payload"))
            let expectation = one["expectation"]
            let amount = { (name: String) in
                (expectation[name].number ?? expectation[name].text).map { Decimal(string: $0) ?? .nan }
            }
            let confirmation = try event.confirm(
                biller: by,
                expectation: Expectation(
                    identityCode: expectation["identity_code"].text ?? "",
                    purposeOfTransaction: expectation["purpose_of_transaction"].text ?? "",
                    currency: expectation["currency"].text ?? "",
                    amount: amount("amount"), minAmount: amount("min_amount"), maxAmount: amount("max_amount")))
            try same("operation", "\(confirmation.call.operation)", .text("verification"))
            try same("request body", confirmation.call.request.body?.text, one["request_body"])
            let decide = { try confirmation.decide(status: one.status, body: one.body) }
            guard one["error"].isNull else {
                let found = try thrown(decide).details
                try same("kind", found.kind, one["error"]["kind"])
                try same("code", found.code.text, one["error"]["code"])
                return try same("next step", "\(found.nextStep)", one["error"]["next_step"])
            }
            let (verdict, claimKey, mismatches, transaction, warnings) = try told(decide())
            try comparePlaces(warnings, with: one["warnings"].items)
            try same("verdict", verdict, one["verdict"])
            try same("claim key", claimKey, one["claim_key"])
            try same("mismatches", mismatches.flatMap(onTheWire) ?? .null, one["mismatches"])
            let tranId = try Json(parsing: one.body)["data"]["tran_id"]
            try same("transaction", transaction.tranId, .text(tranId.text ?? tranId.number ?? ""))
        }
    }

    @Test func lookups() throws {
        try check("lookups") { one in
            guard case .settlement(let bill) = Draft("settlement", one["bill"]) else {
                throw Difference("types cannot express the bill")
            }
            let lookup = try biller(of: one).prepareSettlementLookup(bill: bill)
            try same("operation", "\(lookup.call.operation)", .text("verification"))
            try same("request body", lookup.call.request.body?.text, one["request_body"])
            try compare(lookup.decide(status: one.status, body: one.body), with: one["expected"])
        }
    }

    @Test func deliveries() throws {
        try check("deliveries") { one in
            let (first, second) = (try received(one.source("first")), try received(one.source("second")))
            let verdicts = [
                second.compare(storedFingerprint: first.fingerprint),
                first.compare(storedFingerprint: second.fingerprint),
            ]
            for verdict in verdicts {
                try same("delivery", "\(verdict.delivery)", one["delivery"])
                let status = one.text("delivery") == "conflict" ? "409" : "200"
                try same("status", .number("\(verdict.reply.status)"), .number(status))
            }
            try same("without a record", "\(second.compare(storedFingerprint: nil).delivery)", .text("new"))
        }
    }

    /// Verdict as a vector states it: its name, the claim key, or the mismatches; the transaction, and the warnings.
    private func told(_ verdict: Verdict) -> (String?, String?, [Mismatch]?, Transaction, [Finding]) {
        switch verdict {
        case .confirmed(let confirmed, let warnings): (nil, confirmed.claimKey, nil, confirmed.transaction, warnings)
        case .pending(let transaction, let warnings): ("pending", nil, nil, transaction, warnings)
        case .failed(let transaction, let warnings): ("failed", nil, nil, transaction, warnings)
        case .mismatch(let mismatches, let transaction, let warnings): (nil, nil, mismatches, transaction, warnings)
        }
    }

    private func received(_ payload: String) throws -> WebhookEvent {
        try WebhookReceiver.checkout().receive(headers: [:], body: Data(payload.utf8))
    }

    private func compare(_ told: LookupVerdict, with expected: Json) throws {
        var (mismatches, details): (Json, ErrorDetails?) = (.null, nil)
        let (verdict, step, transaction): (String, NextStep?, Transaction?)
        switch told {
        case .settled(let found): (verdict, step, transaction) = ("settled", nil, found)
        case .notFound: (verdict, step, transaction) = ("notFound", .verifyAgain, nil)
        case .pending(let found): (verdict, step, transaction) = ("pending", .verifyAgain, found)
        case .failed(let found): (verdict, step, transaction) = ("failed", .askService, found)
        case .different(let found, let fields):
            (verdict, step, transaction) = ("different", .askService, found)
            mismatches = try onTheWire(fields) ?? .null
        case .unclear(let nextStep, let found, let error):
            (verdict, step, transaction) = ("unclear", nextStep, found)
            details = error
        }
        try same("verdict", verdict, expected["verdict"])
        try same("next step", step.map { "\($0)" }, expected["next_step"])
        try same("tran_id", transaction?.tranId, expected["tran_id"])
        try same("mismatches", mismatches, expected["mismatches"])
        try same("kind", details?.kind, expected["error"]["kind"])
        try same("code", details?.code.text, expected["error"]["code"])
    }

    private func compare(_ event: WebhookEvent, with expected: Json) throws {
        let payload = try onTheWire(event.payload) ?? .null
        try same("payload", payload, plain(expected["payload"], decimals: ["tran_amount", "amount"]))
        try same("authentication", "\(event.authentication)", expected["authentication"])
        try comparePlaces(event.warnings, with: expected["warnings"].items)
        try same("dedup key", event.dedupKey, expected["dedup_key"])
        let reply = Reply(
            status: 200, headers: ["Content-Type": "application/json"],
            body: #"{"status":"success","message":"success"}"#)
        if event.acknowledge() != reply { throw Difference("acknowledged by \(event.acknowledge())") }
    }

    private func compare(_ found: ErrorDetails, with expected: Json) throws {
        try same("kind", found.kind, expected["kind"])
        try same("code", found.code.text, expected["code"])
        try same("operation", found.operation.map { "\($0)" }, .text("webhook"))
        try same("status", .number("\(found.response?.status ?? 0)"), expected["status"])
        guard found.violations.isEmpty else { return try comparePlaces(found.violations, with: [expected]) }
        try same("path", "", expected["path"])
    }
}
