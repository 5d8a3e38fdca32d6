import Billwire
import Foundation
import Testing

@Suite("Vectors: mistakes and parses")
struct ExplanationVectorTests {
    @Test func mistakes() throws {
        try check("mistakes") { one in
            let (bill, candidates) = (one["bill"], one["candidates"])
            let texts = { (name: String) in candidates[name].items.compactMap(\.text) }
            let explanation = try explainSignature(
                fields: signedFields(bill), token: HashToken(secret: one.text("key")),
                options: ExplainOptions(
                    observedHash: one.text("observed_hash"),
                    totalAmountKhr: inKhr(bill),
                    dueDate: bill["due_date"].text.flatMap(instant),
                    body: one["body"].text.map { SensitiveText($0) },
                    signingOffset: offset(one.text("signing_offset")),
                    zones: texts("zones").map(offset),
                    separators: texts("separators"),
                    destinations: texts("destinations")))
            let observed = explanation.observed
            try same("matches", .bool(observed?.matches ?? false), one["matches"])
            try same("causes", .list((observed?.causes ?? []).map(shown)), one["causes"])
            try same("trimmed", .bool(observed?.trimmed ?? false), one["trimmed"])
            try same("code", .text(observed.map { word($0.code) } ?? ""), one["code"])
            let isOwn = one["matches"] == .bool(true) && one["trimmed"] == .bool(false)
            try same("own hash", .bool(explanation.hash == one.text("observed_hash")), .bool(isOwn))
            try same("parts", explanation.parts.map(\.text).joined(), .text(explanation.signingString))
        }
    }

    @Test func parses() throws {
        try check("parses") { one in
            let count = countParses(
                signingString: one.text("signing_string"), shapes: codeShapes(one["shapes"]))
            try same("parses", .number("\(count)"), one["parses"])
        }
    }

    /// The bill's total in KHR, given or by its rate.
    private func inKhr(_ bill: Json) -> String? {
        if let given = bill["total_amount_khr"].text { return given }
        guard let amount = bill["total_amount"].number.flatMap({ Decimal(string: $0) }) else { return nil }
        if bill["currency"] == .text("KHR") { return amount.description }
        return bill["exchange_rate_khr"].text.flatMap { Decimal(string: $0) }.map { (amount * $0).description }
    }

    private func shown(_ cause: Cause) -> Json {
        let members: [(String, String?)] = [
            ("mistake", cause.mistake), ("with", cause.with), ("setting", cause.setting),
        ]
        return .object(
            members.compactMap { name, text in
                text.map { Json.Member(name: name, value: .text($0), source: "") }
            })
    }

    private func word(_ code: ObservedCode) -> String {
        switch code {
        case .matches: "matches"
        case .explained: "explained"
        case .unexplained: "unexplained"
        case .notAHash: "not_a_hash"
        }
    }
}
