import Billwire
import Foundation
import Testing

@Suite("Errors")
struct ErrorTests {
    private static let messages = #""message":"Their words","message_kh":"ពាក្យរបស់គេ""#

    @Test("Every kind is thrown, can be caught by itself, and says what to do")
    func kinds() throws {
        var kinds: [String] = []
        func note(_ failure: Failure, _ nextStep: NextStep, _ error: any Error) {
            kinds.append(failure.kind)
            #expect(failure.nextStep == nextStep, "\(failure.kind)")
            #expect(!failure.text.isEmpty && "\(error)" == failure.text)
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
            } catch BillwireError.invalidRequest(let failure) {
                note(failure, .fixRequest, BillwireError.invalidRequest(failure: failure))
                #expect(failure.violations.map(\.path) == ["supplier_sync_code", "name"])
            } catch BillwireError.invalidConfig(let failure) {
                note(failure, .fixRequest, BillwireError.invalidConfig(failure: failure))
            } catch BillwireError.missingCredential(let failure) {
                note(failure, .fixCredentials, BillwireError.missingCredential(failure: failure))
            } catch BillwireError.rejected(let failure) {
                note(failure, .fixRequest, BillwireError.rejected(failure: failure))
                #expect((failure.httpStatus, failure.responseCode) == (200, "310"))
            } catch BillwireError.undetermined(let failure) {
                note(failure, .askService, BillwireError.undetermined(failure: failure))
            } catch BillwireError.unreadable(let failure) {
                note(failure, .verifyAgain, BillwireError.unreadable(failure: failure))
            } catch BillwireError.unauthenticated(let failure) {
                note(failure, .fixCredentials, BillwireError.unauthenticated(failure: failure))
                #expect(failure.response?.status == 401)
            } catch BillwireError.invalidWebhook(let failure) {
                note(failure, .askService, BillwireError.invalidWebhook(failure: failure))
                #expect(failure.response?.status == 400)
            }
        }
        #expect(
            kinds == [
                "invalid_request", "invalid_config", "missing_credential", "rejected", "undetermined", "unreadable",
                "unauthenticated", "invalid_webhook",
            ])
    }

    @Test("An error says its text wherever it is printed")
    func texts() throws {
        let error = try failure {
            try settle(
                Settlement(
                    refId: "", date: bill.date, dueDate: bill.dueDate, currency: "KHR", totalAmount: -1,
                    customerSyncCode: "C",
                    settlementTo: "S"))
        }
        let text = error.failure().text
        #expect(text.contains("ref_id") && text.contains("total_amount"))
        let printed = [
            "\(error)", String(describing: error), String(reflecting: error), error.localizedDescription,
            (error as any LocalizedError).errorDescription ?? "", error.description, error.debugDescription,
        ]
        #expect(printed.allSatisfy { $0 == text })
    }

    @Test("A fault of billwire's own is an error like the others")
    func faultOfBillwire() throws {
        var failure = try failure { try biller().decodeSettlement(status: 500, body: Data()) }.failure()
        (failure.text, failure.kind) = ("billwire itself is at fault", "internal")
        do {
            throw BillwireError.internal(failure: failure)
        } catch BillwireError.internal(let caught) {
            #expect(caught == failure && "\(BillwireError.internal(failure: caught))" == failure.text)
        }
    }

    @Test("The service's own words are in their fields, and printed nowhere")
    func messages() throws {
        for status in [200, 400, 500] {
            let body = Data(#"{"code":"777",\#(Self.messages)}"#.utf8)
            let error = try failure { try settle(bill).decode(status: status, body: body) }
            #expect(error.failure().messageEn?.text == "Their words")
            #expect(error.failure().messageKh?.text == "ពាក្យរបស់គេ")
            for text in allForms(of: error) + allForms(of: error.failure()) {
                #expect(!text.contains("Their words") && !text.contains("ពាក្យ"))
            }
        }
    }

    @Test("No answer: what to do depends on whether it was sent")
    func noAnswer() throws {
        let call = try settle(bill)
        #expect(call.noAnswer(sent: .no).failure().nextStep == .sendAgain)
        #expect(call.noAnswer(sent: .maybe).failure().nextStep == .askService)
        let lookup = SettlementLookup(identityCode: "ref_id", purposeOfTransaction: "ref_id")
        let by = try biller(profile: WireProfile(settlementLookup: lookup))
        #expect(try by.prepareSettlement(bill: bill).noAnswer(sent: .maybe).failure().nextStep == .verifyFirst)
        #expect(by.noAnswer(operation: .verification, sent: .maybe).failure().nextStep == .verifyAgain)
    }

    @Test("All violations at once, each with its path")
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
        given = bill
        for extra in ["[]", "{", "null", ""] {
            given.extra = extra
            #expect(try failure { try settle(given) }.failure().violations.map(\.path) == ["extra"], "\(extra)")
        }
    }
}
