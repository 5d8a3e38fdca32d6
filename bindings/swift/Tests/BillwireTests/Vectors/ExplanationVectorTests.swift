import Billwire
import Foundation
import Testing

@Suite("Vectors: mistakes and readings")
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
                    digitsOffset: offset(one.text("digits_offset")),
                    zones: texts("zones").map(offset),
                    separators: texts("separators"),
                    destinations: texts("destinations")))
            let observed = explanation.observed
            try same("matches", .bool(observed?.matches ?? false), one["matches"])
            try same("causes", .list((observed?.causes ?? []).map(shown)), one["causes"])
            try same("own hash", .bool(explanation.hash == one.text("observed_hash")), one["matches"])
            try same("parts", explanation.parts.map(\.text).joined(), .text(explanation.signingString))
        }
    }

    @Test func readings() throws {
        try check("readings") { one in
            let count = countReadings(
                signingString: one.text("signing_string"), shapes: codeShapes(one["shapes"]))
            try same("readings", .number("\(count)"), one["readings"])
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
        let with = cause.with.map { [Json.Member(name: "with", value: .text($0), source: "")] } ?? []
        return .object([Json.Member(name: "mistake", value: .text(cause.mistake), source: "")] + with)
    }
}
