// What a call of the Swift package costs, compared with swift-crypto and Foundation, in one run. SwiftPM fetches
// swift-crypto: cargo xtask swift --sources && swift run -c release --package-path tests/bench/native, with the two
// variables of CONTRIBUTING.md.
import Billwire
import Crypto
import Foundation

private let calls = 20_000
private let date = Date(timeIntervalSince1970: 1_769_878_800)  // 2026-01-31T17:00:00Z

@main
struct Native {
    static func main() throws {
        try sign()
        try prepare()
        try decode()
        try receive()
    }

    static func sign() throws {
        let key = try SigningKey(token: HashToken(secret: "test-hash-key"))
        let fields = SignedFields(
            refId: "INV-0001", date: date, currency: "KHR", totalAmount: 40_000, customerSyncCode: "C-1",
            settlementTo: "S-1")
        let secret = SymmetricKey(data: Data("test-hash-key".utf8))
        let text = "INV-000120260131170000KHR40000C-1S-1"
        let byHand = {
            Data(HMAC<SHA512>.authenticationCode(for: Data(text.utf8), using: secret)).base64EncodedString()
        }
        guard try key.sign(fields: fields) == byHand() else { fatalError("the hashes differ") }
        try show("sign", { try key.sign(fields: fields) }, "swift-crypto", byHand)
    }

    static func prepare() throws {
        let (biller, bill) = (try biller(), bill())
        let body = try JSONDecoder().decode(Body.self, from: Data(settlementToJson(draft: bill).utf8))
        try show(
            "prepare, 3 lines, with its request", { try biller.prepareSettlement(bill: bill).request() },
            "JSONEncoder writes the same bill", { try JSONEncoder().encode(body) })
    }

    static func decode() throws {
        let biller = try biller()
        let answer = Data(
            #"{"code":"000","message":"ok","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#.utf8)
        try show(
            "decode the answer to a settlement", { try biller.decodeSettlement(status: 200, body: answer) },
            "JSONDecoder reads the same answer", { try JSONDecoder().decode(Answer.self, from: answer) })
    }

    static func receive() throws {
        let receiver = try WebhookReceiver.merchantProxy(tokens: [WebhookToken(secret: "t")])
        let event = Data(
            #"{"tran_id":"T-1","tran_amount":40000,"status":"success","customers":[{"bill_no":"INV-0001"}]}"#.utf8)
        let headers = ["Token": ["t"]]
        try show(
            "receive, 1 customer, with its payload",
            { try receiver.receive(headers: headers, body: event).payload() },
            "JSONDecoder reads the same event", { try JSONDecoder().decode(Event.self, from: event) })
    }

    static func biller() throws -> Biller {
        try Biller(
            config: BillerConfig(
                baseUrl: "https://service.example", bearer: BearerToken(secret: "test-bearer"),
                hashToken: HashToken(secret: "test-hash-key")))
    }

    static func bill() -> Settlement {
        let price = Decimal(string: "2.50")
        let line = Line(
            itemName: "Rice", description: "Jasmine, 5 kg", quantity: 2, price: price, amount: price, taxAmount: price,
            taxName: "VAT")
        return Settlement(
            refId: "INV-0001", date: date, dueDate: date, currency: "KHR", totalAmount: 40_000,
            customerSyncCode: "C-1", settlementTo: "S-1", details: [line, line, line])
    }

    static func show(
        _ ours: String, _ call: () throws -> Any, _ theirs: String, _ other: () throws -> Any
    ) throws {
        let times = (try micros(call), try micros(other))
        let name = { (text: String, width: Int) in text.padding(toLength: width, withPad: " ", startingAt: 0) }
        let numbers = String(format: "%6.1f µs   %6.1f µs   %.1f", times.0, times.1, times.0 / times.1)
        print(name(ours, 40), name(theirs, 36), numbers)
    }

    /// Returns the median of eleven rounds after as many to warm up, in processor time: the machine may be busy.
    static func micros(_ call: () throws -> Any) throws -> Double {
        var rounds: [Double] = []
        for _ in 0..<22 {
            let begun = processorTime()
            for _ in 0..<calls / 11 { _ = try call() }
            rounds.append((processorTime() - begun) / Double(calls / 11))
        }
        return rounds.suffix(11).sorted()[5]
    }

    /// Microseconds of this thread.
    static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}

private struct Body: Codable {
    let ref_id: String
    let date: String
    let due_date: String
    let currency: String
    let total_amount: Int64
    let customer_sync_code: String
    let settlement_to: String
    let details: [Row]
}

private struct Row: Codable {
    let item_name: String
    let description: String
    let quantity: Int64
    let price: String
    let amount: String
    let tax_amount: String
    let tax_name: String
}

private struct Answer: Codable {
    let code: String
    let message: String
    let data: Objects

    struct Objects: Codable {
        let bill: Status
        let payment: Status
    }

    struct Status: Codable {
        let status: String
    }
}

private struct Event: Codable {
    let tran_id: String
    let tran_amount: Decimal
    let status: String
    let customers: [Customer]

    struct Customer: Codable {
        let bill_no: String
    }
}
