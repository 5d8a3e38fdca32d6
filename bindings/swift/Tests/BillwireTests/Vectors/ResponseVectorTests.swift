import Billwire
import Foundation
import Testing

@Suite("Vectors: responses")
struct ResponseVectorTests {
    @Test func responses() throws {
        try check("responses") { one in
            let (by, operation) = (try biller(of: one), one.text("operation"))
            let call = try by.prepare(.minimal(operation))
            let decoders: [(Int, Data) throws -> Any] = [call.decode, { try by.decode(operation, $0, $1) }]
            for decode in decoders {
                if one["error"].isNull {
                    let expected = plain(one["outcome"], decimals: ["tran_amount", "fee_amount", "total_amount"])
                    try same("outcome", shown(decode(one.status, one.body)), expected)
                } else {
                    let found = try thrown { try decode(one.status, one.body) }.details
                    try compare(found, with: one["error"])
                    try same("operation", found.operation.map { "\($0)" }, one["operation"])
                    try same("status", .number("\(found.httpStatus ?? 0)"), one["status"])
                }
            }
        }
    }

    private func compare(_ found: ErrorDetails, with expected: Json) throws {
        try same("kind", found.kind, expected["kind"])
        try same("code", found.code.text, expected["code"])
        try same("next step", "\(found.nextStep)", expected["next_step"])
        try same("response code", found.responseCode, expected["response_code"])
        try same("message in English", found.messageEn?.text, expected["message_en"])
        try same("message in Khmer", found.messageKh?.text, expected["message_kh"])
        try comparePlaces(found.violations, with: expected["violations"].items)
    }

    /// Outcome in the form of JavaScript. The outcome of a settlement has a name and a next step.
    private func shown(_ outcome: Any) throws -> Json {
        guard let outcome = outcome as? SettlementOutcome else { return try onTheWire(outcome) ?? .null }
        switch outcome {
        case .settled(let response): return try named("settled", nil, response)
        case .accepted(let response, let nextStep): return try named("accepted", nextStep, response)
        case .failed(let response, let nextStep): return try named("failed", nextStep, response)
        }
    }

    private func named(_ outcome: String, _ nextStep: NextStep?, _ response: SettlementResponse) throws -> Json {
        try .object([
            Json.Member(name: "outcome", value: .text(outcome), source: ""),
            Json.Member(name: "nextStep", value: nextStep.map { .text("\($0)") } ?? .null, source: ""),
            Json.Member(name: "response", value: onTheWire(response) ?? .null, source: ""),
        ])
    }
}

/// Compares paths and codes, and offsets where the vector states one.
func comparePlaces(_ found: [Finding], with expected: [Json]) throws {
    try same("number of violations", .number("\(found.count)"), .number("\(expected.count)"))
    for (finding, expected) in zip(found, expected) {
        try same("path", finding.path, expected["path"])
        try same("code", finding.code.text, expected["code"])
        if expected["offset"].isNull { continue }
        try same("offset", finding.offset.map { .number("\($0)") } ?? .null, expected["offset"])
    }
}
