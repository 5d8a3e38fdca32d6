import Billwire
import Foundation
import Testing

@Suite("Instants")
struct InstantTests {
    @Test("Dates are rounded to milliseconds")
    func milliseconds() throws {
        let exact = date("2026-01-31T17:00:00.123Z")
        let seconds = exact.timeIntervalSinceReferenceDate
        let nearby = [seconds, seconds.nextUp, seconds.nextDown, seconds + 0.000_4, seconds - 0.000_4]
        for seconds in nearby {
            #expect(try sentDate(Date(timeIntervalSinceReferenceDate: seconds)) == "2026-01-31T17:00:00.123Z")
        }
        #expect(try sentDate(exact.addingTimeInterval(0.000_6)) == "2026-01-31T17:00:00.124Z")
        #expect(
            try sentDate(date("1969-12-31T23:59:59.999Z").addingTimeInterval(0.000_2)) == "1969-12-31T23:59:59.999Z")
    }

    @Test("Every millisecond of a second comes back")
    func everyMillisecond() throws {
        for millis in 0..<1000 {
            let text = String(format: "2026-01-31T17:00:00.%03dZ", millis)
            #expect(try sentDate(Date(timeIntervalSince1970: 1_769_878_800 + Double(millis) / 1000)) == text)
        }
    }

    @Test("Years have four digits")
    func years() throws {
        #expect(try sentDate(.distantPast) == "0000-12-30T00:00:00.000Z")
        #expect(try sentDate(.distantFuture) == "4001-01-01T00:00:00.000Z")
        #expect(try sentDate(date("9999-12-31T23:59:59.999Z")) == "9999-12-31T23:59:59.999Z")
        let beyond = [date("9999-12-31T23:59:59.999Z") + 0.001, date("0000-01-01T00:00:00Z") - 0.001]
        for date in beyond { #expect(try faults(of: date) == ["date year_out_of_range"]) }
    }

    @Test("A date that is not finite is a violation")
    func notFinite() throws {
        let numbers = [Double.infinity, -.infinity, .nan, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e300]
        for number in numbers {
            #expect(try faults(of: Date(timeIntervalSince1970: number)) == ["date year_out_of_range"], "\(number)")
        }
    }

    @Test("A received date needs an assumed zone")
    func receivedDate() throws {
        let text = "2026-01-31T17:00:00.1234567"
        #expect(try payload(#"{"tran_date":"\#(text)"}"#).tranDate == text)
        #expect(readTranDate(text: text, assumedOffset: .utc) == date("2026-01-31T17:00:00.123Z"))
        #expect(readTranDate(text: text, assumedOffset: .hours(7)) == date("2026-01-31T10:00:00.123Z"))
        #expect(readTranDate(text: "yesterday", assumedOffset: .utc) == nil)
    }

    @Test("Any zone is accepted")
    func zones() throws {
        let key = try SigningKey(token: HashToken(secret: "test-hash-key"))
        let fields = SignedFields(
            refId: "R", date: date("2026-01-31T17:00:00Z"), currency: "KHR", totalAmount: 1, customerSyncCode: "C",
            settlementTo: "S")
        let atNoon = try key.sign(fields: fields, signingOffset: .hours(7))
        #expect(try atNoon == key.sign(fields: fields, signingOffset: UTCOffset(seconds: 25_200)))
        #expect(try atNoon != key.sign(fields: fields))
        for seconds in [Int.max, .min, 86_400] {
            #expect(try key.sign(fields: fields, signingOffset: UTCOffset(seconds: seconds)).count == 88)
        }
        #expect([UTCOffset.hours(.max), .hours(.min)] == [.hours(24), .hours(-24)])
    }

    private func sentDate(_ date: Date) throws -> String? {
        var given = bill
        given.date = date
        given.dueDate = date
        return try sent(given)["date"].text
    }

    private func faults(of date: Date) throws -> [String] {
        var given = bill
        given.date = date
        return try BillwireTests.faults { try settle(given) }
    }
}
