import Billwire
import Foundation
import Testing

@Suite("Settlement run")
struct SettlementRunTests {
    private struct Lost: Error {}

    @Test("A run settles a bill and stores each change")
    func settles() async throws {
        let host = Caller({ _ in answer(Sample.settled) })
        let run = try await host.run(Sample.flow())
        guard case .ended(.settled(.answer(.some), nil)) = run else { throw Difference("\(run)") }
        #expect(host.states == [.open, .settled] && host.sent.count == 1 && host.slept.isEmpty)
        #expect(host.records.last?.until == nil)
    }

    @Test("An error of send counts as perhaps sent")
    func lostAnswer() async throws {
        let host = Caller({ _ in throw Lost() }, { _ in answer(Sample.found) })
        let run = try await host.run(Sample.flow())
        guard case .ended(.settled(.verification("T-1", .some), .some)) = run else { throw Difference("\(run)") }
        #expect(host.sent.map(\.operation) == [.settlement, .verification] && host.slept == [10])
        #expect(host.records.last?.claimKey == "T-1")
    }

    @Test("NotSent is sent again")
    func notSent() async throws {
        let host = Caller({ _ in throw NotSent(Lost()) }, { _ in answer(Sample.settled) })
        guard case .ended(.settled(.answer, _)) = try await host.run(Sample.flow()) else {
            throw Difference("not settled")
        }
        #expect(host.sent.map(\.operation) == [.settlement, .settlement])
    }

    @Test("A run stops at a long wait, and a later one goes on")
    func waiting() async throws {
        let busy = HttpAnswer(status: 503, body: Data(), retryAfterMs: 700)
        let host = Caller({ _ in busy }, { _ in answer(Sample.found) })
        let until = SettlementRun.waiting(until: at(700), reason: .lookUp)
        #expect(try await host.run(Sample.flow(), maxWaitMs: 699) == until)
        #expect(host.slept.isEmpty && host.sent.count == 1 && host.records.last?.until == at(700))
        let next = try Sample.flow()
        #expect(try await host.run(next, maxWaitMs: 0) == until, "it is stored")
        guard case .ended(.settled) = try await host.run(next, maxWaitMs: 700) else { throw Difference("not settled") }
        #expect(host.slept == [700])
    }

    @Test("If save throws once, the run asks what is stored, and goes on", arguments: [true, false])
    func saveThrows(isStored: Bool) async throws {
        let host = Caller({ _ in answer(Sample.settled) })
        var hasFailed = false
        let run = try await host.run(
            Sample.flow(),
            save: { record in
                guard record.revision == 2, !hasFailed else { return host.save(record) }
                hasFailed = true
                if isStored { _ = host.save(record) }
                throw Lost()
            })
        guard case .ended(.settled(.answer, _)) = run else { throw Difference("\(run)") }
        #expect(host.sent.count == 1 && host.states == [.open, .settled])
    }

    @Test("If save throws twice in a row, or load or control throws, the run throws")
    func storeThrows() async throws {
        let host = Caller({ _ in throw Lost() }, { _ in answer(Sample.notFound) })
        await #expect(throws: Lost.self) {
            _ = try await host.run(Sample.flow(), save: { _ in throw Lost() })
        }
        await #expect(throws: Lost.self) {
            _ = try await Sample.flow().run(
                load: { throw Lost() }, save: host.save, send: host.send, control: host.control)
        }
        #expect(host.sent.isEmpty)
        await #expect(throws: Lost.self) {
            _ = try await host.run(Sample.flow(), control: { throw Lost() })
        }
        #expect(host.sent.map(\.operation) == [.settlement, .verification])
    }

    @Test("A run that comes second adds what it heard")
    func comesSecond() async throws {
        let host = Caller({ _ in answer(Sample.settled) }, { _ in answer(Sample.notFound) })
        var isFirst = true
        let run = try await host.run(
            Sample.flow(),
            save: { record in
                guard record.revision == 2, isFirst else { return host.save(record) }
                isFirst = false
                // Another process looks the bill up, and stores that.
                _ = try await host.run(Sample.flow(), maxWaitMs: 0)
                return host.save(record)
            })
        guard case .ended(.settled(.answer, _)) = run else { throw Difference("\(run)") }
        #expect(host.states == [.open, .open, .settled] && host.sent.count == 2)
    }

    @Test("Not found counts only if a bill of the books is found")
    func controls() async throws {
        let control = bill { $0.refId = "INV-0" }
        for books in [control, nil] {
            let answers = [Caller.Answers](repeating: Self.withoutBill, count: 60)
            let host = Caller([{ _ in throw Lost() }] + answers)
            let run = try await host.run(Sample.flow(), control: { books })
            let settlements = host.sent.filter { $0.operation == .settlement }.count
            if books == nil {
                guard case .ended(.unclear(let reason)) = run else { throw Difference("\(run)") }
                #expect(reason.code == .noControl && settlements == 1)
            } else {
                guard case .ended(.settled) = run else { throw Difference("\(run)") }
                #expect(settlements == 2)
            }
        }
    }

    /// A service that has nothing of the bill, settles it, and finds the bill INV-0.
    private static func withoutBill(_ request: FlowRequest) -> HttpAnswer {
        if request.operation == .settlement { return answer(Sample.settled) }
        guard request.http.body?.text.contains("INV-0") ?? false else { return answer(Sample.notFound) }
        let found = String(decoding: Sample.found, as: UTF8.self).replacingOccurrences(of: "INV-1", with: "INV-0")
        return answer(Data(found.utf8))
    }

    @Test("A refused credential waits, and a renewed biller goes on")
    func credentials() async throws {
        let refused = HttpAnswer(status: 401, body: Data())
        let host = Caller({ _ in refused })
        guard case .waiting(_, .credentials) = try await host.run(Sample.flow()) else { throw Difference("no wait") }
        #expect(host.states.last == .open)
        let next = Caller({ _ in refused }, { _ in answer(Sample.notFound) }, { _ in answer(Sample.settled) })
        let renewed = try Sample.biller().withBearer(bearer: BearerToken(secret: "renewed"))
        let run = try await next.run(Sample.flow(), biller: { renewed })
        guard case .ended(.settled) = run else { throw Difference("\(run)") }
        let bearers = next.sent.map { $0.http.headers.first { $0.name == "Authorization" }?.value.text }
        #expect(bearers == ["Bearer renewed", nil, "Bearer renewed"])
    }

    @Test("A person's word, a reopening, and a further look")
    func words() async throws {
        let lookups = Array(repeating: { (_: FlowRequest) in answer(Sample.notFound) }, count: 60)
        let host = Caller([{ _ in throw Lost() }] + lookups)
        guard case .ended(.unclear) = try await host.run(Sample.flow()) else { throw Difference("not unclear") }
        let flow = try Sample.flow()
        try flow.resolved(resolution: .nothingMoved)
        guard case .ended(.refused) = try await host.run(flow) else { throw Difference("not refused") }
        host.answers = [{ _ in answer(Sample.notFound) }, { _ in answer(Sample.settled) }]
        guard case .ended(.settled) = try await host.run(Sample.flow(.reopen)) else { throw Difference("not settled") }
        host.answers = [{ _ in answer(Sample.found) }]
        guard case .ended(.settled(_, .some)) = try await host.run(Sample.flow(.lookAgain)) else {
            throw Difference("not looked up")
        }
        #expect(host.records.last?.claimKey == "T-1")
    }

    @Test("A cancelled task sends nothing more")
    func cancelled() async throws {
        let (flow, host) = (try Sample.flow(), Caller())
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await host.run(flow)
        }
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(host.sent.isEmpty && host.states.allSatisfy { $0 == .open })
    }

    @Test("Without a sleep of its own a run waits by the clock")
    func sleeps() async throws {
        let host = Caller(
            { _ in answer(Data(), 429) }, { _ in answer(Sample.notFound) }, { _ in answer(Sample.settled) })
        let flow = try SettlementFlow(biller: Sample.biller(), bill: bill, policy: SettlementPolicy(pauseMs: 30))
        let started = Date()
        let run = try await flow.run(load: host.load, save: host.save, send: host.send, control: host.control)
        guard case .ended = run else { throw Difference("no end") }
        #expect(Date().timeIntervalSince(started) >= 0.014)
    }

    @Test("An actor runs a flow on itself")
    func actors() async throws {
        let shop = Shop()
        guard case .ended = try await shop.settle(Sample.flow()) else { throw Difference("no end") }
        #expect(await shop.records.count == 2)
    }
}

/// State that only an actor may touch.
private actor Shop {
    private(set) var records: [StoredRecord] = []

    func settle(_ flow: SettlementFlow) async throws -> SettlementRun {
        try await flow.run(
            load: { records.last?.record },
            save: { record in
                records.append(record)
                return true
            }, send: { _ in answer(Sample.settled) }, control: { nil }, now: { at(0) })
    }
}
