import Billwire
import Foundation
import Testing

@Suite("Numbers")
struct NumberTests {
    @Test("Integers beyond those of the vectors are violations")
    func integers() throws {
        for amount in [Int64.max, .min] {
            #expect(try faults { try settle(bill { $0.totalAmount = amount }) } == ["total_amount out_of_range"])
        }
    }

    @Test("Decimals of every length keep their value", arguments: 1...34)
    func lengths(_ length: Int) throws {
        let digits = "9876543219876543219876543219876543".prefix(length)
        for point in digits.indices {
            let text = "0\(digits[..<point]).\(digits[point...])0"
            let expected = decimal(text)
            #expect(try sentPrice(expected) == expected.description)
            let received = try payload(#"{"tran_amount":"\#(expected.magnitude.description)"}"#).tranAmount
            #expect(received == expected.magnitude && received?.hashValue == expected.magnitude.hashValue)
        }
    }

    @Test("Other decimals are violations, and exponents are written out")
    func otherDecimals() throws {
        let others: [(Decimal, String)] = [
            (decimal("12345678901234567890123456789012345"), "too_many_digits"),
            (Decimal(sign: .plus, exponent: 35, significand: 1), "out_of_range"),
            (Decimal(sign: .plus, exponent: -35, significand: 1), "out_of_range"),
            (.greatestFiniteMagnitude, "too_many_digits"), (.leastNonzeroMagnitude, "out_of_range"),
            (.nan, "invalid_decimal"),
        ]
        for (price, code) in others {
            #expect(try faults { try sentPrice(price) } == ["details[0].price \(code)"], "\(price)")
        }
        let largest = "1" + String(repeating: "0", count: 34)
        for (price, text) in [(decimal("4e3"), "4000"), (decimal("-25e-1"), "-2.5"), (decimal("1e34"), largest)] {
            #expect(try sentPrice(price) == text)
        }
    }

    /// Swift makes a `Double` of a literal before it makes a `Decimal` of it.
    @Test("A literal that is no exact decimal is a violation")
    func literals() throws {
        for price: Decimal in [0.59, 1.1, 4100.567, -19.99] where price.description.utf8.count > 16 {
            #expect(try faults { try sentPrice(price) } == ["details[0].price inexact_number"], "\(price)")
        }
        #expect((0.59 as Decimal).description != "0.59", "the compiler reads literals exactly: remove the rule")
        for (price, text) in [(0.5 as Decimal, "0.5"), (40_000, "40000"), (decimal("0.59"), "0.59")] {
            #expect(try sentPrice(price) == text)
        }
    }

    @Test("An invalid status is not a success", arguments: [Int.min, -200, 0, 65_736, .max])
    func status(_ status: Int) throws {
        let error = try thrown { try settle(bill).decode(status: status, body: Data(#"{"code":"000"}"#.utf8)) }
        #expect(error.nextStep() == .askService)
    }

    private func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? .nan }

    private func sentPrice(_ price: Decimal) throws -> String? {
        try sent(bill { $0.details = [Line(price: price)] })["details"].items.first?["price"].source
    }
}

@Suite("Instants")
struct InstantTests {
    @Test("Every millisecond of a second crosses, and others are rounded")
    func milliseconds() throws {
        for millis in 0..<1000 {
            let text = String(format: "2026-01-31T17:00:00.%03dZ", millis)
            #expect(try sentDate(at(1_769_878_800_000 + millis)) == text)
        }
        let seconds = at(1_769_878_800_123).timeIntervalSinceReferenceDate
        for seconds in [seconds, seconds.nextUp, seconds.nextDown, seconds + 0.000_4, seconds - 0.000_4] {
            #expect(try sentDate(Date(timeIntervalSinceReferenceDate: seconds)) == "2026-01-31T17:00:00.123Z")
        }
        #expect(try sentDate(at(-1) + 0.000_2) == "1969-12-31T23:59:59.999Z")
    }

    @Test("A date beyond the years of four digits is a violation")
    func outOfRange() throws {
        #expect(try sentDate(.distantPast) == "0000-12-30T00:00:00.000Z")
        #expect(try sentDate(.distantFuture) == "4001-01-01T00:00:00.000Z")
        #expect(try sentDate(at(253_402_300_799_999)) == "9999-12-31T23:59:59.999Z")
        let numbers = [253_402_300_800, -62_167_219_200.001, .infinity, -.infinity, .nan, 1e300, -1e300]
        for number in numbers {
            let date = Date(timeIntervalSince1970: number)
            #expect(try faults { try settle(bill { $0.date = date }) } == ["date year_out_of_range"], "\(number)")
        }
    }

    @Test("Any zone is accepted")
    func zones() throws {
        #expect([UTCOffset.hours(.max), .hours(.min)] == [.hours(24), .hours(-24)])
        for seconds in [Int.max, .min, 86_400, 25_200] {
            let by = try biller(profile: WireProfile(signingOffset: UTCOffset(seconds: seconds)))
            #expect(try by.prepareSettlement(bill: bill).request().body != nil)
        }
    }

    private func sentDate(_ date: Date) throws -> String? {
        try sent(
            bill {
                $0.date = date
                $0.dueDate = date
            })["date"].text
    }
}
