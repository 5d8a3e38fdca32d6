import Billwire
import Foundation
import Testing

@Suite("Credit flow")
struct CreditFlowTests {
    private struct Lost: Error {}
    private static let policy = CreditPolicy(
        attempts: 2, pauseMs: 10, longestPauseMs: 40, inFlightMs: 50, unauthenticatedPauseMs: 500,
        unauthenticatedReplyMs: 5)
    private static let expected = Expectation(
        identityCode: "INV-1", purposeOfTransaction: "INV-1", currency: "KHR", amount: 40_000)

    @Test("A confirmed payment is credited once")
    func credited() throws {
        let flow = try start(event())
        try save(flow, 0)
        let request = try send(flow, 0)
        #expect((request.number, request.operation) == (1, .verification))
        try flow.answered(number: 1, status: 200, body: Kept.found, now: at(1))
        guard case .credit(let confirmed, _, 2, 1) = try step(flow, 1) else { throw Difference("nothing to credit") }
        #expect(confirmed.claimKey == "T-1")
        try flow.claimed(.credited)
        guard case .finished(.credited(let paid), let reply) = try step(flow, 1) else { throw Difference("no end") }
        #expect(paid.transaction.tranAmount == 40_000)
        #expect(try reply == event().acknowledge())
    }

    @Test("Each claim has its end and its reply", arguments: [Claim.credited, .creditedBefore, .paidOtherwise])
    func claims(_ claim: Claim) throws {
        let flow = try crediting()
        try flow.claimed(claim)
        if claim != .credited { try save(flow, 1) }  // the database transaction stored nothing
        guard case .finished(let ending, let reply) = try step(flow, 1) else { throw Difference("no end") }
        switch (claim, ending) {
        case (.credited, .credited), (.creditedBefore, .creditedBefore): #expect(reply?.status == 200)
        case (.paidOtherwise, .paidOtherwise): #expect(reply?.status == 409)
        default: throw Difference("\(ending)")
        }
    }

    @Test("A verification without a result is answered with 503")
    func unconfirmed() throws {
        let flow = try start(event())
        try save(flow, 0)
        try flow.noAnswer(number: send(flow, 0).number, sent: .maybe, now: at(5))
        #expect(try save(flow, 5) == Kept.record("credit-v1-failed"))
        guard case .finished(.unconfirmed(let error), let reply) = try step(flow, 5) else { throw Difference("no end") }
        #expect(error.nextStep == .verifyAgain && reply?.status == 503)
    }

    @Test("Events that need no verification end at once")
    func early() throws {
        let pending = try start(event(#"{"tran_id":"T-1","status":"pending","identity_code":"INV-1"}"#))
        guard case .finished(.nothingToCredit, _) = try step(pending, 0) else { throw Difference("it goes on") }
        let wrong = try start(event(#"{"status":"success","identity_code":"INV-1","tran_amount":1}"#))
        guard case .finished(.mismatch(let mismatches), let reply) = try step(wrong, 0) else {
            throw Difference("it goes on")
        }
        #expect(mismatches.map(\.field) == ["tran_amount"] && reply?.status == 409)
        let unknown = try CreditFlow.ofUnknownBill(biller: Kept.biller(), event: event(), now: at(0))
        guard case .finished(.unknownBill, _) = try step(unknown, 0) else { throw Difference("it goes on") }
    }

    @Test("One verification of a bill is under way")
    func busy() throws {
        let second = try start(event(), Kept.record("credit-v1-in-flight"))
        guard case .finished(.busy(let until), let reply) = try step(second, 0) else { throw Difference("not busy") }
        #expect(until == at(100) && reply?.status == 503)
        let first = try start(event())
        guard case .save(_, 1, 0) = try step(first, 0) else { throw Difference("nothing to save") }
        try first.notSaved(revision: 1)
        guard case .finished(.busy, _) = try step(first, 0) else { throw Difference("not busy") }
    }

    @Test("An event that anyone can have sent waits for its reply")
    func anyone() throws {
        let checkout = try WebhookReceiver.checkout().receive(headers: [:], body: Self.success)
        let flow = try start(checkout, Kept.record("credit-v1-in-flight"))
        guard case .wait(let until, .reply) = try step(flow, 0) else { throw Difference("it does not wait") }
        #expect(until == at(5))
    }

    @Test("Kept records are read")
    func keptRecords() throws {
        let inFlight = try start(event(), Kept.record("credit-v1-in-flight"))
        guard case .finished(.busy, _) = try step(inFlight, 99) else { throw Difference("not busy") }
        let failed = try CreditFlow.ofBill(
            biller: Kept.biller(), bill: Self.expected, record: Kept.record("credit-v1-failed"), policy: Self.policy)
        guard case .wait(let until, .verifyAgain) = try step(failed, 0) else { throw Difference("it does not wait") }
        #expect(until == at(15))
        let paid = try start(event(), Kept.record("credit-v1-paid"))
        guard case .finished(.creditedBefore, _) = try step(paid, 0) else { throw Difference("it goes on") }
    }

    @Test("A flow writes the kept records byte for byte")
    func writtenRecords() throws {
        let flow = try start(event())
        var written = try ["in-flight": save(flow, 0)]
        try flow.noAnswer(number: send(flow, 0).number, sent: .maybe, now: at(5))
        written["failed"] = try save(flow, 5)
        guard case .credit(_, let paid, _, _) = try step(crediting(), 1) else { throw Difference("nothing to credit") }
        written["paid"] = paid
        #expect(try Kept.names("credit-v1-") == Set(written.keys), "a record that no test writes")
        for (name, record) in written {
            #expect(try Array(record.utf8) == Array(Kept.record("credit-v1-\(name)").utf8), "\(name)")
        }
    }

    @Test("Answers out of turn are refused")
    func outOfTurn() throws {
        let flow = try start(event())
        #expect(try code { try flow.claimed(.credited) } == .outOfTurn)
        try save(flow, 0)
        #expect(try code { try flow.saved(revision: 1) } == .outOfTurn)
        let request = try send(flow, 0)
        #expect(try code { try flow.step() } == .outOfTurn)
        try flow.answered(number: request.number, status: 200, body: Kept.found, now: at(1))
        #expect(try code { try flow.answered(number: 1, status: 200, body: Kept.found) } == .outOfTurn)
    }

    @Test("A wrong bill, policy or record throws")
    func mistakes() throws {
        let policy = CreditPolicy(attempts: 0)
        let error = try thrown {
            try CreditFlow.ofBill(biller: Kept.biller(), bill: Self.expected, record: nil, policy: policy)
        }
        #expect(error.details.violations.map(\.path) == ["policy.attempts"])
        for record in ["", "{}", "\u{0}"] {
            let error = try thrown {
                try CreditFlow.ofBill(biller: Kept.biller(), bill: Self.expected, record: record)
            }
            guard case .invalidRequest = error else { throw Difference(record) }
        }
    }

    @Test("A run credits a bill and returns the reply")
    func runs() async throws {
        let host = Caller({ _ in throw Lost() }, { _ in (200, Kept.found) })
        let bill = try CreditFlow.ofBill(
            biller: Kept.biller(), bill: Self.expected, record: nil, policy: Self.policy)
        let (ending, reply) = try await bill.run(
            save: host.save, send: host.send,
            credit: { confirmed, record in
                #expect(confirmed.claimKey == "T-1")
                return host.save(record) ? .credited : .paidOtherwise
            }, sleep: host.sleep, now: { host.now }, random: { 1 })
        guard case .credited = ending, reply == nil else { throw Difference("\(ending)") }
        #expect(host.sent.count == 2 && host.slept == [10] && host.records.count == 4)
    }

    @Test("If save or credit throws, the run throws")
    func storeThrows() async throws {
        let host = Caller({ _ in (200, Kept.found) })
        await #expect(throws: Lost.self) {
            let flow = try start(event())
            _ = try await flow.run(save: { _ in throw Lost() }, send: host.send, credit: { _, _ in .credited })
        }
        #expect(host.sent.isEmpty)
        await #expect(throws: Lost.self) {
            let flow = try start(event())
            _ = try await flow.run(
                save: host.save, send: host.send, credit: { _, _ in throw Lost() }, now: { host.now })
        }
        #expect(host.records.count == 1)
    }

    @Test("No printed form shows a secret")
    func silence() throws {
        let flow = try start(event())
        let asked = try step(flow, 0)
        try flow.saved(revision: 1)
        let sent = try step(flow, 0)
        for value in [flow, asked, sent] as [Any] {
            for text in allForms(of: value) { #expect(!text.contains("secret"), "\(type(of: value))") }
        }
        #expect("\(flow)".contains("CreditFlow"))
    }

    private static let success = Data(
        #"{"tran_id":"T-1","status":"success","identity_code":"INV-1","tran_amount":"40000.0","currency":"KHR"}"#.utf8)

    private func event(_ body: String? = nil) throws -> WebhookEvent {
        try WebhookReceiver.merchantProxy(tokens: [WebhookToken(secret: "secret-token")])
            .receive(headers: ["Token": ["secret-token"]], body: body.map { Data($0.utf8) } ?? Self.success)
    }

    private func start(_ event: WebhookEvent, _ record: String? = nil) throws -> CreditFlow {
        try .ofEvent(
            biller: Kept.biller(), event: event, bill: Self.expected, record: record, policy: Self.policy, now: at(0))
    }

    /// Flow that asks to credit transaction T-1.
    private func crediting() throws -> CreditFlow {
        let flow = try start(event())
        try save(flow, 0)
        try flow.answered(number: send(flow, 0).number, status: 200, body: Kept.found, now: at(1))
        return flow
    }

    private func step(_ flow: CreditFlow, _ now: Int) throws -> CreditStep {
        try flow.step(now: at(now), random: 1)
    }

    @discardableResult
    private func save(_ flow: CreditFlow, _ now: Int) throws -> String {
        guard case .save(let record, let revision, let previous) = try step(flow, now) else {
            throw Difference("nothing to save")
        }
        #expect(previous == revision - 1)
        try flow.saved(revision: revision)
        return record
    }

    private func send(_ flow: CreditFlow, _ now: Int) throws -> FlowRequest {
        guard case .send(let request) = try step(flow, now) else { throw Difference("nothing to send") }
        return request
    }
}
