import Billwire
import Foundation
import Testing

@Suite("Settlement flow")
struct SettlementFlowTests {
    @Test("A settled bill takes every step once")
    func settled() throws {
        let flow = try start()
        let record = try save(flow, 0)
        #expect(try Json(parsing: record.utf8)["evidence"] == .text("tried"))
        let request = try send(flow, 0)
        #expect((request.number, request.operation) == (1, .settlement))
        #expect(try request.http == Kept.biller().prepareSettlement(bill: Kept.bill).request)
        try flow.answered(number: 1, status: 200, body: Kept.settled, now: at(0))
        guard case .settled(.answer(let response)) = try end(flow, 0) else { throw Difference("not settled") }
        #expect(response?.data?.payment?.status == .success)
    }

    @Test("A lost answer is looked up")
    func lookedUp() throws {
        let flow = try sent()
        try flow.noAnswer(number: 1, sent: .maybe, now: at(0))
        try save(flow, 0)
        #expect(try step(flow, 0) == .wait(until: at(10), reason: .lookUp))
        let lookup = try send(flow, 10)
        #expect((lookup.number, lookup.operation) == (2, .verification))
        try flow.answered(number: 2, status: 200, body: Kept.found, now: at(10))
        guard case .settled(.verification(let claimKey, let found)) = try end(flow, 10) else {
            throw Difference("not settled")
        }
        #expect(claimKey == "T-1" && found?.tranAmount == 40_000)
    }

    @Test("A bill that the service took is never sent again", arguments: [200, 202, 400, 429, 500, 503])
    func accepted(_ status: Int) throws {
        let flow = try sent()
        let body = status == 200 ? Data(#"{"code":"000"}"#.utf8) : Kept.settled
        try flow.answered(number: 1, status: status, body: body, now: at(0))
        let ending = try lookedUp(flow, 0, Kept.notFound)
        guard case .unclear(let reason) = ending else { throw Difference("\(ending)") }
        #expect(reason.nextStep == .askService && reason.answer?.httpStatus == status)
    }

    @Test("A request that was not sent is sent again after one lookup")
    func notSent() throws {
        let flow = try sent()
        try flow.noAnswer(number: 1, sent: .no, now: at(0))
        try save(flow, 0)
        #expect(try step(flow, 0) == .wait(until: at(10), reason: .sendAgain))
        let lookup = try send(flow, 10)
        #expect(lookup.operation == .verification)
        try flow.answered(number: lookup.number, status: 200, body: Kept.notFound, now: at(10))
        try save(flow, 10)
        #expect(try send(flow, 10).operation == .settlement)
    }

    @Test("A wait lasts as long as the service asks")
    func retryAfter() throws {
        let answered = try sent()
        try answered.answered(number: 1, status: 503, body: Data(), retryAfterMs: 700, now: at(0))
        let unanswered = try sent()
        try unanswered.noAnswer(number: 1, sent: .maybe, retryAfterMs: 700, now: at(0))
        for flow in [answered, unanswered] {
            try save(flow, 0)
            #expect(try step(flow, 0) == .wait(until: at(700), reason: .lookUp))
        }
        for none in [Int64.min, -1, 0] {
            let flow = try sent()
            try flow.answered(number: 1, status: 503, body: Data(), retryAfterMs: none, now: at(0))
            try save(flow, 0)
            #expect(try step(flow, 0) == .wait(until: at(10), reason: .lookUp))
        }
    }

    @Test("A settlement may not be sent late")
    func late() throws {
        let flow = try start()
        try save(flow, 0)
        let settlement = try send(flow, 9)
        #expect(settlement.sendBefore == at(50))
        #expect(!settlement.isLate(now: at(49)) && settlement.isLate(now: at(50)) && settlement.isLate())
        try flow.noAnswer(number: 1, sent: .maybe, now: at(9))
        try save(flow, 9)
        let lookup = try send(flow, 19)
        #expect(lookup.sendBefore == nil && !lookup.isLate())
    }

    @Test("An end names its reason")
    func ends() throws {
        let refused = try sent()
        try refused.answered(number: 1, status: 400, body: Data(), now: at(0))
        guard case .refused(let reason) = try end(refused, 0) else { throw Difference("not refused") }
        #expect((reason.code, reason.nextStep, reason.lookup) == (.httpStatus, .fixRequest, nil))
        let last = LastAnswer(code: .httpStatus, nextStep: .fixRequest, httpStatus: 400, responseCode: nil)
        #expect(reason.answer == last && reason.error?.httpStatus == 400)

        let unclear = try sent()
        try unclear.answered(number: 1, status: 500, body: Data(#"{"code":"X-1"}"#.utf8), now: at(0))
        guard case .unclear(let doubt) = try lookedUp(unclear, 0, Kept.transaction(of: "INV-2")) else {
            throw Difference("not unclear")
        }
        #expect(doubt.nextStep == .askService)
        #expect((doubt.answer?.httpStatus, doubt.answer?.responseCode) == (500, "X-1"))
        guard case .different(let found, _) = doubt.lookup else { throw Difference("no lookup") }
        #expect(found.identityCode == "INV-2")
    }

    @Test("A refused bill is reopened, corrected")
    func reopens() throws {
        let flow = try sent()
        try flow.answered(number: 1, status: 422, body: Data(), now: at(0))
        let record = try save(flow, 0)
        var corrected = Kept.bill
        corrected.settlementTo = "SUB-2"
        let again = try SettlementFlow.reopen(
            biller: Kept.biller(), bill: corrected, record: record, policy: Kept.policy, now: at(9_000))
        let next = try save(again, 9_000, revision: 3)
        #expect(try Json(parsing: next.utf8)["attempts"] == .number("1"))
        let request = try send(again, 9_000)
        #expect(request.operation == .settlement && request.http.body?.text.contains("SUB-2") == true)
        let refused = try code { try SettlementFlow.reopen(biller: Kept.biller(), bill: Kept.bill, record: next) }
        #expect(refused == .notRefused)
    }

    @Test("An unclear bill is looked up, and takes a person's word")
    func resolved() throws {
        let record = try Kept.record("settlement-v1-unclear")
        let asked = try resume(record)
        #expect(try send(asked, 9_999).operation == .verification)
        #expect(try code { try asked.resolved(.settled) } == .outOfTurn)

        let settled = try resume(record)
        try settled.resolved(.settled)
        #expect(try Json(parsing: save(settled, 9_999).utf8)["proof"] == .text("person"))
        #expect(try step(settled, 9_999) == .finished(ending: .settled(proof: .person)))
        #expect(try code { try settled.resolved(.nothingMoved) } == .notRefused)

        let refused = try resume(record)
        try refused.resolved(.nothingMoved)
        let word = try save(refused, 9_999)
        guard case .finished(.refused(let reason)) = try step(refused, 9_999) else { throw Difference("not refused") }
        #expect(reason.code == .personsWord)
        let again = try SettlementFlow.reopen(biller: Kept.biller(), bill: Kept.bill, record: word, now: at(9_999))
        try save(again, 9_999)
        #expect(try send(again, 9_999).operation == .settlement)
    }

    @Test("A flow that looks first sends nothing before")
    func looksFirst() throws {
        var policy = Kept.policy
        policy.lookFirst = true
        let flow = try SettlementFlow.start(biller: Kept.biller(), bill: Kept.bill, policy: policy, now: at(0))
        let lookup = try send(flow, 0)
        #expect(lookup.operation == .verification)
        try flow.answered(number: lookup.number, status: 200, body: Kept.found, now: at(0))
        guard case .settled(.verification) = try end(flow, 0) else { throw Difference("not settled") }
    }

    @Test("A flow has the warnings of its bill")
    func warnings() throws {
        var odd = Kept.bill
        odd.customerSyncCode = " C-1"
        let flow = try SettlementFlow.start(biller: Kept.biller(), bill: odd)
        #expect(try !flow.warnings.isEmpty && flow.warnings == Kept.biller().prepareSettlement(bill: odd).warnings)
        #expect(try start().warnings.isEmpty)
    }

    @Test("A record that was not saved ends the flow")
    func takenOver() throws {
        let resumed = try resume(Kept.record("settlement-v1-open"))
        try resumed.answered(number: send(resumed, 500).number, status: 200, body: Kept.notFound, now: at(500))
        guard case .save(_, 3, 2) = try step(resumed, 500) else { throw Difference("nothing to save") }
        try resumed.notSaved(revision: 3)
        #expect(try step(resumed, 500) == .takenOver && step(resumed, 9_999) == .takenOver)

        let started = try start()
        _ = try step(started, 0)
        #expect(try code { try started.notSaved(revision: 1) } == .recordStored)
    }

    @Test("After a store that did not answer, the stored record counts")
    func stored() throws {
        let first = try start()
        #expect(try code { try first.stored(record: nil) } == .outOfTurn)
        guard case .save(let record, 1, 0) = try step(first, 0) else { throw Difference("nothing to save") }
        try first.maybeSaved(revision: 1)
        try first.stored(record: nil)
        guard case .save(_, 1, 0) = try step(first, 0) else { throw Difference("it goes on without a record") }
        try first.stored(record: record)
        #expect(try send(first, 10).operation == .verification, "another flow may have sent it")

        let second = try start()
        _ = try step(second, 0)
        try second.maybeSaved(revision: 1)
        #expect(try code { try second.notSaved(revision: 1) } == .recordStored)
        let third = try start()
        _ = try step(third, 0)
        let unreadable = try thrown { try third.stored(record: "{}") }
        guard case .invalidRequest = unreadable else { throw Difference("\(unreadable)") }
    }

    @Test("Answers out of turn are refused and change nothing")
    func outOfTurn() throws {
        let flow = try start()
        #expect(try code { try flow.saved(revision: 1) } == .outOfTurn)
        let asked = try step(flow, 0)
        for revision in [Int64.min, -1, 0, 2, .max] {
            #expect(try code { try flow.saved(revision: revision) } == .outOfTurn)
            #expect(try code { try flow.notSaved(revision: revision) } == .outOfTurn)
            #expect(try code { try flow.maybeSaved(revision: revision) } == .outOfTurn)
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
        try save(flow, 0)
        _ = try send(flow, 10)
        #expect(try code { try flow.answered(number: 1, status: 200, body: Kept.settled) } == .outOfTurn)
        try flow.answered(number: 2, status: 200, body: Kept.found, now: at(10))
        try save(flow, 10)
    }

    @Test("Records of version 1 go on where they ended")
    func resumes() throws {
        func next(_ name: String) throws -> SettlementStep {
            try step(resume(Kept.record("settlement-v1-\(name)")), 500)
        }
        for name in ["open", "in-doubt", "not-found", "unclear"] {
            guard case .send(let request) = try next(name) else { throw Difference("another step") }
            #expect(request.operation == .verification, "\(name)")
        }
        #expect(try next("settled-by-answer") == .finished(ending: .settled(proof: .answer(response: nil))))
        let verified = SettlementProof.verification(claimKey: nil, transaction: nil)
        #expect(try next("settled-by-verification") == .finished(ending: .settled(proof: verified)))
        let refused = EndReason(code: .httpStatus, nextStep: .fixRequest, answer: nil, error: nil, lookup: nil)
        #expect(try next("refused") == .finished(ending: .refused(reason: refused)))
    }

    @Test("A written record resumes with its last answer")
    func keepsReason() throws {
        let flow = try sent()
        try flow.answered(number: 1, status: 403, body: Data(), now: at(0))
        let resumed = try resume(save(flow, 0))
        guard case .finished(.refused(let reason)) = try step(resumed, 0) else { throw Difference("not refused") }
        #expect(reason.nextStep == .fixCredentials && reason.answer?.httpStatus == 403 && reason.error == nil)
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
        for record in ["", "[", "{}", "\u{0}", #"{"version":3}"#] {
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
    private func save(_ flow: SettlementFlow, _ now: Int, revision expected: Int64? = nil) throws -> String {
        guard case .save(let record, let revision, let previous) = try step(flow, now) else {
            throw Difference("nothing to save")
        }
        #expect(previous == revision - 1 && revision == expected ?? revision)
        try flow.saved(revision: revision)
        return record
    }

    private func send(_ flow: SettlementFlow, _ now: Int) throws -> FlowRequest {
        guard case .send(let request) = try step(flow, now) else { throw Difference("nothing to send") }
        return request
    }

    private func end(_ flow: SettlementFlow, _ now: Int) throws -> SettlementEnding {
        try save(flow, now)
        guard case .finished(let ending) = try step(flow, now) else { throw Difference("no end") }
        return ending
    }

    /// Runs to the end with one answer to every lookup. Fails if the settlement is sent.
    private func lookedUp(_ flow: SettlementFlow, _ now: Int, _ body: Data) throws -> SettlementEnding {
        var now = at(now)
        while true {
            switch try flow.step(now: now, random: 1) {
            case .save(_, let revision, _): try flow.saved(revision: revision)
            case .wait(let until, _): now = until
            case .send(let request):
                guard request.operation == .verification else { throw Difference("it is sent again") }
                try flow.answered(number: request.number, status: 200, body: body, now: now)
            case .finished(let ending): return ending
            case .takenOver: throw Difference("taken over")
            }
        }
    }
}
