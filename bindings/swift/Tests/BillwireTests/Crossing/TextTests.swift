import Billwire
import Foundation
import Testing

/// Texts beyond the vectors, which compare every text and every absence of bills, answers and webhooks.
@Suite("Text")
struct TextTests {
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

    @Test("Bytes that are no text are refused, or kept for the error")
    func bytes() throws {
        let bytes = Data(#"{"a":""#.utf8) + [0xFF, 0x00] + Data(#""}"#.utf8)
        let error = try thrown { try WebhookReceiver.checkout().receive(headers: [:], body: bytes) }
        #expect(error.kind() == "invalid_webhook" && error.code() == .invalidUtf8)
        let slice = Data("xx{}".utf8).dropFirst(2)
        #expect(try WebhookReceiver.checkout().receive(headers: [:], body: slice).payload().extra == "{}")
    }
}
