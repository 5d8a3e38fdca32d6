import Billwire
import Foundation

let baseUrl = "https://service.example"

/// Biller with the settings of a case.
func biller(
    strict: Bool = false, codeShapes: CodeShapes? = nil, profile: WireProfile? = nil,
    hashToken: String = "test-hash-key"
) throws -> Biller {
    try Biller(
        config: BillerConfig(
            baseUrl: baseUrl,
            bearer: BearerToken(secret: "test-bearer"),
            verificationToken: VerificationToken(secret: "test-verification"),
            hashToken: HashToken(secret: hashToken),
            strict: strict,
            codeShapes: codeShapes,
            profile: profile))
}

func biller(of one: Case) throws -> Biller {
    let profile = one["profile"].isNull ? nil : try readWireProfile(json: one.source("profile"))
    return try biller(strict: one["strict"].isTrue, codeShapes: codeShapes(one["code_shapes"]), profile: profile)
}

func codeShapes(_ json: Json) -> CodeShapes {
    let shape = { (name: String) -> CodeShape? in
        guard case .object = json[name] else { return nil }
        let length = json[name]["length"].number.flatMap { Int($0) }
        return CodeShape(prefix: json[name]["prefix"].text, length: length, pattern: json[name]["pattern"].text)
    }
    return CodeShapes(
        refId: shape("ref_id"), customerSyncCode: shape("customer_sync_code"), settlementTo: shape("settlement_to"))
}

// Valid requests. Tests make them invalid one field at a time.
let bill = Settlement(
    refId: "INV-0001", date: date("2026-01-31T17:00:00.000Z"), dueDate: date("2026-02-28T17:00:00.000Z"),
    currency: "KHR",
    totalAmount: 40_000, customerSyncCode: "C-1", settlementTo: "S-1")
let shop = Onboarding(supplierSyncCode: "S-1", name: "Sok Dara Store")
let search = Verification(identityCode: "INV-0001", purposeOfTransaction: "2026-01-31")

func date(_ text: String) -> Date {
    guard let instant = instant(text) else { preconditionFailure("\(text) is not an instant") }
    return instant
}

/// Returns the BillwireError that `work` throws. Other errors are thrown on.
func thrown<Result>(_ work: () throws -> Result) throws -> BillwireError {
    do {
        let result = try work()
        throw Difference("nothing was thrown, but \(type(of: result)) returned")
    } catch let error as BillwireError {
        return error
    }
}

/// Paths and codes of findings, as the vectors name them.
func places(_ findings: [Finding]) -> Json {
    .list(
        findings.map { finding in
            .object([
                Json.Member(name: "path", value: .text(finding.path), source: ""),
                Json.Member(name: "code", value: .text(finding.code.text), source: ""),
            ])
        })
}

/// Paths and codes of the violations that `work` throws, as texts.
func faults(_ work: () throws -> some Any) throws -> [String] {
    try thrown(work).details.violations.map { "\($0.path) \($0.code.text)" }
}
