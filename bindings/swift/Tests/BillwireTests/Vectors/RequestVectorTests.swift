import Billwire
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Vectors: signing and requests")
struct RequestVectorTests {
    @Test func signing() throws {
        try check("signing") { one in
            let fields = signedFields(one["fields"])
            let zone = offset(one.text("signing_offset"))
            let token = HashToken(secret: one.text("key"))
            let key = try SigningKey(token: token)
            try same("hash", key.sign(fields: fields, signingOffset: zone), one["hash"])
            if zone == .utc { try same("hash without a zone", key.sign(fields: fields), one["hash"]) }

            let explanation = try explainSignature(
                fields: fields, token: token, options: ExplainOptions(signingOffset: zone))
            try same("signing string", explanation.signingString, one["signing_string"])
            try same("parts", explanation.parts.map(\.text).joined(), one["signing_string"])
            try same("explained hash", explanation.hash, one["hash"])

            let by = try biller(profile: WireProfile(signingOffset: zone), hashToken: one.text("key"))
            let call = try by.prepareSettlement(bill: settlement(of: fields))
            let body = try Json(parsing: (call.request.body?.text ?? "").utf8)
            try same("hash of a settlement", body["hash"].text, one["hash"])
        }
    }

    @Test func requests() throws {
        var typed = 0
        try check("requests") { one in
            let (by, operation) = (try biller(of: one), one.text("operation"))
            try compare(one) { try by.prepare(operation, json: one.source("request")) }
            // A Date has no offset. It is written in UTC.
            let keepsOffsets = one["profile"]["dateStyle"].text?.hasPrefix("offset") ?? false
            guard !keepsOffsets, let draft = Draft(operation, one["request"]) else { return }
            typed += 1
            try compare(one) { try by.prepare(draft) }
        }
        #expect(typed > 400, "types can express most requests")
    }

    /// Compares the whole request, or all its violations.
    private func compare(_ one: Case, _ prepare: () throws -> Prepared) throws {
        guard one["violations"].isNull else {
            let error = try thrown(prepare)
            try same("kind", error.details.kind, .text("invalid_request"))
            try same("operation", "\(error.details.operation.map { "\($0)" } ?? "")", one["operation"])
            try same("next step", "\(error.details.nextStep)", .text("fixRequest"))
            let omitted = one["violations_omitted"].isNull ? Json.number("0") : one["violations_omitted"]
            try same("violations omitted", .number("\(error.details.violationsOmitted)"), omitted)
            return try same("violations", places(error.details.violations), one["violations"])
        }
        let prepared = try prepare()
        let headers = prepared.request.headers.map { Json.list([.text($0.name), .text($0.value.text)]) }
        try same("operation", "\(prepared.operation)", one["operation"])
        try same("method", prepared.request.method, one["method"])
        try same("url", prepared.request.url, .text(baseUrl + one.text("path")))
        try same("headers", .list(headers), one["headers"])
        try same("body", prepared.request.body?.text, one["body"])
        try same("warnings", places(prepared.warnings), one["warnings"])
        try compareRequest(URLRequest(prepared.request), with: prepared.request)
    }

    /// Compares the request that Foundation would send.
    private func compareRequest(_ sent: URLRequest, with request: HttpRequest) throws {
        try same("method", sent.httpMethod, .text(request.method))
        try same("url", sent.url?.absoluteString, .text(request.url))
        try same("body", sent.httpBody.map { String(decoding: $0, as: UTF8.self) }, .text(request.body?.text ?? ""))
        for header in request.headers {
            try same(header.name, sent.value(forHTTPHeaderField: header.name), .text(header.value.text))
        }
    }

    private func settlement(of fields: SignedFields) -> Settlement {
        Settlement(
            refId: fields.refId, date: fields.date, dueDate: fields.date, currency: fields.currency,
            totalAmount: fields.totalAmount, customerSyncCode: fields.customerSyncCode,
            settlementTo: fields.settlementTo, totalAmountKhr: fields.currency == "KHR" ? nil : 1)
    }
}

/// Signed fields of a vector.
func signedFields(_ json: Json) -> SignedFields {
    SignedFields(
        refId: json["ref_id"].text ?? "",
        date: instant(json["date"].text ?? "") ?? .distantPast,
        currency: json["currency"].text ?? "",
        totalAmount: json["total_amount"].number.flatMap { Int64($0) } ?? -1,
        customerSyncCode: json["customer_sync_code"].text ?? "",
        settlementTo: json["settlement_to"].text ?? "")
}
