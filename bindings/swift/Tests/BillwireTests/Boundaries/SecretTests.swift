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
        receiver = try .merchantProxy(tokens: [WebhookToken(secret: "\(Self.canary)-webhook")])
    }

    private static var config: BillerConfig {
        BillerConfig(
            baseUrl: baseUrl, bearer: BearerToken(secret: "\(canary)-bearer"),
            verificationToken: VerificationToken(secret: "\(canary)-verification"),
            hashToken: HashToken(secret: "\(canary)-key"))
    }

    private var canaryBill: Settlement {
        var given = bill
        given.paymentMethodToken = SensitiveText("\(Self.canary)-method")
        return given
    }

    @Test("No printed form shows a secret")
    func nothingPrintsASecret() throws {
        let call = try by.prepareSettlement(bill: canaryBill)
        let verification = try by.prepareVerification(request: search)
        let operation = try by.prepareOperation(
            operation: .getListBills, request: UntypedRequest(path: "/bills", authentication: .bearer))
        let event = try receiver.receive(
            headers: ["token": ["\(Self.canary)-webhook"]], body: Data(#"{"tran_id":"T"}"#.utf8))
        let confirmation = try event.confirm(
            biller: by,
            expectation: Expectation(identityCode: "I", purposeOfTransaction: "P", currency: "KHR", amount: 1))
        let values: [Any] = try [
            Self.config, by, by.withBearer(bearer: BearerToken(secret: "\(Self.canary)-other")), receiver,
            SigningKey(token: HashToken(secret: "\(Self.canary)-key")), canaryBill, call, call.request,
            call.request.headers, verification, verification.request, operation, operation.request, event,
            event.acknowledge(), event.compare(storedFingerprint: nil), confirmation, confirmation.call,
            BearerToken(secret: Self.canary), VerificationToken(secret: Self.canary), HashToken(secret: Self.canary),
            WebhookToken(secret: Self.canary), SensitiveText(Self.canary), Optional(SensitiveText(Self.canary)) as Any,
            explainSignature(fields: fields, token: HashToken(secret: Self.canary), options: ExplainOptions()),
            onboarded(webUrl: Self.canary), call.noAnswer(sent: .maybe),
        ]
        for value in values { expectSilence(value) }
        #expect("\(call.request)".contains("[hidden]") && "\(canaryBill)".contains("[hidden]"))
    }

    @Test("No error repeats a refused value")
    func errorsAreSilent() throws {
        var broken = canaryBill
        broken.paymentMethodToken = SensitiveText("\(Self.canary)\u{0}")
        broken.refId = "\(Self.canary)\u{0}"
        broken.currency = ""
        let link = Data(#"{"code":"000","data":{"add_link_account":{"web_url":["\#(Self.canary)"]}}}"#.utf8)
        let works: [() throws -> Any] = [
            { [by] in try by.prepareSettlement(bill: broken) },
            { [by] in try by.withBearer(bearer: BearerToken(secret: "Bearer \(Self.canary)")) },
            { [by] in try by.decodeOnboarding(status: 200, body: link) },
            { [by] in try by.prepareOperation(operation: .proxy, request: UntypedRequest(path: "//\(Self.canary)")) },
            { [receiver] in try receiver.receive(headers: ["Token": ["\(Self.canary)-webhooks"]], body: Data()) },
            { try Biller(config: BillerConfig(baseUrl: "https://\(Self.canary)@host")) },
            { try SigningKey(token: HashToken(secret: "\(Self.canary) ")) },
            { try WebhookReceiver.merchantProxy(tokens: [WebhookToken(secret: "\(Self.canary)\n")]) },
        ]
        for work in works { try expectSilence(thrown(work)) }
    }

    @Test("A failed comparison shows no secret")
    func failuresOfTestsAreSilent() {
        withKnownIssue {
            #expect(SensitiveText(Self.canary) == SensitiveText("other"))
            #expect(canaryBill == bill)
        } matching: { issue in
            !"\(issue)".contains(Self.canary) && !String(reflecting: issue).contains(Self.canary)
        }
    }

    @Test("Requests and responses contain the secrets")
    func secretsAreSent() throws {
        let request = try by.prepareSettlement(bill: canaryBill).request
        #expect(request.headers.contains { $0.value.text == "Bearer \(Self.canary)-bearer" })
        #expect(request.body?.text.contains("\(Self.canary)-method") == true)
        let verification = try by.prepareVerification(request: search).request
        #expect(verification.headers.contains { $0.name == "token" && $0.value.text == "\(Self.canary)-verification" })
        #expect(try onboarded(webUrl: Self.canary).data?.addLinkAccount?.webUrl?.text == Self.canary)
    }

    @Test("Secrets are not Encodable")
    func nothingEncodesASecret() {
        #expect(!((SensitiveText(Self.canary) as Any) is any Encodable))
        #expect(!((canaryBill as Any) is any Encodable))
    }

    private var fields: SignedFields {
        SignedFields(
            refId: "R", date: bill.date, currency: "KHR", totalAmount: 1, customerSyncCode: "C", settlementTo: "S")
    }

    private func onboarded(webUrl: String) throws -> OnboardingResponse {
        let body = #"{"code":"000","data":{"add_link_account":{"web_url":"\#(webUrl)"}}}"#
        return try by.decodeOnboarding(status: 200, body: Data(body.utf8))
    }

    private func expectSilence(_ value: Any) {
        for text in allForms(of: value) { #expect(!text.contains(Self.canary), "\(type(of: value))") }
    }
}

/// All printed forms of a value.
func allForms(of value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    var debugged = ""
    debugPrint(value, to: &debugged)
    let members = Mirror(reflecting: value).children.flatMap { allForms(of: $0.value) }
    return [String(describing: value), String(reflecting: value), "\(value)", "\([value])", dumped, debugged] + members
}
