import Billwire
import Foundation
import Testing

@Suite("Settlement run")
struct SettlementRunTests {
    private struct Lost: Error {}

    @Test("A run settles a bill and stores each change")
    func settles() async throws {
        let host = Caller({ _ in (200, Kept.settled) })
        guard case .settled(.answer(.some)) = try await host.run(start()) else { throw Difference("not settled") }
        let kept = try ["in-doubt", "settled-by-answer"].map { try Kept.record("settlement-v1-\($0)") }
        #expect(host.records == kept && host.sent.count == 1 && host.slept.isEmpty)
    }

    @Test("An error of send counts as perhaps sent")
    func lostAnswer() async throws {
        let host = Caller({ _ in throw Lost() }, { _ in (200, Kept.found) })
        guard case .settled(.verification) = try await host.run(start()) else { throw Difference("not settled") }
        #expect(host.sent.map(\.operation) == [.settlement, .verification] && host.slept == [10])
    }

    @Test("NotSent is sent again without a lookup")
    func notSent() async throws {
        let host = Caller({ _ in throw NotSent(Lost()) }, { _ in (200, Kept.settled) })
        guard case .settled(.answer) = try await host.run(start()) else { throw Difference("not settled") }
        #expect(host.sent.map(\.operation) == [.settlement, .settlement] && host.records.count == 4)
    }

    @Test("If save throws, nothing is sent")
    func saveThrows() async throws {
        let (flow, host) = (try start(), Caller())
        await #expect(throws: Lost.self) {
            _ = try await flow.run(save: { _ in throw Lost() }, send: host.send)
        }
        #expect(host.sent.isEmpty)
        guard case .save(_, 1, 0) = try flow.step(now: at(0), random: 1) else { throw Difference("it goes on") }
    }

    @Test("If sleep throws, nothing more is sent")
    func sleepThrows() async throws {
        let (flow, host) = (try start(), Caller({ _ in (429, Data()) }))
        await #expect(throws: Lost.self) {
            _ = try await flow.run(
                save: host.save, send: host.send, sleep: { _ in throw Lost() }, now: { host.now })
        }
        #expect(host.sent.count == 1 && host.records.count == 2)
    }

    @Test("A run that another flow has overtaken returns nil")
    func takenOver() async throws {
        let (first, second) = (try start(), try start())
        let host = Caller({ _ in (200, Kept.settled) })
        #expect(try await host.run(first) != nil)
        #expect(try await host.run(second) == nil && host.sent.count == 1)
    }

    @Test("A run goes on from the record of a crash")
    func resumes() async throws {
        let crashed = Caller({ _ in throw Lost() })
        await #expect(throws: Lost.self) {
            let flow = try start()
            _ = try await flow.run(
                save: crashed.save, send: crashed.send, sleep: { _ in throw Lost() }, now: { crashed.now })
        }
        let record = try #require(crashed.records.last)
        let flow = try SettlementFlow.resume(
            biller: Kept.biller(), bill: Kept.bill, record: record, policy: Kept.policy)
        let host = Caller({ _ in (200, Kept.found) })
        _ = host.save(StoredRecord(record: record, revision: 1, previous: 0))
        guard case .settled(.verification) = try await host.run(flow) else { throw Difference("not settled") }
        #expect(host.sent.map(\.operation) == [.verification] && host.records.count == 2)
    }

    @Test("A cancelled task sends nothing more")
    func cancelled() async throws {
        let (flow, host) = (try start(), Caller())
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await flow.run(save: host.save, send: host.send, sleep: host.sleep, now: { host.now })
        }
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(host.sent.isEmpty && host.records.count == 2)
        #expect(try host.records.last == Kept.record("settlement-v1-open"), "nothing is in doubt")
    }

    @Test("Without a sleep of its own a run waits by the clock")
    func sleeps() async throws {
        let host = Caller({ _ in (429, Data()) }, { _ in (200, Kept.settled) })
        let policy = SettlementPolicy(pauseMs: 30)
        let flow = try SettlementFlow.start(biller: Kept.biller(), bill: Kept.bill, policy: policy)
        let started = Date()
        #expect(try await flow.run(save: host.save, send: host.send) != nil)
        #expect(Date().timeIntervalSince(started) >= 0.014)
    }

    @Test("An actor runs a flow on itself")
    func actors() async throws {
        let shop = Shop()
        #expect(try await shop.settle(start()) != nil)
        #expect(await shop.records.count == 2)
    }

    @Test("A lost answer settles once in the simulator")
    func simulated() async throws {
        let town = try Town()
        let by = try Biller(
            config: BillerConfig(
                baseUrl: "https://service.example/api", bearer: BearerToken(secret: Town.secret),
                verificationToken: VerificationToken(secret: Town.secret), hashToken: HashToken(secret: Town.secret),
                profile: WireProfile(
                    settlementLookup: SettlementLookup(identityCode: "ref_id", purposeOfTransaction: "ref_id"))))
        for kind in ["drop_before", "drop_after"] {
            var own = bill
            own.refId = kind
            let fault = #"{"settlement":[{"ref_id":"\#(kind)","attempt":1,"fault":{"kind":"\#(kind)"}}]}"#
            try town.service.script(json: fault)
            let answer: Caller.Answers = { request in
                let answer = town.service.handle(request: request.http, now: bill.date)
                switch answer.transport {
                case .send: return (answer.status, answer.body)
                case .dropBefore: throw NotSent(Lost())
                case .dropAfter, .slow: throw Lost()
                }
            }
            let flow = try SettlementFlow.start(biller: by, bill: own, policy: Kept.policy, now: at(0))
            guard case .settled = try await Caller(answer, answer).run(flow) else { throw Difference("not settled") }
        }
        #expect(town.service.books().totals == ["KHR": "80000"])
    }

    private func start() throws -> SettlementFlow {
        try .start(biller: Kept.biller(), bill: Kept.bill, policy: Kept.policy, now: at(0))
    }
}

/// State that only an actor may touch.
private actor Shop {
    private(set) var records: [String] = []

    func settle(_ flow: SettlementFlow) async throws -> SettlementEnding? {
        try await flow.run(
            save: { record in
                records.append(record.record)
                return true
            }, send: { _ in (200, Kept.settled) }, now: { at(0) })
    }
}
