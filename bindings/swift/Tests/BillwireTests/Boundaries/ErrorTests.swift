import Billwire
import Foundation
import Testing

@Suite("Errors")
struct ErrorTests {
    private static let messages = #""message":"Their words","message_kh":"ពាក្យរបស់គេ""#

    @Test("Every kind can be caught and has a next step")
    func kinds() throws {
        var kinds: [String] = []
        func note(_ details: ErrorDetails, _ nextStep: NextStep, _ error: any Error) {
            kinds.append(details.kind)
            #expect(details.nextStep == nextStep, "\(details.kind)")
            let end = " [\(details.kind), next: \(details.nextStep)]"
            #expect(!details.text.isEmpty && "\(error)" == details.text + end)
        }
        let by = try biller(profile: WireProfile(refusalCodes: CodesByOperation(onboarding: ["310"])))
        let receiver = try WebhookReceiver.merchantProxy(tokens: [WebhookToken(secret: "test-webhook")])
        let works: [() throws -> Any] = [
            { try by.prepareOnboarding(request: Onboarding(supplierSyncCode: "", name: "")) },
            { try Biller(config: BillerConfig(baseUrl: "http://service.example")) },
            { try Biller(config: BillerConfig(baseUrl: baseUrl)).prepareSettlement(bill: bill) },
            { try by.decodeOnboarding(status: 200, body: Data(#"{"code":"310"}"#.utf8)) },
            { try by.decodeSettlement(status: 500, body: Data()) },
            { try by.decodeVerification(status: 200, body: Data("<html>".utf8)) },
            { try receiver.receive(headers: [:], body: Data("{}".utf8)) },
            { try receiver.receive(headers: ["Token": ["test-webhook"]], body: Data("[]".utf8)) },
        ]
        for work in works {
            do {
                _ = try work()
                Issue.record("nothing was thrown")
            } catch BillwireError.invalidRequest(let details) {
                note(details, .fixRequest, BillwireError.invalidRequest(details: details))
                #expect(details.violations.map(\.path) == ["supplier_sync_code", "name"])
            } catch BillwireError.invalidConfig(let details) {
                note(details, .fixRequest, BillwireError.invalidConfig(details: details))
            } catch BillwireError.missingCredential(let details) {
                note(details, .fixCredentials, BillwireError.missingCredential(details: details))
            } catch BillwireError.rejected(let details) {
                note(details, .fixRequest, BillwireError.rejected(details: details))
                #expect((details.httpStatus, details.responseCode) == (200, "310"))
            } catch BillwireError.undetermined(let details) {
                note(details, .askService, BillwireError.undetermined(details: details))
            } catch BillwireError.unreadable(let details) {
                note(details, .verifyAgain, BillwireError.unreadable(details: details))
            } catch BillwireError.unauthenticated(let details) {
                note(details, .fixCredentials, BillwireError.unauthenticated(details: details))
                #expect(details.response?.status == 401)
            } catch BillwireError.invalidWebhook(let details) {
                note(details, .askService, BillwireError.invalidWebhook(details: details))
                #expect(details.response?.status == 400)
            }
        }
        #expect(
            kinds == [
                "invalid_request", "invalid_config", "missing_credential", "rejected", "undetermined", "unreadable",
                "unauthenticated", "invalid_webhook",
            ])
    }

    @Test("Every printed form of an error is its text")
    func texts() throws {
        let error = try thrown {
            try settle(
                Settlement(
                    refId: "", date: bill.date, dueDate: bill.dueDate, currency: "KHR", totalAmount: -1,
                    customerSyncCode: "C",
                    settlementTo: "S"))
        }
        let text = "\(error.details.text) [invalid_request, next: fixRequest]"
        #expect(text.contains("ref_id") && text.contains("total_amount"))
        let printed = [
            "\(error)", String(describing: error), String(reflecting: error), error.localizedDescription,
            (error as any LocalizedError).errorDescription ?? "", error.description, error.debugDescription,
        ]
        #expect(printed.allSatisfy { $0 == text })
    }

    @Test("The internal error is like the others")
    func faultOfBillwire() throws {
        var details = try thrown { try biller().decodeSettlement(status: 500, body: Data()) }.details
        (details.text, details.kind) = ("billwire itself is at fault", "internal")
        do {
            throw BillwireError.internal(details: details)
        } catch BillwireError.internal(let caught) {
            let text = "billwire itself is at fault [internal, next: \(details.nextStep)]"
            #expect(caught == details && "\(BillwireError.internal(details: caught))" == text)
        }
    }

    @Test("Messages of the service are not printed")
    func messages() throws {
        for status in [200, 400, 500] {
            let body = Data(#"{"code":"777",\#(Self.messages)}"#.utf8)
            let error = try thrown { try settle(bill).decode(status: status, body: body) }
            #expect(error.details.messageEn?.text == "Their words")
            #expect(error.details.messageKh?.text == "ពាក្យរបស់គេ")
            for text in allForms(of: error) + allForms(of: error.details) {
                #expect(!text.contains("Their words") && !text.contains("ពាក្យ"))
            }
        }
    }

    @Test("Without an answer, the next step follows sent")
    func noAnswer() throws {
        let call = try settle(bill)
        #expect(call.noAnswer(sent: .no).details.nextStep == .sendAgain)
        #expect(call.noAnswer(sent: .maybe).details.nextStep == .askService)
        let lookup = SettlementLookup(identityCode: "ref_id", purposeOfTransaction: "ref_id")
        let by = try biller(profile: WireProfile(settlementLookup: lookup))
        #expect(try by.prepareSettlement(bill: bill).noAnswer(sent: .maybe).details.nextStep == .verifyFirst)
        #expect(by.noAnswer(operation: .verification, sent: .maybe).details.nextStep == .verifyAgain)
    }

    @Test("All violations are thrown at once")
    func violations() throws {
        var given = bill
        given.currency = ""
        given.details = [Line(), Line(quantity: -1, price: .nan)]
        given.extra = #"{"hash":"mine"}"#
        #expect(
            try faults { try settle(given) } == [
                "currency empty", "details[1].quantity out_of_range", "details[1].price invalid_decimal",
                "extra.hash reserved_key",
            ])
        #expect(Code.empty.docUrl == "https://billwire.github.io/billwire/errors.html#empty")
        given = bill
        for extra in ["[]", "{", "null", ""] {
            given.extra = extra
            #expect(try thrown { try settle(given) }.details.violations.map(\.path) == ["extra"], "\(extra)")
        }
    }
}
