import Billwire
import Foundation
import Testing

@Suite("Numbers")
struct NumberTests {
    @Test("Integers end at 2^53-1")
    func integers() throws {
        var given = bill
        given.totalAmount = 9_007_199_254_740_991
        #expect(try sent(given)["total_amount"].number == "9007199254740991")
        for amount in [9_007_199_254_740_992, -1, Int64.max, .min] {
            given.totalAmount = amount
            #expect(try faults { try settle(given) } == ["total_amount out_of_range"], "\(amount)")
        }
    }

    @Test("Amounts of a verification are exact decimals")
    func verifiedAmounts() throws {
        for text in ["9007199254740993", "4e1", "10.50", "-0.25", "1234567890123456789012345678901234"] {
            #expect(try verified(total: text).totalAmount == decimal(text))
            #expect(try verified(total: "\"\(text)\"").totalAmount == decimal(text))
        }
        #expect(try faults { try verified(total: "1e35") } == ["data.total_amount out_of_range"])
        #expect(try faults { try verified(total: "\"10,50\"") } == ["data.total_amount invalid_decimal"])
    }

    @Test(
        "Decimals of 34 digits are sent unchanged",
        arguments: [
            "1234567890123456789012345678901234", "1.234567890123456789012345678901234",
            "0.0000000000000000000000000000000001", "1200000000000000000000000000000000",
        ])
    func longDecimals(_ text: String) throws {
        #expect(try sentPrice(decimal(text)) == text)
        #expect(try payload(#"{"tran_amount":\#(text)}"#).tranAmount == decimal(text))
        #expect(try payload(#"{"tran_amount":"\#(text)"}"#).tranAmount?.description == text)
    }

    @Test("Decimals of every length keep their value", arguments: 1...34)
    func lengths(_ length: Int) throws {
        for _ in 0..<50 {
            let digits = "\(Int.random(in: 1...9))" + (1..<length).map { _ in "\(Int.random(in: 0...9))" }.joined()
            let point = digits.index(digits.startIndex, offsetBy: Int.random(in: 0...length))
            let text = "\(["-", ""].randomElement() ?? "")0\(digits[..<point]).\(digits[point...])0"
            let expected = decimal(text)
            #expect(try sentPrice(expected) == expected.description)
            let received = try payload(#"{"tran_amount":"\#(expected.magnitude.description)"}"#).tranAmount
            #expect(received == expected.magnitude && received?.description == expected.magnitude.description)
            #expect(received?.hashValue == expected.magnitude.hashValue)
        }
    }

    @Test("Other decimals are violations")
    func otherDecimals() throws {
        let others: [(Decimal, String)] = [
            (decimal("12345678901234567890123456789012345"), "too_many_digits"),
            (decimal("1.2345678901234567890123456789012345"), "too_many_digits"),
            (Decimal(sign: .plus, exponent: 35, significand: 1), "out_of_range"),
            (Decimal(sign: .plus, exponent: -35, significand: 1), "out_of_range"),
            (.greatestFiniteMagnitude, "too_many_digits"),
            (.leastNonzeroMagnitude, "out_of_range"),
            (.nan, "invalid_decimal"),
        ]
        for (price, code) in others {
            #expect(try faults { try settle(line(price: price)) } == ["details[0].price \(code)"], "\(price)")
        }
    }

    /// Swift makes a `Double` of a literal before it makes a `Decimal` of it.
    @Test("A literal that is no exact decimal is a violation")
    func literals() throws {
        for price: Decimal in [0.59, 1.1, 4100.567, -19.99] where price.description.utf8.count > 16 {
            #expect(try faults { try settle(line(price: price)) } == ["details[0].price inexact_number"], "\(price)")
        }
        #expect((0.59 as Decimal).description != "0.59", "the compiler reads literals exactly: remove the rule")
        for (price, text) in [(0.5 as Decimal, "0.5"), (40_000, "40000"), (decimal("0.59"), "0.59")] {
            #expect(try sentPrice(price) == text)
        }
    }

    @Test("Exponents are written out")
    func exponents() throws {
        let largest = "1" + String(repeating: "0", count: 34)
        let decimals = [(decimal("4e3"), "4000"), (decimal("25e-1"), "2.5"), (decimal("1e34"), largest)]
        for (price, text) in decimals { #expect(try sentPrice(price) == text) }
        #expect(try sentPrice(-decimal("1e34")) == "-\(largest)")
        #expect(try payload(#"{"tran_amount":4e3}"#).tranAmount == 4000)
    }

    @Test("Only lines take negative decimals")
    func negativeDecimals() throws {
        #expect(try sentPrice(-2) == "-2")
        var given = bill
        (given.currency, given.exchangeRateKhr, given.totalAmountKhr) = ("USD", -1, -1)
        #expect(
            try faults { try settle(given) } == ["exchange_rate_khr out_of_range", "total_amount_khr out_of_range"])
    }

    @Test("An invalid status is not a success", arguments: [Int.min, -200, 0, 65_736, .max])
    func status(_ status: Int) throws {
        let error = try thrown { try settle(bill).decode(status: status, body: Data(#"{"code":"000"}"#.utf8)) }
        #expect(error.details.nextStep == .askService)
    }

    @Test("A count below one is refused", arguments: [Int.min, -1, 0])
    func count(_ count: Int) throws {
        let config = BillerConfig(baseUrl: "https://service.example", maxLines: count)
        #expect(try faults { try Biller(config: config) } == ["maxLines out_of_range"])
        let limits = WebhookLimits(bytes: count)
        #expect(try faults { try WebhookReceiver.checkout(limits: limits) } == ["limits.bytes out_of_range"])
    }

    private func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? .nan }

    private func line(price: Decimal) -> Settlement {
        var given = bill
        given.details = [Line(price: price)]
        return given
    }

    private func sentPrice(_ price: Decimal) throws -> String? {
        try sent(line(price: price))["details"].items.first?["price"].number
    }

    private func verified(total: String) throws -> Transaction {
        let body = """
            {"code":"SUCCESS","message":"m","data":{"tran_id":"T","tran_date":"d","tran_amount":40,"fee_amount":0,\
            "total_amount":\(total),"currency":"KHR","identity_code":"I","bank_code":"B","bank_ref":"R",\
            "purpose_of_transaction":"P","status":"success"}}
            """
        return try biller().decodeVerification(status: 200, body: Data(body.utf8)).data
    }
}
