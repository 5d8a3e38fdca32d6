import Billwire
import Foundation
import Testing

@Suite("Settlement run")
struct SettlementRunTests {
    private struct Lost: Error {}

    @Test("A run settles a bill and stores each change")
    func settles() async throws {
        let host = Caller({ _ in answer(Kept.settled) })
        let run = try await host.run(start())
        guard case .ended(.settled(.answer(.some))) = run else { throw Difference("\(run)") }
        #expect(try host.states == ["in_doubt", "settled"] && host.sent.count == 1 && host.slept.isEmpty)
    }

    @Test("An error of send counts as perhaps sent")
    func lostAnswer() async throws {
        let host = Caller({ _ in throw Lost() }, { _ in answer(Kept.found) })
        let run = try await host.run(start())
        guard case .ended(.settled(.verification)) = run else { throw Difference("\(run)") }
        #expect(host.sent.map(\.operation) == [.settlement, .verification] && host.slept == [10])
    }

    @Test("NotSent is sent again after one lookup")
    func notSent() async throws {
        let host = Caller(
            { _ in throw NotSent(Lost()) }, { _ in answer(Kept.notFound) }, { _ in answer(Kept.settled) })
        guard case .ended(.settled(.answer)) = try await host.run(start()) else { throw Difference("not settled") }
        #expect(host.sent.map(\.operation) == [.settlement, .verification, .settlement] && host.records.count == 4)
    }

    @Test("A success under HTTP 500 is never sent twice")
    func accepted() async throws {
        let lookups = Array(repeating: { (_: FlowRequest) in answer(Kept.notFound) }, count: 999)
        let host = Caller([{ _ in answer(Kept.settled, 500) }] + lookups)
        guard case .ended(.unclear(let reason)) = try await host.run(start()) else { throw Difference("not unclear") }
        #expect(reason.answer?.httpStatus == 500 && reason.nextStep == .askService)
        #expect(host.sent.filter { $0.operation == .settlement }.count == 1 && host.sent.count > 9)
    }

    @Test("Retry-After is passed on")
    func retryAfter() async throws {
        let busy = HttpAnswer(status: 503, body: Data(), retryAfterMs: 700)
        let host = Caller({ _ in busy }, { _ in answer(Kept.found) })
        guard case .ended(.settled) = try await host.run(start()) else { throw Difference("not settled") }
        #expect(host.slept == [700])
    }

    @Test("A run stops at a long wait, and a later one goes on")
    func waiting() async throws {
        let busy = HttpAnswer(status: 503, body: Data(), retryAfterMs: 700)
        let host = Caller({ _ in busy }, { _ in answer(Kept.found) })
        let flow = try start()
        #expect(try await host.run(flow, maxWaitMs: 699) == .waiting(until: at(700)))
        #expect(host.slept.isEmpty && host.sent.count == 1)
        let next = try SettlementFlow.resume(
            biller: Kept.biller(), bill: Kept.bill, record: #require(host.load()), policy: Kept.policy)
        #expect(try await host.run(next, maxWaitMs: 0) == .waiting(until: at(700)), "it is stored")
        guard case .ended(.settled) = try await host.run(next, maxWaitMs: 700) else { throw Difference("not settled") }
        #expect(host.slept == [700])
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

    @Test("A run after a save that threw goes on from what is stored", arguments: [true, false])
    func loads(isStored: Bool) async throws {
        let (flow, host) = (try start(), Caller({ _ in answer(isStored ? Kept.found : Kept.settled) }))
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

    @Test("Without the stored record, a run says to load it")
    func recordStored() async throws {
        let (flow, host) = (try start(), Caller({ _ in answer(Kept.settled) }))
        await #expect(throws: Lost.self) {
            _ = try await flow.run(
                save: { record in
                    guard host.save(record), record.revision == 1 else { throw Lost() }
                    return true
                }, send: host.send, now: { host.now })
        }
        await #expect {
            _ = try await flow.run(save: host.save, send: host.send, now: { host.now })
        } throws: { error in
            (error as? BillwireError)?.details.code == .recordStored
        }
        #expect(host.sent.count == 1 && host.records.count == 2)
    }

    @Test("If sleep throws, nothing more is sent")
    func sleepThrows() async throws {
        let (flow, host) = (try start(), Caller({ _ in answer(Data(), 429) }))
        await #expect(throws: Lost.self) {
            _ = try await flow.run(
                save: host.save, send: host.send, sleep: { _ in throw Lost() }, now: { host.now })
        }
        #expect(host.sent.count == 1 && host.records.count == 2)
    }

    @Test("A run that another flow has overtaken ends")
    func takenOver() async throws {
        let host = Caller({ _ in throw Lost() }, { _ in answer(Kept.found) }, { _ in answer(Kept.found) })
        #expect(try await host.run(start(), maxWaitMs: 0) == .waiting(until: at(10)))
        let flows = try [1, 2].map { _ in
            try SettlementFlow.resume(
                biller: Kept.biller(), bill: Kept.bill, record: #require(host.load()), policy: Kept.policy)
        }
        guard case .ended(.settled) = try await host.run(flows[0]) else { throw Difference("not settled") }
        #expect(try await host.run(flows[1]) == .takenOver)
    }

    @Test("A run goes on from the record of a crash")
    func resumes() async throws {
        let crashed = Caller({ _ in throw Lost() })
        await #expect(throws: Lost.self) {
            let flow = try start()
            _ = try await flow.run(
                save: crashed.save, send: crashed.send, sleep: { _ in throw Lost() }, now: { crashed.now })
        }
        let record = try #require(crashed.load())
        let flow = try SettlementFlow.resume(
            biller: Kept.biller(), bill: Kept.bill, record: record, policy: Kept.policy)
        let host = Caller({ _ in answer(Kept.found) })
        for (index, record) in crashed.records.enumerated() {
            _ = host.save(StoredRecord(record: record, revision: Int64(index + 1), previous: Int64(index)))
        }
        guard case .ended(.settled(.verification)) = try await host.run(flow) else { throw Difference("not settled") }
        #expect(host.sent.map(\.operation) == [.verification] && host.records.count == 3)
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
        #expect(try host.states.last == "open", "nothing is in doubt")
    }

    @Test("Without a sleep of its own a run waits by the clock")
    func sleeps() async throws {
        let host = Caller(
            { _ in answer(Data(), 429) }, { _ in answer(Kept.notFound) }, { _ in answer(Kept.settled) })
        let policy = SettlementPolicy(pauseMs: 30)
        let flow = try SettlementFlow.start(biller: Kept.biller(), bill: Kept.bill, policy: policy)
        let started = Date()
        guard case .ended = try await flow.run(save: host.save, send: host.send) else { throw Difference("no end") }
        #expect(Date().timeIntervalSince(started) >= 0.014)
    }

    @Test("An actor runs a flow on itself")
    func actors() async throws {
        let shop = Shop()
        guard case .ended = try await shop.settle(start()) else { throw Difference("no end") }
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
            let answers: Caller.Answers = { request in
                let answer = town.service.handle(request: request.http, now: bill.date)
                switch answer.transport {
                case .send: return HttpAnswer(status: answer.status, body: answer.body)
                case .dropBefore: throw NotSent(Lost())
                case .dropAfter, .slow: throw Lost()
                }
            }
            let flow = try SettlementFlow.start(biller: by, bill: own, policy: Kept.policy, now: at(0))
            let run = try await Caller(answers, answers, answers).run(flow)
            guard case .ended(.settled) = run else { throw Difference("\(run)") }
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

    func settle(_ flow: SettlementFlow) async throws -> SettlementRun {
        try await flow.run(
            save: { record in
                records.append(record.record)
                return true
            }, send: { _ in answer(Kept.settled) }, now: { at(0) })
    }
}
