#if os(Linux)
import Billwire
import Foundation
import Testing

@Suite("Memory")
struct MemoryTests {
    private let limit = 5 << 20

    @Test("90,000 calls grow the process by 5 MB at most")
    func nothingLeaks() throws {
        let by = try biller()
        let receiver = try WebhookReceiver.merchantProxy(tokens: [WebhookToken(secret: "test-webhook")])
        let answer = Data(#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#.utf8)
        let notice = Data(
            #"{"tran_id":"T","tran_amount":"40000.50","customers":[{"bill_no":"B","amount":1}],"else":[1]}"#.utf8)
        var (given, wrong) = (bill, bill)
        given.details = [Line(itemName: "អង្ករ", quantity: 2, price: Decimal(string: "12.50"))]
        wrong.refId = ""
        func call() throws {
            _ = try by.prepareSettlement(bill: given).decode(status: 200, body: answer)
            _ = try receiver.receive(headers: ["Token": ["test-webhook"]], body: notice).payload
            _ = try thrown { try by.prepareSettlement(bill: wrong) }.details
            _ = try thrown { try by.decodeSettlement(status: 500, body: answer) }.description
        }
        for _ in 0..<10_000 { try call() }
        // Other parts of the process may grow during one round. A leak grows in every round.
        var growths: [Int] = []
        while growths.last ?? .max > limit, growths.count < 5 {
            let before = try residentBytes()
            for _ in 10_000..<100_000 { try call() }
            growths.append(try residentBytes() - before)
        }
        #expect(growths.last ?? .max <= limit, "grew by \(growths) bytes")
    }

    private func residentBytes() throws -> Int {
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (pages.dropFirst().first.flatMap { Int($0) } ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
#endif
