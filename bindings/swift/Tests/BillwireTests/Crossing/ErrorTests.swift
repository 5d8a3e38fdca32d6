import Billwire
import Foundation
import Testing

@Suite("Errors")
struct ErrorTests {
    @Test("Every kind can be caught, has a next step, and prints its text")
    func kinds() throws {
        let by = try biller(profile: WireProfile(refusalCodes: CodesByOperation(onboarding: ["310"])))
        let receiver = try WebhookReceiver.merchantProxy(tokens: [WebhookToken(secret: "test-webhook")])
        let kinds: [(kind: String, NextStep, work: () throws -> Any)] = [
            ("invalid_request", .fixRequest, { try by.prepareSettlement(bill: bill { $0.refId = "" }) }),
            ("invalid_config", .fixRequest, { try Biller(config: BillerConfig(baseUrl: "http://service.example")) }),
            (
                "missing_credential", .fixCredentials,
                { try Biller(config: BillerConfig(baseUrl: baseUrl)).prepareSettlement(bill: bill) }
            ),
            ("rejected", .fixRequest, { try by.decodeOnboarding(status: 200, body: Data(#"{"code":"310"}"#.utf8)) }),
            ("undetermined", .askService, { try by.decodeSettlement(status: 500, body: Data()) }),
            ("unreadable", .verifyAgain, { try by.decodeVerification(status: 200, body: Data("<html>".utf8)) }),
            ("unauthenticated", .fixCredentials, { try receiver.receive(headers: [:], body: Data("{}".utf8)) }),
            (
                "invalid_webhook", .askService,
                { try receiver.receive(headers: ["Token": ["test-webhook"]], body: Data("[1]".utf8)) }
            ),
        ]
        for (kind, nextStep, work) in kinds {
            let error = try thrown(work)
            #expect((error.kind(), error.nextStep()) == (kind, nextStep))
            #expect(error.description.contains(kind) && !error.description.contains("Optional"))
            let printed = [
                "\(error)", String(reflecting: error), error.localizedDescription, "\([error])",
                (error as any LocalizedError).errorDescription ?? "",
            ]
            #expect(printed.allSatisfy { $0.contains(error.description) })
        }
        #expect(try thrown(kinds[3].work).responseCode() == "310" && thrown(kinds[3].work).httpStatus() == 200)
        #expect(try thrown(kinds[6].work).response()?.status == 401)
    }

    @Test("A case has its values, and all violations are thrown at once")
    func cases() throws {
        do {
            _ = try settle(
                bill {
                    $0.currency = ""
                    $0.details = [Line(), Line(quantity: -1, price: .nan)]
                    $0.extra = #"{"hash":"mine"}"#
                })
            Issue.record("nothing was thrown")
        } catch BillwireError.InvalidRequest(let operation, let violations) {
            #expect(operation == .settlement && violations.omitted == 0)
            #expect(
                violations.listed.map { "\($0.path) \(codeText(code: $0.code))" } == [
                    "currency empty", "details[1].quantity out_of_range", "details[1].price invalid_decimal",
                    "extra.hash reserved_key",
                ])
        }
    }

    @Test("Errors and results compare by value")
    func equality() throws {
        let refused = { try thrown { try settle(bill).decode(status: 500, body: Data()) } }
        #expect(try refused() == refused() && Set([refused(), refused()]).count == 1)
        #expect(try settle(bill).request() == settle(bill).request() && bill != bill { $0.details = [] })
        #expect(SensitiveText("a") == SensitiveText("a") && SensitiveText("a") != SensitiveText("b"))
    }

    @Test("A code has its sentence in each language, and its address")
    func sentences() throws {
        let finding = try #require(validateSettlement(draft: bill { $0.totalAmount = -1 }).violations.listed.first)
        #expect(finding.sentence(language: .khmer) == "លេខនេះហួសដែនកំណត់របស់ field។")
        #expect(finding.sentence(language: .english).lowercased() == finding.explanation.lowercased() + ".")
        #expect(codeDocUrl(code: .empty) == "https://billwire.github.io/billwire/errors.html#empty")
    }
}
