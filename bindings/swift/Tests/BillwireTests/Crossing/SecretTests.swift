import Billwire
import Foundation
import Testing

@Suite("Secrets")
struct SecretTests {
    private static let canary = "canary-7e1f"
    private let by: Biller
    private let receiver: WebhookReceiver

    init() throws {
        by = try Biller(config: Self.config)
        receiver = try .merchantProxy(tokens: [WebhookToken(secret: Self.canary)])
    }

    private static var config: BillerConfig {
        BillerConfig(
            baseUrl: baseUrl, bearer: BearerToken(secret: "\(canary)-bearer"),
            verificationToken: VerificationToken(secret: "\(canary)-verification"),
            hashToken: HashToken(secret: "\(canary)-key"))
    }

    private let secretBill = bill { $0.paymentMethodToken = SensitiveText("\(Self.canary)-method") }

    @Test("No printed form shows a secret")
    func nothingPrintsASecret() throws {
        let call = try by.prepareSettlement(bill: secretBill)
        let operation = try by.prepareOperation(
            operation: .getListBills, request: UntypedRequest(path: "/bills", authentication: .bearer))
        let event = try receiver.receive(headers: ["token": [Self.canary]], body: Data(#"{"tran_id":"T"}"#.utf8))
        let expectation = Expectation(identityCode: "I", purposeOfTransaction: "P", currency: "KHR", amount: 1)
        let token = HashToken(secret: Self.canary)
        let signed = SignedFields(
            refId: "R", date: bill.date, currency: "KHR", totalAmount: 1, customerSyncCode: "C", settlementTo: "S")
        let link = #"{"code":"000","data":{"add_link_account":{"web_url":"\#(Self.canary)"}}}"#
        let words = Data(#"{"code":"777","message":"\#(Self.canary)","message_kh":"\#(Self.canary)"}"#.utf8)
        let error = try thrown { try call.decode(status: 400, body: words) }
        #expect(error.messageEn()?.text == Self.canary && error.messageKh()?.text == Self.canary)
        let flow = try SettlementFlow(biller: Sample.biller(), bill: bill)
        let values: [Any] = try [
            Self.config, by, receiver, SigningKey(token: token), secretBill, call, call.request(),
            call.request().headers, by.prepareVerification(request: search).request(), operation, operation.request(),
            event, event.confirm(biller: by, expectation: expectation), token, BearerToken(secret: Self.canary),
            WebhookToken(secret: Self.canary), SensitiveText(Self.canary), Optional(SensitiveText(Self.canary)) as Any,
            explainSignature(fields: signed, token: token, options: ExplainOptions(body: SensitiveText(Self.canary))),
            by.decodeOnboarding(status: 200, body: Data(link.utf8)), error, flow, flow.step(now: at(0), random: 1),
            EndReason(code: .refused, nextStep: .askService, answer: nil, error: error, lookup: nil),
        ]
        for value in values { expectSilence(value) }
        guard case .Undetermined(let details) = error else { throw Difference("\(error)") }
        expectSilence(details)
        #expect("\(call.request())".contains("[hidden]") && "\(secretBill)".contains("[hidden]"))
        #expect(!((SensitiveText(Self.canary) as Any) is any Encodable))
    }

    private func expectSilence(_ value: Any) {
        for text in allForms(of: value) {
            #expect(!text.contains(Self.canary) && !text.contains("test-"), "\(type(of: value))")
        }
    }

    /// All printed forms of a value.
    private func allForms(of value: Any) -> [String] {
        var (dumped, debugged) = ("", "")
        dump(value, to: &dumped)
        debugPrint(value, to: &debugged)
        let members = Mirror(reflecting: value).children.flatMap { allForms(of: $0.value) }
        return [String(describing: value), String(reflecting: value), "\([value])", dumped, debugged] + members
    }
}
