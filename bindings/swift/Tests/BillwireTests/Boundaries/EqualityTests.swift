import Billwire
import Foundation
import Testing

@Suite("Equality")
struct EqualityTests {
    @Test("Records compare and hash by value")
    func records() throws {
        var other = bill
        #expect(other == bill && other.hashValue == bill.hashValue)
        other.details = [Line(price: Decimal(string: "1.50"))]
        #expect(other != bill)
        #expect(Set([bill, bill, other]).count == 2)
        #expect(Line(price: Decimal(string: "1.50")) == Line(price: Decimal(string: "1.5")))
    }

    @Test("Secrets compare and hash by value")
    func secrets() {
        #expect(SensitiveText("a") == SensitiveText("a") && SensitiveText("a") != SensitiveText("b"))
        #expect(Set([SensitiveText("a"), SensitiveText("a")]).count == 1)
    }

    @Test("Results and errors compare by value")
    func results() throws {
        #expect(try settle(bill).request == settle(bill).request)
        let answer = Data(#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"held"}}}"#.utf8)
        let decode = { try settle(bill).decode(status: 200, body: answer) }
        #expect(try decode() == decode() && decode().hashValue == decode().hashValue)
        #expect(try payload(#"{"status":"held"}"#) == payload(#"{ "status": "held" }"#))
        #expect(try payload(#"{"status":"held"}"#).status == .other(text: "held"))
        let refused = { try thrown { try settle(bill).decode(status: 500, body: Data()) } }
        #expect(try refused() == refused() && Set([refused(), refused()]).count == 1)
    }
}
