import Billwire
import Foundation
import Testing

@Suite("Text and absence")
struct TextTests {
    /// Stacked consonants, a zero-width space, two forms of one letter, a letter beyond the first plane.
    private static let khmer = "ភ្នំពេញ\u{200B}ស្រី é e\u{301} 𝄞"

    @Test("Khmer crosses in every field of a bill, and back")
    func bills() throws {
        let text = Self.khmer
        let line = Line(itemName: text, description: text, taxName: text, extra: #"{"note":"\#(text)"}"#)
        let full = Settlement(
            refId: text, date: bill.date, dueDate: bill.dueDate, currency: text, totalAmount: 1, customerSyncCode: text,
            paymentMethodToken: SensitiveText(text), settlementTo: text, description: text, totalAmountKhr: 1,
            details: [line, line], extra: #"{"note":"\#(text)"}"#)
        #expect(try settlementFromJson(json: settlementToJson(draft: full)) == full)
        let body = try settle(full).request().body?.text ?? ""
        #expect(body.utf8.split(separator: Array(text.utf8)).count - 1 == 6 + 2 * 4 + 1)
    }

    @Test("Khmer crosses in every field of a webhook")
    func webhooks() throws {
        let names = ["tran_id", "payment_service_type", "tran_date", "bank_name", "identity_code", "status"]
        let members = names.map { #""\#($0)":"\#(Self.khmer)""# }.joined(separator: ",")
        let body = #"{\#(members),"customers":[{"customer_name":"\#(Self.khmer)"}],"else":"\#(Self.khmer)"}"#
        let shown = try wire(payload(body)) ?? ""
        #expect(shown.components(separatedBy: Self.khmer.debugDescription).count - 1 == names.count + 2)
        #expect(try payload(body).status == .other(text: Self.khmer))
    }

    @Test("A received value goes out again")
    func goesOut() throws {
        let customer = #"{"amount":"many","customer_name":[7],"c":1.50}"#
        let received = try payload(#"{"tran_id":7,"tran_amount":"0.10","customers":[\#(customer)],"b":{"extra":1}}"#)
        #expect(try webhookPayloadFromJson(json: received.toJson()) == received)
        let error = try thrown { try transactionFromJson(json: received.toJson()) }
        #expect(error.nextStep() == .verifyAgain)
    }

    @Test("No text is trimmed or normalised")
    func keeps() throws {
        for text in ["\u{FEFF}mark", " space ", "e\u{301}", "\u{E9}", #""\/"#, "a\u{2028}b", "\u{301}"] {
            try same("text", sent(bill { $0.description = text })["description"].text, text)
        }
        #expect(try faults { try settle(bill { $0.refId = "a\u{0}b" }) } == ["ref_id control_character"])
    }

    @Test("What is nil is not sent; what is empty is")
    func absent() throws {
        #expect(
            try sent(bill).members.map(\.name) == [
                "ref_id", "date", "due_date", "currency", "total_amount", "customer_sync_code", "settlement_to",
                "total_amount_khr", "hash",
            ])
        #expect(try sent(bill { $0.details = [] })["details"].source == "[]")
        #expect(try sent(bill { $0.extra = #"{"note":null}"# }).members.contains { $0.name == "note" })
        #expect(try faults { try settle(bill { $0.description = "" }) } == ["description empty"])
    }

    @Test("What is received absent, null or empty is told apart where the interface does")
    func received() throws {
        #expect(try payload("{}").customers == .absent)
        #expect(try payload(#"{"customers":null}"#).customers == .null)
        #expect(try payload(#"{"customers":[]}"#).customers == .listed(customers: []))
        let body = Data(#"{"code":"000","message":null,"message_kh":"","data":{"name":null,"address":""}}"#.utf8)
        let response = try biller().decodeOnboarding(status: 200, body: body).response
        #expect((response.message, response.messageKh) == (nil, ""))
        #expect((response.data?.name, response.data?.address) == (nil, ""))
    }

    @Test("Bytes that are no text are refused, or kept for the error")
    func bytes() throws {
        let bytes = Data(#"{"a":""#.utf8) + [0xFF, 0x00] + Data(#""}"#.utf8)
        let error = try thrown { try WebhookReceiver.checkout().receive(headers: [:], body: bytes) }
        #expect(error.kind() == "invalid_webhook" && error.code() == .invalidUtf8)
        let slice = Data("xx{}".utf8).dropFirst(2)
        #expect(try WebhookReceiver.checkout().receive(headers: [:], body: slice).payload().extra == "{}")
    }
}
