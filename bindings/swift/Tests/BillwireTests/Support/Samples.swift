import Billwire
import Foundation

let baseUrl = "https://service.example"

/// Biller with the credentials of the vectors.
func biller(
    _ url: String = baseUrl, strict: Bool = false, codeShapes: CodeShapes? = nil, profile: WireProfile? = nil,
    hashToken: String = "test-hash-key"
) throws -> Biller {
    try Biller(
        config: BillerConfig(
            baseUrl: url, bearer: BearerToken(secret: "test-bearer"),
            verificationToken: VerificationToken(secret: "test-verification"), hashToken: HashToken(secret: hashToken),
            allowLoopbackHttp: true, strict: strict, codeShapes: codeShapes, profile: profile))
}

// Valid requests. Tests make them invalid one field at a time.
let bill = Settlement(
    refId: "INV-1", date: at(1_769_878_800_000), dueDate: at(1_772_298_000_000), currency: "KHR",
    totalAmount: 40_000, customerSyncCode: "C-1", settlementTo: "S-1")
let shop = Onboarding(supplierSyncCode: "S-1", name: "Sok Dara Store")
let search = Verification(identityCode: "INV-1", purposeOfTransaction: "2026-01-31")

/// Time at milliseconds since 1970.
func at(_ millis: Int) -> Date { Date(timeIntervalSince1970: Double(millis) / 1000) }

/// The same bill with changes.
func bill(_ change: (inout Settlement) -> Void) -> Settlement {
    var changed = bill
    change(&changed)
    return changed
}

func settle(_ bill: Settlement) throws -> SettlementCall { try biller().prepareSettlement(bill: bill) }

/// Body of a settlement, as the service reads it.
func sent(_ bill: Settlement) throws -> Json { try Json(settle(bill).request().body?.text ?? "") }

/// Payload of a webhook that anybody may have sent.
func payload(_ body: String) throws -> WebhookPayload {
    try WebhookReceiver.checkout().receive(headers: [:], body: Data(body.utf8)).payload()
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

/// Paths and codes of the violations that `work` throws, as texts.
func faults(_ work: () throws -> some Any) throws -> [String] {
    try thrown(work).violations().map { "\($0.path) \(codeText(code: $0.code))" }
}
