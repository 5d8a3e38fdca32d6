import Billwire
import Foundation
import Testing

@Suite("Drafts")
struct DraftTests {
    @Test("A draft is validated without credentials")
    func validates() throws {
        var wrong = bill
        (wrong.totalAmount, wrong.dueDate) = (-1, date("1970-01-01T00:00:00Z"))
        let validation = try validate(draft: wrong)
        #expect(validation.violations.map(\.path) == ["total_amount"] && validation.violationsOmitted == 0)
        #expect(validation.warnings.map(\.code) == [.dueBeforeDate])
        let validations = try [validate(draft: bill), validate(draft: shop), validate(draft: search)]
        #expect(validations.allSatisfy { $0.violations.isEmpty })
    }

    @Test("A draft crosses as JSON, Khmer and decimals included")
    func crosses() throws {
        var full = bill
        full.description = "ភ្នំពេញ\u{200B}ស្រី"
        full.details = [Line(itemName: "é", quantity: 2, price: Decimal(string: "1.25"))]
        full.extra = #"{"note":"ចំណាំ"}"#
        #expect(try settlementFromJson(json: draftToJson(draft: full)) == full)
        #expect(try onboardingFromJson(json: draftToJson(draft: shop)) == shop)
        #expect(try verificationFromJson(json: draftToJson(draft: search)) == search)
        let received = try settlementFromJson(json: draftToJson(draft: full))
        #expect(try settle(received).request == settle(full).request, "the server signs the app's bill")
    }

    @Test("JSON of a wrong draft is refused")
    func wrongJson() throws {
        var wrong = bill
        wrong.currency = ""
        #expect(try faults { try draftToJson(draft: wrong) } == ["currency empty"])
        #expect(try faults { try settlementFromJson(json: #"{"refId":"I"}"#) }.contains("refId unknown_field"))
        #expect(try thrown { try settlementFromJson(json: "[") }.details.kind == "invalid_request")
    }

    @Test("Settings of a draft are those of a biller")
    func settings() throws {
        var long = bill
        long.details = [Line(), Line()]
        let validation = try validate(draft: long, settings: DraftSettings(maxLines: 1))
        #expect(validation.violations.map(\.code) == [.tooManyLines])
        let error = try thrown { try validate(draft: bill, settings: DraftSettings(maxLines: -1)) }
        guard case .invalidConfig(let details) = error else { throw Difference("\(error)") }
        #expect(details.violations.map(\.path) == ["maxLines"])
    }

    @Test("A finding has a sentence in each language")
    func sentences() throws {
        var wrong = bill
        wrong.totalAmount = -1
        let finding = try #require(try validate(draft: wrong).violations.first)
        #expect(finding.sentence(in: .khmer) == "លេខនេះហួសដែនកំណត់របស់ field។")
        #expect(finding.sentence(in: .english).lowercased() == finding.explanation.lowercased() + ".")
        #expect(Code.missingOffset.sentence(in: .khmer).hasSuffix("។"))
    }

    @Test("A transaction of the server is read without a biller")
    func transaction() throws {
        let json = #"""
            {"tran_id":"T-1","tran_date":"2026-01-31T09:00:00.123","tran_amount":"9007199254740993.25","fee_amount":0,
            "total_amount":"9007199254740993.25","currency":"USD","identity_code":"INV-1","bank_code":"B","bank_ref":"R",
            "purpose_of_transaction":"INV-1","status":"pending","extra":{"note":"ចំណាំ"}}
            """#
        let transaction = try transactionFromJson(json: json)
        #expect(transaction.totalAmount == Decimal(string: "9007199254740993.25"))
        #expect(transaction.status == .other(text: "pending"))
        #expect(transaction.extra == #"{"note":"ចំណាំ"}"#)
        let error = try thrown { try transactionFromJson(json: "{}") }
        #expect(error.details.kind == "unreadable" && error.details.nextStep == .verifyAgain)
    }
}
