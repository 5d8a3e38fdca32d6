import Billwire
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private let amounts: Set<String> = ["tran_amount", "fee_amount", "total_amount", "amount"]

/// Call of an operation with a shape.
private protocol ShapedCall: HttpCall {
    func warnings() -> [Finding]
}

extension OnboardingCall: ShapedCall {}
extension SettlementCall: ShapedCall {}
extension VerificationCall: ShapedCall {}

extension Biller {
    /// Prepares the text of JSON. With settings, it becomes a draft that crosses to Swift and back.
    fileprivate func prepare(
        _ operation: String, _ json: String, draft settings: DraftSettings? = nil
    ) throws -> any ShapedCall {
        switch (operation, settings) {
        case ("onboarding", nil): try prepareOnboardingJson(json: json)
        case ("onboarding", _): try prepareOnboarding(request: onboardingFromJson(json: json, settings: settings))
        case ("settlement", nil): try prepareSettlementJson(json: json)
        case ("settlement", _): try prepareSettlement(bill: settlementFromJson(json: json, settings: settings))
        case (_, nil): try prepareVerificationJson(json: json)
        default: try prepareVerification(request: verificationFromJson(json: json, settings: settings))
        }
    }
}

private func profile(of one: Case) throws -> WireProfile? {
    try one["profile"].isNull ? nil : readWireProfile(json: one["profile"].source)
}

private func biller(of one: Case) throws -> Biller {
    try biller(
        strict: one["strict"].source == "true", codeShapes: codeShapes(one["code_shapes"]), profile: profile(of: one))
}

private func codeShapes(_ json: Json) -> CodeShapes {
    let shape = { (name: String) -> CodeShape? in
        let shape = json[name]
        return shape.isNull
            ? nil
            : CodeShape(
                prefix: shape["prefix"].text, length: Int32(shape["length"].source), pattern: shape["pattern"].text)
    }
    return CodeShapes(
        refId: shape("ref_id"), customerSyncCode: shape("customer_sync_code"), settlementTo: shape("settlement_to"))
}

private func offset(_ text: String) throws -> UTCOffset? {
    try readWireProfile(json: #"{"signingOffset":"\#(text)"}"#).signingOffset
}

/// Time in a vector, with milliseconds and an offset.
private func time(_ text: String) throws -> Date {
    let format = ISO8601DateFormatter()
    format.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    guard let date = format.date(from: text) else { throw Difference("no time: \(text)") }
    return date
}

/// Settlement with the signed fields of a vector.
private func settlement(of fields: Json) throws -> Settlement {
    var source = fields.source.dropLast()
    if fields["due_date"].isNull { source += #","due_date":\#(fields["date"].source)"# }
    if fields["currency"].text != "KHR", fields["exchange_rate_khr"].isNull, fields["total_amount_khr"].isNull {
        source += #","total_amount_khr":1"#
    }
    return try settlementFromJson(json: source + "}")
}

/// Signed fields of a bill.
func signedFields(_ bill: Settlement) -> SignedFields {
    SignedFields(
        refId: bill.refId, date: bill.date, currency: bill.currency, totalAmount: bill.totalAmount,
        customerSyncCode: bill.customerSyncCode, settlementTo: bill.settlementTo)
}

@Suite("Vectors")
struct VectorTests {
    @Test func signing() throws {
        try check("signing") { one in
            let (bill, zone) = try (settlement(of: one["fields"]), offset(one.text("signing_offset")))
            let token = HashToken(secret: one.text("key"))
            try same(
                "hash", SigningKey(token: token).sign(fields: signedFields(bill), signingOffset: zone), one.text("hash")
            )

            let explanation = try explainSignature(
                fields: signedFields(bill), token: token, options: ExplainOptions(signingOffset: zone))
            try same("signing string", explanation.signingString, one.text("signing_string"))
            try same("parts", explanation.parts.map(\.text).joined(), one.text("signing_string"))
            try same("explained hash", explanation.hash, one.text("hash"))

            let by = try biller(profile: WireProfile(signingOffset: zone), hashToken: one.text("key"))
            let body = try Json(by.prepareSettlement(bill: bill).request().body?.text ?? "")
            try same("hash of a settlement", body["hash"].text, one.text("hash"))
        }
    }

    @Test func requests() throws {
        var drafts = 0
        try check("requests") { one in
            let (by, operation, json) = try (biller(of: one), one.text("operation"), one["request"].source)
            guard one["violations"].isNull else {
                let error = try thrown { try by.prepare(operation, json) }
                try same("kind", error.kind(), "invalid_request")
                try same("operation", error.operation().map { "\($0)" }, operation)
                try same("next step", "\(error.nextStep())", "fixRequest")
                let omitted = one["violations_omitted"].isNull ? "0" : one["violations_omitted"].source
                try same("violations omitted", "\(error.violationsOmitted())", omitted)
                return try samePlaces("violations", error.violations(), one["violations"].items)
            }
            let call = try by.prepare(operation, json)
            try same("body", call.request().body?.text, one["body"].text)
            try compare(call, with: one)
            // A Date has no offset. It is written in UTC.
            if one["profile"]["dateStyle"].text?.hasPrefix("offset") ?? false { return }
            drafts += 1
            let settings = try DraftSettings(profile: profile(of: one), codeShapes: codeShapes(one["code_shapes"]))
            try compare(by.prepare(operation, json, draft: settings), with: one)
        }
        #expect(drafts > 400)
    }

    /// Compares the whole request, and the one that Foundation would send. Swift's decimals have no trailing zeros.
    private func compare(_ call: some ShapedCall, with one: Case) throws {
        let request = call.request()
        try same("operation", "\(call.operation())", one.text("operation"))
        try same("method", request.method.description, one.text("method"))
        try same("url", request.url, baseUrl + one.text("path"))
        let headers = request.headers.map { "[\($0.name.debugDescription),\($0.value.text.debugDescription)]" }
        try same("headers", "[\(headers.joined(separator: ","))]", one["headers"].canonical())
        let decimals: Set = [
            "price", "amount", "tax_amount", "exchange_rate_khr", "total_amount_khr",
        ]
        try same(
            "body", Json(request.body?.text ?? "").canonical(decimals: decimals),
            Json(one.text("body")).canonical(decimals: decimals))
        try samePlaces("warnings", call.warnings(), one["warnings"].items)
        let url = try URLRequest(request)
        try same("method", url.httpMethod, request.method.description)
        try same("url", url.url?.absoluteString, request.url)
        try same("body", url.httpBody.map { String(decoding: $0, as: UTF8.self) }, request.body?.text)
        for header in request.headers {
            try same(header.name, url.value(forHTTPHeaderField: header.name), header.value.text)
        }
    }

    @Test func responses() throws {
        // An answer is held against its request.
        let minimal = try vectors("requests").filter { $0.id.hasSuffix("-minimal") }
        let drafts = Dictionary(uniqueKeysWithValues: minimal.map { ($0.id, $0["request"].source) })
        try check("responses") { one in
            let (by, operation) = try (biller(of: one), one.text("operation"))
            let asked = one["request"].isNull ? drafts["requests/\(operation)-minimal"] : one["request"].source
            let call = try by.prepare(operation, #require(asked))
            let decode = { try call.decode(status: one.status, body: one.body) as Any }
            let expected = one["error"]
            guard !expected.isNull else {
                let decoded = try decode()
                if let onboarding = decoded as? OnboardingOutcome {
                    try same("link", onboarding.link?.text, one["link"].text)
                }
                return try same("outcome", outcome(decoded), one["outcome"].canonical(decimals: amounts))
            }
            let error = try thrown(decode)
            try compare(error, with: expected)
            try same("operation", error.operation().map { "\($0)" }, operation)
            try same("status", "\(error.httpStatus() ?? 0)", "\(one.status)")
            try same("next step", "\(error.nextStep())", expected["next_step"].text)
            try same("response code", error.responseCode(), expected["response_code"].text)
            try same("message in English", error.messageEn()?.text, expected["message_en"].text)
            try same("message in Khmer", error.messageKh()?.text, expected["message_kh"].text)
            try samePlaces("violations", error.violations(), expected["violations"].items)
            // Data with a number that no double holds is not compared: JavaScript shows it as text.
            guard expected["data"].text == nil else { return }
            try same("data", wire(data: error.answerData()), expected["data"].canonical(decimals: amounts))
        }
    }

    @Test func mistakes() throws {
        try check("mistakes") { one in
            let (bill, candidates) = try (settlement(of: one["bill"]), one["candidates"])
            let zones = try candidates["zones"].texts.compactMap(offset)
            let inKhr = Json(one.text("body").isEmpty ? "{}" : one.text("body"))["total_amount_khr"].text
            let explanation = try explainSignature(
                fields: signedFields(bill), token: HashToken(secret: one.text("key")),
                options: ExplainOptions(
                    observedHash: one.text("observed_hash"), totalAmountKhr: inKhr, dueDate: bill.dueDate,
                    body: one["body"].text.map { SensitiveText($0) },
                    signingOffset: offset(one.text("signing_offset")), zones: zones,
                    separators: candidates["separators"].texts, destinations: candidates["destinations"].texts))
            let observed = try #require(explanation.observed)
            try same("matches", "\(observed.matches)", one["matches"].source)
            try same("trimmed", "\(observed.trimmed)", one["trimmed"].source)
            try same("code", "\(observed.code)", one.text("code") == "not_a_hash" ? "notAHash" : one.text("code"))
            let causes = observed.causes.map { cause in
                let members = [("mistake", cause.mistake), ("with", cause.with), ("setting", cause.setting)]
                return object(members.compactMap { name, text in text.map { (name, $0.debugDescription) } })
            }
            try same("causes", "[\(causes.joined(separator: ","))]", one["causes"].canonical())
            try same("parts", explanation.parts.map(\.text).joined(), explanation.signingString)
        }
    }

    @Test func parses() throws {
        try check("parses") { one in
            let count = countParses(signingString: one.text("signing_string"), shapes: codeShapes(one["shapes"]))
            try same("parses", "\(count)", one["parses"].source)
        }
    }

    @Test func webhooks() throws {
        try check("webhooks") { one in
            let tokens = one["tokens"].texts.map(WebhookToken.init)
            let isCheckout = one.text("variant") == "checkout"
            let receiver = try isCheckout ? WebhookReceiver.checkout() : .merchantProxy(tokens: tokens)
            let headers = Dictionary(grouping: one["headers"].items, by: { $0.texts[0] })
            let receive = {
                try receiver.receive(headers: headers.mapValues { $0.map { $0.texts[1] } }, body: one.body)
            }
            let expected = one["event"]
            guard one["error"].isNull else {
                let error = try thrown(receive)
                try compare(error, with: one["error"])
                try same("operation", error.operation().map { "\($0)" }, "webhook")
                try same("status", "\(error.response()?.status ?? 0)", one["error"]["status"].source)
                return try same("path", error.violations().first?.path ?? "", one["error"]["path"].text)
            }
            let event = try receive()
            try same("payload", wire(event.payload()), expected["payload"].canonical(decimals: amounts))
            try same("authentication", "\(event.authentication())", expected["authentication"].text)
            try samePlaces("warnings", event.warnings(), expected["warnings"].items)
            try same("dedup key", event.dedupKey(), expected["dedup_key"].text)
            try same("acknowledgement", event.acknowledge().body, #"{"status":"success","message":"success"}"#)
        }
    }

    @Test func confirmations() throws {
        try check("confirmations") { one in
            let expectation = one["expectation"]
            let amount = { (name: String) in
                expectation[name].isNull ? nil : Decimal(string: expectation[name].text ?? expectation[name].source)
            }
            let confirmation = try received(one["payload"]).confirm(
                biller: biller(of: one),
                expectation: Expectation(
                    identityCode: expectation["identity_code"].text ?? "",
                    purposeOfTransaction: expectation["purpose_of_transaction"].text ?? "",
                    currency: expectation["currency"].text ?? "", amount: amount("amount"),
                    minAmount: amount("min_amount"), maxAmount: amount("max_amount")))
            try same("request body", confirmation.call().request().body?.text, one["request_body"].text)
            let decide = { try confirmation.decide(status: one.status, body: one.body) }
            guard one["error"].isNull else {
                let error = try thrown(decide)
                try compare(error, with: one["error"])
                return try same("next step", "\(error.nextStep())", one["error"]["next_step"].text)
            }
            var (verdict, claimKey, mismatches): (String?, String?, [Mismatch]?) = (nil, nil, nil)
            let transaction: Transaction
            switch try decide() {
            case .confirmed(let confirmed): (claimKey, transaction) = (confirmed.claimKey(), confirmed.transaction())
            case .pending(let found): (verdict, transaction) = ("pending", found)
            case .failed(let found): (verdict, transaction) = ("failed", found)
            case .mismatch(let fields, let found): (mismatches, transaction) = (fields, found)
            }
            try samePlaces("warnings", transaction.warnings(), one["warnings"].items)
            try same("verdict", verdict, one["verdict"].text)
            try same("claim key", claimKey, one["claim_key"].text)
            try same("mismatches", mismatches.flatMap(wire) ?? "null", one["mismatches"].canonical())
            let tranId = Json(one.body)["data"]["tran_id"]
            try same("transaction", transaction.tranId, tranId.text ?? tranId.source)
        }
    }

    @Test func lookups() throws {
        try check("lookups") { one in
            let (by, expected) = try (biller(of: one), one["expected"])
            let bill = try settlementFromJson(
                json: one["bill"].source, settings: DraftSettings(profile: profile(of: one)))
            let lookup = try by.prepareSettlementLookup(bill: bill)
            try same("request body", lookup.call().request().body?.text, one["request_body"].text)
            var (mismatches, error): ([Mismatch]?, BillwireError?) = (nil, nil)
            let (verdict, step, transaction): (String, NextStep?, Transaction?)
            let firstAttempt = try one["first_attempt"].text.map(time)
            switch lookup.decide(status: one.status, body: one.body, firstAttempt: firstAttempt) {
            case .settled(let found): (verdict, step, transaction) = ("settled", nil, found)
            case .notFound: (verdict, step, transaction) = ("notFound", .verifyAgain, nil)
            case .pending(let found): (verdict, step, transaction) = ("pending", .verifyAgain, found)
            case .failed(let found): (verdict, step, transaction) = ("failed", .askService, found)
            case .different(let found, let fields):
                (verdict, step, transaction) = ("different", .askService, found)
                mismatches = fields
            case .unclear(let nextStep, let found, let reason):
                (verdict, step, transaction) = ("unclear", nextStep, found)
                error = reason
            }
            try same("verdict", verdict, expected["verdict"].text)
            try same("next step", step.map { "\($0)" }, expected["next_step"].text)
            try same("tran_id", transaction?.tranId, expected["tran_id"].text)
            try same("mismatches", mismatches.flatMap(wire) ?? "null", expected["mismatches"].canonical())
            try same("kind", error?.kind(), expected["error"]["kind"].text)
            try same("code", error.map { codeText(code: $0.code()) }, expected["error"]["code"].text)
        }
    }

    @Test func dates() throws {
        try check("dates") { one in
            let (zone, dayFirst) = try (offset(one.text("assumed_offset")), one["day_first"].source == "true")
            let date = readTranDate(text: one.text("text"), assumedOffset: zone ?? .utc, dayFirst: dayFirst)
            let millis = date.map { "\(Int(($0.timeIntervalSince1970 * 1000).rounded()))" }
            try same("unix_ms", millis ?? "null", one["unix_ms"].source)
        }
    }

    @Test func deliveries() throws {
        try check("deliveries") { one in
            let (first, second) = try (received(one["first"]), received(one["second"]))
            for (event, earlier) in [(second, first), (first, second)] {
                let verdict = event.compare(storedFingerprint: earlier.fingerprint())
                try same("delivery", "\(verdict.delivery)", one.text("delivery"))
                try same("status", "\(verdict.reply.status)", verdict.delivery == .conflict ? "409" : "200")
            }
            try same("without a record", "\(second.compare(storedFingerprint: nil).delivery)", "new")
        }
    }

    private func received(_ payload: Json) throws -> WebhookEvent {
        try WebhookReceiver.checkout().receive(headers: [:], body: Data(payload.source.utf8))
    }

    private func compare(_ error: BillwireError, with expected: Json) throws {
        try same("kind", error.kind(), expected["kind"].text)
        try same("code", codeText(code: error.code()), expected["code"].text)
    }
}
