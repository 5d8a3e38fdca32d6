import Billwire
import Foundation
import Testing

@Suite("Objects")
struct ObjectTests {
    @Test("What was made by an object outlives it")
    func lifetimes() throws {
        func call() throws -> SettlementCall { try biller().prepareSettlement(bill: bill) }
        func confirmation() throws -> Billwire.Confirmation {
            let event = try WebhookReceiver.checkout().receive(headers: [:], body: Data(#"{"tran_id":"T"}"#.utf8))
            return try event.confirm(
                biller: biller(),
                expectation: Expectation(identityCode: "I", purposeOfTransaction: "P", currency: "KHR", amount: 1))
        }
        #expect(try call().request().method == .post)
        #expect(try confirmation().call().request().body?.text.contains(#""tran_id":"T""#) == true)
    }

    @Test("Eight threads sign correctly, with one biller and one receiver")
    func threads() throws {
        let by = try biller()
        let receiver = try WebhookReceiver.merchantProxy(tokens: [WebhookToken(secret: "test-webhook")])
        let key = try SigningKey(token: HashToken(secret: "test-hash-key"))
        let hash = try sent(bill)["hash"].text
        let (body, signed) = try (settle(bill).request().body, signedFields(bill))
        let wrong = Wrong()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for call in 0..<5_000 {
                let isKnown = call.isMultiple(of: 2)
                let headers = ["Token": [isKnown ? "test-webhook" : "another"]]
                let event = try? receiver.receive(headers: headers, body: Data(#"{"tran_id":"\#(thread)"}"#.utf8))
                if event?.payload().tranId != (isKnown ? "\(thread)" : nil) { wrong.add() }
                if (try? key.sign(fields: signed)) != hash { wrong.add() }
                if (try? by.prepareSettlement(bill: bill).request().body) != body { wrong.add() }
            }
        }
        #expect(wrong.count == 0)
    }

    @Test("A flow that two threads step asks for one thing only")
    func sharedFlow() throws {
        for _ in 0..<500 {
            let (flow, sends) = try (Sample.flow(), Wrong())
            _ = try flow.step(now: at(0), random: 1)
            try flow.loaded(record: nil, now: at(0))
            _ = try flow.step(now: at(0), random: 1)
            try flow.saved(revision: 1)
            DispatchQueue.concurrentPerform(iterations: 2) { _ in
                if case .send = try? flow.step(now: at(0), random: 1) { sends.add() }
            }
            #expect(sends.count == 1)
        }
    }

    #if os(Linux)
    @Test("A webhook above the limit is not copied")
    func tooLarge() throws {
        let receiver = try WebhookReceiver.merchantProxy(tokens: [WebhookToken(secret: "test-webhook")])
        let body = Data(repeating: UInt8(ascii: " "), count: 64 << 20)
        let before = try lowerPeak()
        for token in ["test-webhook", "another"] {
            let error = try thrown { try receiver.receive(headers: ["Token": [token]], body: body) }
            #expect(error.response()?.status == (token == "another" ? 401 : 413) || error.code() == .tooLarge)
        }
        #expect(try peakBytes() - before < 32 << 20)
        let beforeCopy = try lowerPeak()
        _ = try? receiver.receiveCopied(headers: [:], body: body)
        #expect(try peakBytes() - beforeCopy > 64 << 20, "the control: uniffi copies it")
    }

    @Test("Calls do not leak")
    func memory() throws {
        let (by, answer) = try (biller(), Data(#"{"code":"000","data":{"bill":{"status":"success"}}}"#.utf8))
        func calls() throws {
            for _ in 0..<20_000 {
                _ = try by.prepareSettlement(bill: bill).decode(status: 200, body: answer)
                _ = try thrown { try by.prepareSettlement(bill: bill { $0.refId = "" }) }.violations()
            }
        }
        try calls()
        // Other parts of the process may grow during one round. A leak grows in every round.
        var growths: [Int] = []
        while growths.last ?? .max > 2 << 20, growths.count < 5 {
            let before = try residentBytes()
            try calls()
            growths.append(try residentBytes() - before)
        }
        #expect(growths.last ?? .max <= 2 << 20, "grew by \(growths) bytes")
    }

    private func peakBytes() throws -> Int { try status("VmHWM:") }

    /// Lowers the peak to the memory of this moment, and returns it: earlier tests may have had more.
    private func lowerPeak() throws -> Int {
        try #require(FileHandle(forWritingAtPath: "/proc/self/clear_refs")).write(contentsOf: Data("5".utf8))
        return try peakBytes()
    }

    private func residentBytes() throws -> Int { try status("VmRSS:") }

    private func status(_ name: String) throws -> Int {
        let lines = try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix(name) })
        return (line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) << 10
    }
    #endif
}

/// Count that several threads raise.
private final class Wrong: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var count = 0

    func add() { lock.withLock { count += 1 } }
}
