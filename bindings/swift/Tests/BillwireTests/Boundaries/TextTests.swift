import Billwire
import Foundation
import Testing

@Suite("Text")
struct TextTests {
    /// Stacked consonants, a zero-width space, two forms of one letter, a letter beyond the first plane.
    private static let khmer = "ភ្នំពេញ\u{200B}ស្រី é e\u{301} 𝄞"

    @Test("Khmer in every text field of an onboarding")
    func onboarding() throws {
        let text = Self.khmer
        let request = Onboarding(
            supplierSyncCode: text, name: text, nameKh: text, address: text, bankId: text, returnUrl: text,
            currency: text)
        let call = try biller().prepareOnboarding(request: request)
        try expect(call.request, holds: text, times: 7)
    }

    @Test("Khmer in every text field of a settlement and of its lines")
    func settlement() throws {
        let text = Self.khmer
        let line = Line(itemName: text, description: text, taxName: text)
        let bill = Settlement(
            refId: text, date: bill.date, dueDate: bill.dueDate, currency: text, totalAmount: 1, customerSyncCode: text,
            paymentMethodToken: SensitiveText(text), settlementTo: text, description: text, totalAmountKhr: 1,
            details: [line, line], extra: #"{"note":"\#(text)"}"#)
        try expect(settle(bill).request, holds: text, times: 6 + 2 * 3 + 1)
    }

    @Test("Khmer in every text field of a verification")
    func verification() throws {
        let text = Self.khmer
        let request = Verification(identityCode: text, tranId: text, bankRef: text, purposeOfTransaction: text)
        try expect(biller().prepareVerification(request: request).request, holds: text, times: 4)
    }

    @Test("Khmer in every text field of a webhook")
    func webhook() throws {
        let names = [
            "tran_id", "tran_no", "payment_service_type", "tran_date", "currency", "bank_code", "bank_name", "bank_ref",
            "identity_code", "purpose_of_transaction", "device_code", "status",
        ]
        let customer = [
            "branch_code", "branch_name", "customer_code", "customer_name", "customer_name_latin", "bill_no",
        ]
        let members = { (names: [String]) in names.map { #""\#($0)":"\#(Self.khmer)""# }.joined(separator: ",") }
        let body = #"{\#(members(names)),"customers":[{\#(members(customer))}],"else":"\#(Self.khmer)"}"#
        let shown = try onTheWire(payload(body)) ?? .null
        for name in names { #expect(shown[name] == .text(Self.khmer), "\(name)") }
        for name in customer { #expect(shown["customers"].items.first?[name] == .text(Self.khmer), "\(name)") }
        #expect(shown["extra"]["else"] == .text(Self.khmer))
    }

    @Test("No text is trimmed or normalised")
    func textIsKept() throws {
        for text in ["\u{FEFF}mark", " space ", "e\u{301}", "\u{E9}", #""\/"#, "a\u{2028}b"] {
            var given = bill
            given.description = text
            #expect(try sent(given)["description"] == .text(text), "\(text.debugDescription)")
        }
    }

    @Test("Control characters are violations", arguments: ["\u{0}", "a\u{0}b", "\r\n", "\u{7F}", "\u{9F}"])
    func controlCharacters(_ text: String) throws {
        var given = bill
        given.refId = text
        #expect(try faults { try settle(given) } == ["ref_id control_character"])
    }

    private func expect(_ request: HttpRequest, holds text: String, times: Int) throws {
        let body = try Json(parsing: (request.body?.text ?? "").utf8)
        #expect(count(of: text, in: body) == times)
    }

    private func count(of text: String, in json: Json) -> Int {
        switch json {
        case .text: json == .text(text) ? 1 : 0
        case .list(let items): items.reduce(0) { $0 + count(of: text, in: $1) }
        case .object(let members): members.reduce(0) { $0 + count(of: text, in: $1.value) }
        default: 0
        }
    }
}
