import Billwire
import Foundation
import Testing

@Suite("Absent, null and empty")
struct AbsenceTests {
    @Test("Fields that are nil are not sent")
    func absentFieldsAreLeftOut() throws {
        var given = bill
        let bare = try sent(given)
        given.description = nil
        given.details = nil
        given.extra = nil
        #expect(try sent(given) == bare)
        #expect(
            bare.members.map(\.name) == [
                "ref_id", "date", "due_date", "currency", "total_amount", "customer_sync_code", "settlement_to",
                "total_amount_khr", "hash",
            ])
        given.details = []
        #expect(try sent(given)["details"] == .list([]), "an empty list is sent")
        given.extra = #"{"note":null}"#
        #expect(try sent(given).member("note")?.value == .null, "extra may contain null")
    }

    @Test("An empty text is not absent")
    func emptyTextIsAViolation() throws {
        var given = bill
        (given.refId, given.description) = ("", "")
        #expect(try faults { try settle(given) } == ["ref_id empty", "description empty"])
    }

    @Test("Null in given JSON is absent")
    func givenNullIsAbsent() throws {
        let json = #"{"identity_code":"I","purpose_of_transaction":"P","tran_id":null}"#
        let call = try biller().prepareVerificationJson(json: json)
        #expect(call.request.body?.text == #"{"identity_code":"I","purpose_of_transaction":"P"}"#)
    }

    @Test("Customers distinguish absent, null and empty")
    func customers() throws {
        #expect(try payload("{}").customers == .absent)
        #expect(try payload(#"{"customers":null}"#).customers == .null)
        #expect(try payload(#"{"customers":[]}"#).customers == .listed(customers: []))
        let listed = Customers.listed(customers: [customer(amount: nil), customer(amount: 5)])
        #expect(try payload(#"{"Customer":[{"amount":null},{"amount":"5"}]}"#).customers == listed)
    }

    @Test("Received null is absent, empty text is kept")
    func receivedNullIsAbsent() throws {
        let answer = #"{"code":"000","message":null,"message_kh":"","data":{"name":null,"address":""}}"#
        let response = try biller().decodeOnboarding(status: 200, body: Data(answer.utf8))
        #expect((response.message, response.messageKh) == (nil, ""))
        #expect((response.data?.name, response.data?.address) == (nil, ""))
        #expect(response.data?.addLinkAccount == nil)
    }

    private func customer(amount: Decimal?) -> Customer {
        Customer(
            branchCode: nil, branchName: nil, customerCode: nil, customerName: nil, customerNameLatin: nil, billNo: nil,
            amount: amount, extra: "{}")
    }
}

func settle(_ bill: Settlement) throws -> SettlementCall { try biller().prepareSettlement(bill: bill) }

/// Body of a settlement, as the service reads it.
func sent(_ bill: Settlement) throws -> Json {
    try Json(parsing: (settle(bill).request.body?.text ?? "").utf8)
}

func payload(_ body: String) throws -> WebhookPayload {
    try WebhookReceiver.checkout().receive(headers: [:], body: Data(body.utf8)).payload
}
