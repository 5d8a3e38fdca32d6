import Billwire
import Foundation
import Testing

@Suite("Threads")
struct ThreadTests {
    @Test("Eight threads sign 256,000 bills correctly")
    func signing() throws {
        let vectors = try Json(parsing: Data(contentsOf: project.appendingPathComponent("tests/vectors/signing.json")))
        let bills = try vectors["cases"].items.prefix(200).map { one in
            let token = HashToken(secret: one["key"].text ?? "")
            let zone = offset(one["signing_offset"].text ?? "")
            return try (
                key: SigningKey(token: token), fields: signedFields(one["fields"]), zone, hash: one["hash"].text
            )
        }
        let wrong = onEightThreads { thread in
            (0..<32_000).reduce(into: 0) { wrong, call in
                let (key, fields, zone, hash) = bills[(call + thread * 25) % bills.count]
                if (try? key.sign(fields: fields, signingOffset: zone)) != hash { wrong += 1 }
            }
        }
        #expect(wrong == Array(repeating: 0, count: 8))
    }

    @Test("One biller and one receiver serve all threads")
    func sharing() throws {
        let by = try biller()
        let receiver = try WebhookReceiver.merchantProxy(tokens: [WebhookToken(secret: "test-webhook")])
        let body = try settle(bill).request.body
        let wrong = onEightThreads { thread in
            (0..<2_000).reduce(into: 0) { wrong, call in
                let headers = ["Token": [call % 2 == 0 ? "test-webhook" : "another"]]
                let event = try? receiver.receive(headers: headers, body: Data(#"{"tran_id":"\#(thread)"}"#.utf8))
                let isRight = event?.payload.tranId == (call % 2 == 0 ? "\(thread)" : nil)
                if (try? by.prepareSettlement(bill: bill).request.body) != body || !isRight { wrong += 1 }
            }
        }
        #expect(wrong == Array(repeating: 0, count: 8))
    }

    /// Runs `work` on eight threads. Returns their results.
    private func onEightThreads(_ work: @escaping @Sendable (Int) -> Int) -> [Int] {
        let found = Found()
        let done = DispatchGroup()
        for number in 0..<8 {
            done.enter()
            Thread {
                found[number] = work(number)
                done.leave()
            }.start()
        }
        done.wait()
        return found.numbers
    }
}

/// Results that several threads write.
private final class Found: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var numbers = Array(repeating: -1, count: 8)

    subscript(thread: Int) -> Int {
        get { lock.withLock { numbers[thread] } }
        set { lock.withLock { numbers[thread] = newValue } }
    }
}
