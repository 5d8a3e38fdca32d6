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
        let length = json[name]["length"].number.flatMap { Int64($0) }
        return CodeShape(prefix: json[name]["prefix"].text, length: length, pattern: json[name]["pattern"].text)
    }
    return CodeShapes(
        refId: shape("ref_id"), customerSyncCode: shape("customer_sync_code"), settlementTo: shape("settlement_to"))
}

/// Call of any operation, with the parts that tests compare.
struct Prepared {
    let request: HttpRequest
    let warnings: [Finding]
    let operation: OperationName
    let decode: (Int, Data) throws -> Any

    init(_ call: OnboardingCall) {
        (request, warnings, operation) = (call.request(), call.warnings(), call.operation())
        decode = { try call.decode(status: $0, body: $1) }
    }

    init(_ call: SettlementCall) {
        (request, warnings, operation) = (call.request(), call.warnings(), call.operation())
        decode = { try call.decode(status: $0, body: $1) }
    }

    init(_ call: VerificationCall) {
        (request, warnings, operation) = (call.request(), call.warnings(), call.operation())
        decode = { try call.decode(status: $0, body: $1) }
    }
}

extension Biller {
    func prepare(_ operation: String, json: String) throws -> Prepared {
        switch operation {
        case "onboarding": try Prepared(prepareOnboardingJson(json: json))
        case "settlement": try Prepared(prepareSettlementJson(json: json))
        case "verification": try Prepared(prepareVerificationJson(json: json))
        default: throw Difference("\(operation) has no shape")
        }
    }

    func prepare(_ draft: Draft) throws -> Prepared {
        switch draft {
        case .onboarding(let request): try Prepared(prepareOnboarding(request: request))
        case .settlement(let bill): try Prepared(prepareSettlement(bill: bill))
        case .verification(let request): try Prepared(prepareVerification(request: request))
        }
    }

    func decode(_ operation: String, _ status: Int, _ body: Data) throws -> Any {
        switch operation {
        case "onboarding": try decodeOnboarding(status: status, body: body)
        case "settlement": try decodeSettlement(status: status, body: body)
        case "verification": try decodeVerification(status: status, body: body)
        default: throw Difference("\(operation) has no shape")
        }
    }
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
                Json.Member(name: "code", value: .text(finding.code.text()), source: ""),
            ])
        })
}

/// Paths and codes of the violations that `work` throws, as texts.
func faults(_ work: () throws -> some Any) throws -> [String] {
    try thrown(work).details().violations.map { "\($0.path) \($0.code.text())" }
}
