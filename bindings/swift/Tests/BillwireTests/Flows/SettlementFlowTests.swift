import Billwire
import Foundation
import Testing

@Suite("Settlement flow")
struct SettlementFlowTests {
    @Test("A settled bill takes every step once")
    func settled() throws {
        let flow = try start()
        let record = try save(flow, 0)
        #expect(try record == Kept.record("settlement-v1-in-doubt"))
        let request = try send(flow, 0)
        #expect((request.number, request.operation) == (1, .settlement))
        #expect(try request.http == Kept.biller().prepareSettlement(bill: Kept.bill).request)
        try flow.answered(number: 1, status: 200, body: Kept.settled, now: at(0))
        try save(flow, 0)
        guard case .finished(.settled(.answer(let response))) = try step(flow, 0) else { throw Difference("no end") }
        #expect(response?.data?.payment?.status == .success)
    }

    @Test("A lost answer is looked up")
    func lookedUp() throws {
        let flow = try sent()
        try flow.noAnswer(number: 1, sent: .maybe, now: at(0))
        #expect(try step(flow, 0) == .wait(until: at(10), reason: .lookUp))
        let lookup = try send(flow, 10)
        #expect((lookup.number, lookup.operation) == (2, .verification))
        try flow.answered(number: 2, status: 200, body: Kept.found, now: at(10))
        try save(flow, 10)
        guard case .finished(.settled(.verification(let found))) = try step(flow, 10) else {
            throw Difference("no end")
        }
        #expect(found?.tranId == "T-1")
    }

    @Test("A request that was not sent is sent again after a pause")
    func notSent() throws {
        let flow = try sent()
        try flow.noAnswer(number: 1, sent: .no, now: at(0))
        try save(flow, 0)
        #expect(try step(flow, 0) == .wait(until: at(10), reason: .sendAgain))
        try save(flow, 10)
        #expect(try send(flow, 10).operation == .settlement)
    }

    @Test("An end names its reason")
    func ends() throws {
        let refused = try sent()
        try refused.answered(number: 1, status: 400, body: Data(), now: at(0))
        try save(refused, 0)
        guard case .finished(.refused(let reason)) = try step(refused, 0) else { throw Difference("no end") }
        #expect((reason.code, reason.nextStep, reason.lookup) == (.httpStatus, .fixRequest, nil))
        #expect(reason.error?.httpStatus == 400)

        let unclear = try sent()
        try unclear.noAnswer(number: 1, sent: .maybe, now: at(0))
        let lookup = try send(unclear, 10)
        let other = Kept.transaction(of: "INV-2")
        try unclear.answered(number: lookup.number, status: 200, body: other, now: at(10))
        try save(unclear, 10)
        guard case .finished(.unclear(let doubt)) = try step(unclear, 10) else { throw Difference("no end") }
        #expect((doubt.code, doubt.nextStep, doubt.error) == (.otherTransaction, .askService, nil))
        guard case .different = doubt.lookup else { throw Difference("no lookup") }
    }

    @Test("A record that was not saved ends the flow")
    func takenOver() throws {
        let flow = try start()
        guard case .save(_, 1, 0) = try step(flow, 0) else { throw Difference("nothing to save") }
        try flow.notSaved(revision: 1)
        #expect(try step(flow, 0) == .takenOver && step(flow, 9_999) == .takenOver)
    }

    @Test("Answers out of turn are refused and change nothing")
    func outOfTurn() throws {
        let flow = try start()
        #expect(try code { try flow.saved(revision: 1) } == .outOfTurn)
        let asked = try step(flow, 0)
        for revision in [Int64.min, -1, 0, 2, .max] {
            #expect(try code { try flow.saved(revision: revision) } == .outOfTurn)
            #expect(try code { try flow.notSaved(revision: revision) } == .outOfTurn)
        }
        #expect(try code { try flow.answered(number: 1, status: 200, body: Kept.settled) } == .outOfTurn)
        #expect(try step(flow, 0) == asked)
        try flow.saved(revision: 1)
        #expect(try send(flow, 0).number == 1)
        #expect(try code { try flow.step() } == .outOfTurn, "the request is under way")
        #expect(try code { try flow.noAnswer(number: 2, sent: .no) } == .outOfTurn)
        guard case .invalidRequest = try thrown({ try flow.step() }) else { throw Difference("another kind") }
    }

    @Test("A late answer to an earlier request changes nothing")
    func lateAnswer() throws {
        let flow = try sent()
        try flow.noAnswer(number: 1, sent: .maybe, now: at(0))
        _ = try send(flow, 10)
        #expect(try code { try flow.answered(number: 1, status: 200, body: Kept.settled) } == .outOfTurn)
        try flow.answered(number: 2, status: 200, body: Kept.found, now: at(10))
        try save(flow, 10)
    }

    @Test("Kept records go on where they ended")
    func resumes() throws {
        func next(_ name: String) throws -> SettlementStep {
            try step(resume(Kept.record("settlement-v1-\(name)")), 500)
        }
        guard case .save(_, 3, 2) = try next("open"), case .send = try next("in-doubt"),
            case .send = try next("not-found")
        else { throw Difference("another step") }
        #expect(try next("settled-by-answer") == .finished(ending: .settled(proof: .answer(response: nil))))
        let verified = SettlementEnding.settled(proof: .verification(transaction: nil))
        #expect(try next("settled-by-verification") == .finished(ending: verified))
        let refused = EndReason(code: .httpStatus, nextStep: .fixRequest, error: nil, lookup: nil)
        #expect(try next("refused") == .finished(ending: .refused(reason: refused)))
        let unclear = EndReason(code: .deadlinePassed, nextStep: .askService, error: nil, lookup: nil)
        #expect(try next("unclear") == .finished(ending: .unclear(reason: unclear)))
    }

    @Test("A flow writes the kept records byte for byte")
    func keptRecords() throws {
        var written: Set<String> = []
        func expect(_ name: String, _ record: String) throws {
            #expect(try Array(record.utf8) == Array(Kept.record("settlement-v1-\(name)").utf8), "\(name)")
            written.insert(name)
        }
        try expect("in-doubt", save(start(), 0))
        // Each goes on from a kept record, as another process does after a crash.
        for (name, status, body) in [
            ("open", 429, Data()), ("refused", 400, Data()), ("settled-by-answer", 200, Kept.settled),
        ] {
            let flow = try sent()
            try flow.answered(number: 1, status: status, body: body, now: at(0))
            try expect(name, save(flow, 0))
        }
        for (name, body) in [("not-found", Kept.notFound), ("settled-by-verification", Kept.found)] {
            let flow = try sent()
            try flow.noAnswer(number: 1, sent: .maybe, now: at(0))
            try flow.answered(number: send(flow, 10).number, status: 200, body: body, now: at(10))
            try expect(name, save(flow, 10))
        }
        let late = try resume(Kept.record("settlement-v1-not-found"))
        try late.noAnswer(number: send(late, 5_000).number, sent: .no, now: at(5_000))
        try expect("unclear", save(late, 5_010))
        #expect(try Kept.names("settlement-v1-") == written, "a record that no test writes")
    }

    @Test("Khmer is kept, and two forms of a letter are two bills")
    func khmer() throws {
        var (given, other) = (Kept.bill, Kept.bill)
        (given.refId, other.refId) = ("វិក្កយបត្រ ១៤\u{200B}-é", "វិក្កយបត្រ ១៤\u{200B}-e\u{301}")
        #expect(given.refId == other.refId, "Swift considers them equal")
        let flow = try SettlementFlow.start(biller: Kept.biller(), bill: given, policy: Kept.policy, now: at(0))
        let record = try save(flow, 0)
        #expect(try Json(parsing: record.utf8)["ref_id"] == .text(given.refId))
        let resumed = try SettlementFlow.resume(biller: Kept.biller(), bill: given, record: record)
        #expect(try send(resumed, 9_999).http.body?.text.contains(given.refId) == true)
        let refused = try code { try SettlementFlow.resume(biller: Kept.biller(), bill: other, record: record) }
        #expect(refused == .otherBill)
    }

    @Test("A wrong bill, policy or record throws")
    func mistakes() throws {
        var wrong = Kept.bill
        wrong.currency = ""
        #expect(try faults { try SettlementFlow.start(biller: Kept.biller(), bill: wrong) } == ["currency empty"])
        let policy = SettlementPolicy(attempts: 0, notFoundHoldsMs: -1)
        let error = try thrown { try SettlementFlow.start(biller: Kept.biller(), bill: Kept.bill, policy: policy) }
        guard case .invalidConfig(let details) = error else { throw Difference("\(error)") }
        #expect(details.violations.map(\.path) == ["policy.attempts", "policy.notFoundHoldsMs"])
        let keyless = try Biller(config: BillerConfig(baseUrl: baseUrl))
        let missing = try thrown { try SettlementFlow.start(biller: keyless, bill: Kept.bill) }
        guard case .missingCredential = missing else { throw Difference("\(missing)") }
        for record in ["", "[", "{}", "\u{0}", #"{"version":2}"#] {
            guard case .invalidRequest = try thrown({ try resume(record) }) else { throw Difference(record) }
        }
    }

    @Test("No printed form shows a secret or the body")
    func silence() throws {
        var hidden = Kept.bill
        (hidden.description, hidden.paymentMethodToken) = ("secret-description", SensitiveText("secret-method"))
        let flow = try SettlementFlow.start(biller: Kept.biller(), bill: hidden, policy: Kept.policy, now: at(0))
        let asked = try step(flow, 0)
        try flow.saved(revision: 1)
        let sent = try step(flow, 0)
        guard case .send(let request) = sent else { throw Difference("nothing to send") }
        #expect(request.http.headers.contains { $0.value.text == "Bearer secret-bearer" })
        #expect(request.http.body?.text.contains("secret-description") == true)
        for value in [flow, asked, sent, request, request.http] as [Any] {
            for text in allForms(of: value) { #expect(!text.contains("secret"), "\(type(of: value))") }
        }
        #expect("\(flow)".contains("SettlementFlow") && "\(request)".contains("[hidden]"))
    }

    private func start() throws -> SettlementFlow {
        try .start(biller: Kept.biller(), bill: Kept.bill, policy: Kept.policy, now: at(0))
    }

    private func resume(_ record: String) throws -> SettlementFlow {
        try .resume(biller: Kept.biller(), bill: Kept.bill, record: record, policy: Kept.policy)
    }

    /// Flow whose first request is under way.
    private func sent() throws -> SettlementFlow {
        let flow = try start()
        try save(flow, 0)
        _ = try send(flow, 0)
        return flow
    }

    private func step(_ flow: SettlementFlow, _ now: Int) throws -> SettlementStep {
        try flow.step(now: at(now), random: 1)
    }

    @discardableResult
    private func save(_ flow: SettlementFlow, _ now: Int) throws -> String {
        guard case .save(let record, let revision, let previous) = try step(flow, now) else {
            throw Difference("nothing to save")
        }
        #expect(previous == revision - 1)
        try flow.saved(revision: revision)
        return record
    }

    private func send(_ flow: SettlementFlow, _ now: Int) throws -> FlowRequest {
        guard case .send(let request) = try step(flow, now) else { throw Difference("nothing to send") }
        return request
    }
}
