import Billwire
import Foundation
import Testing

@Suite("Settlement run")
struct SettlementRunTests {
    private struct Lost: Error {}

    @Test("A run settles a bill and stores each change")
    func settles() async throws {
        let host = Caller({ _ in answer(Sample.settled) })
        let run = try await host.run(Sample.start())
        guard case .ended(.settled(.answer(.some))) = run else { throw Difference("\(run)") }
        #expect(host.states == ["in_doubt", "settled"] && host.sent.count == 1 && host.slept.isEmpty)
    }

    @Test("An error of send counts as perhaps sent")
    func lostAnswer() async throws {
        let host = Caller({ _ in throw Lost() }, { _ in answer(Sample.found) })
        let run = try await host.run(Sample.start())
        guard case .ended(.settled(.verification)) = run else { throw Difference("\(run)") }
        #expect(host.sent.map(\.operation) == [.settlement, .verification] && host.slept == [10])
    }

    @Test("NotSent is sent again after one lookup")
    func notSent() async throws {
        let host = Caller(
            { _ in throw NotSent(Lost()) }, { _ in answer(Sample.notFound) }, { _ in answer(Sample.settled) })
        guard case .ended(.settled(.answer)) = try await host.run(Sample.start()) else {
            throw Difference("not settled")
        }
        #expect(host.sent.map(\.operation) == [.settlement, .verification, .settlement] && host.records.count == 4)
    }

    @Test("A run stops at a long wait, and a later one goes on")
    func waiting() async throws {
        let busy = HttpAnswer(status: 503, body: Data(), retryAfterMs: 700)
        let host = Caller({ _ in busy }, { _ in answer(Sample.found) })
        let flow = try Sample.start()
        #expect(try await host.run(flow, maxWaitMs: 699) == .waiting(until: at(700)))
        #expect(host.slept.isEmpty && host.sent.count == 1)
        let next = try Sample.resume(#require(host.load()))
        #expect(try await host.run(next, maxWaitMs: 0) == .waiting(until: at(700)), "it is stored")
        guard case .ended(.settled) = try await host.run(next, maxWaitMs: 700) else { throw Difference("not settled") }
        #expect(host.slept == [700])
    }

    @Test("If save throws, nothing is sent")
    func saveThrows() async throws {
        let (flow, host) = (try Sample.start(), Caller())
        await #expect(throws: Lost.self) {
            _ = try await flow.run(save: { _ in throw Lost() }, send: host.send)
        }
        #expect(host.sent.isEmpty)
        guard case .save(_, 1, 0) = try flow.step(now: at(0), random: 1) else { throw Difference("it goes on") }
    }

    @Test("A run after a save that threw goes on from what is stored", arguments: [true, false])
    func loads(isStored: Bool) async throws {
        let (flow, host) = (try Sample.start(), Caller({ _ in answer(isStored ? Sample.found : Sample.settled) }))
        await #expect(throws: Lost.self) {
            _ = try await flow.run(
                load: { throw Difference("nothing is in doubt") },
                save: { record in
                    if isStored { _ = host.save(record) }
                    throw Lost()
                }, send: host.send, now: { host.now })
        }
        guard case .ended(.settled) = try await host.run(flow) else { throw Difference("not settled") }
        #expect(host.sent.map(\.operation) == [isStored ? .verification : .settlement])
    }

    @Test("A run that another flow has overtaken ends")
    func takenOver() async throws {
        let host = Caller({ _ in throw Lost() }, { _ in answer(Sample.found) }, { _ in answer(Sample.found) })
        #expect(try await host.run(Sample.start(), maxWaitMs: 0) == .waiting(until: at(10)))
        let flows = try [1, 2].map { _ in try Sample.resume(#require(host.load())) }
        guard case .ended(.settled) = try await host.run(flows[0]) else { throw Difference("not settled") }
        #expect(try await host.run(flows[1]) == .takenOver)
    }

    @Test("A cancelled task sends nothing more")
    func cancelled() async throws {
        let (flow, host) = (try Sample.start(), Caller())
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await flow.run(save: host.save, send: host.send, sleep: host.sleep, now: { host.now })
        }
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(host.sent.isEmpty && host.records.count == 2)
        #expect(host.states.last == "open", "nothing is in doubt")
    }

    @Test("Without a sleep of its own a run waits by the clock")
    func sleeps() async throws {
        let host = Caller(
            { _ in answer(Data(), 429) }, { _ in answer(Sample.notFound) }, { _ in answer(Sample.settled) })
        let policy = SettlementPolicy(pauseMs: 30)
        let flow = try SettlementFlow.start(biller: Sample.biller(), bill: bill, now: Date(), policy: policy)
        let started = Date()
        guard case .ended = try await flow.run(save: host.save, send: host.send) else { throw Difference("no end") }
        #expect(Date().timeIntervalSince(started) >= 0.014)
    }

    @Test("An actor runs a flow on itself")
    func actors() async throws {
        let shop = Shop()
        guard case .ended = try await shop.settle(Sample.start()) else { throw Difference("no end") }
        #expect(await shop.records.count == 2)
    }
}

/// State that only an actor may touch.
private actor Shop {
    private(set) var records: [String] = []

    func settle(_ flow: SettlementFlow) async throws -> SettlementRun {
        try await flow.run(
            save: { record in
                records.append(record.record)
                return true
            }, send: { _ in answer(Sample.settled) }, now: { at(0) })
    }
}
