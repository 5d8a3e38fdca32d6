import Billwire
import Foundation
import Testing

@Suite("Credit flow")
struct CreditFlowTests {
    private struct Lost: Error {}
    private static let policy = CreditPolicy(attempts: 2, pauseMs: 10, longestPauseMs: 40, unauthenticatedReplyMs: 5)
    private static let expected = Expectation(
        identityCode: "INV-1", purposeOfTransaction: "INV-1", currency: "KHR", amount: 40_000)

    @Test("A confirmed payment is credited once")
    func credited() throws {
        let flow = try start(event())
        let request = try send(flow, 0)
        #expect((request.number, request.operation, request.sendBefore) == (1, .verification, nil))
        try flow.answered(number: 1, status: 200, body: Kept.found, now: at(1))
        guard case .credit(let confirmed) = try step(flow, 1) else { throw Difference("nothing to credit") }
        #expect(confirmed.claimKey == "T-1" && confirmed.amount == 40_000)
        try flow.claimed(.credited)
        guard case .finished(.credited(let paid), let reply) = try step(flow, 1) else { throw Difference("no end") }
        #expect(paid.transaction.tranAmount == 40_000)
        #expect(try reply == event().acknowledge())
    }

    @Test("Each claim has its end and its reply", arguments: [Claim.credited, .creditedBefore, .paidOtherwise])
    func claims(_ claim: Claim) throws {
        let flow = try crediting()
        try flow.claimed(claim)
        guard case .finished(let ending, let reply) = try step(flow, 1) else { throw Difference("no end") }
        switch (claim, ending) {
        case (.credited, .credited), (.creditedBefore, .creditedBefore): #expect(reply?.status == 200)
        case (.paidOtherwise, .paidTwice): #expect(reply?.status == 409)
        default: throw Difference("\(ending)")
        }
    }

    @Test("Only a listed status is believed unasked")
    func statuses() throws {
        for status in ["pending", "failed"] {
            let flow = try start(event(#"{"tran_id":"T-1","status":"\#(status)","identity_code":"INV-1"}"#))
            guard case .finished(.nothingToCredit, _) = try step(flow, 0) else { throw Difference("it goes on") }
        }
        for status in ["", #","status":null"#, #","status":"Success""#, #","status":"paid""#] {
            let flow = try start(event(#"{"tran_id":"T-1","identity_code":"INV-1"\#(status)}"#))
            #expect(try send(flow, 0).operation == .verification, "\(status)")
        }
    }

    @Test("Events that need no verification end at once")
    func early() throws {
        let wrong = try start(event(#"{"status":"success","identity_code":"INV-2"}"#))
        guard case .finished(.mismatch(let mismatches, nil), let reply) = try step(wrong, 0) else {
            throw Difference("it goes on")
        }
        #expect(mismatches.map(\.field) == ["identity_code"] && reply?.status == 409)
        let unknown = try CreditFlow.ofUnknownBill(biller: Kept.biller(), event: event(), now: at(0))
        guard case .finished(.unknownBill, _) = try step(unknown, 0) else { throw Difference("it goes on") }
        let paid = try CreditFlow.ofBill(biller: Kept.biller(), bill: Self.expected, claimKeys: ["T-1"])
        for flow in [try start(event(), claimKeys: ["T-1"]), paid] {
            guard case .finished(.creditedBefore, _) = try step(flow, 0) else { throw Difference("it goes on") }
        }
    }

    @Test("A second payment, a partial one and a reversal have their transaction")
    func transactions() throws {
        let other = try event(#"{"tran_id":"T-2","identity_code":"INV-1"}"#)
        let second = try verified(other, paidBy: ["T-1"], Kept.transaction("T-2"))
        guard case .paidTwice(let surplus) = second.ending else { throw Difference("\(second.ending)") }
        #expect(surplus.claimKey == "T-2" && second.status == 409)

        let partial = try verified(event(), Kept.transaction(amount: "25000.5"))
        guard case .mismatch(let fields, let found) = partial.ending else { throw Difference("\(partial.ending)") }
        #expect(fields.map(\.field) == ["tran_amount"] && partial.status == 409)
        #expect(found?.tranAmount == Decimal(string: "25000.5"))

        let failed = try event(#"{"tran_id":"T-1","status":"failed","identity_code":"INV-1"}"#)
        let reversed = try verified(failed, paidBy: ["T-1"], Kept.transaction(status: "failed"))
        guard case .reversed(let taken) = reversed.ending else { throw Difference("\(reversed.ending)") }
        #expect(taken.tranId == "T-1" && reversed.status == 200)

        let pending = try verified(event(), Kept.pending)
        guard case .pending(let open) = pending.ending else { throw Difference("\(pending.ending)") }
        #expect(open.status == .other(text: "pending") && pending.status == 503)

        let unpaid = try verified(event(), Kept.transaction(status: "failed"))
        guard case .paymentFailed = unpaid.ending else { throw Difference("\(unpaid.ending)") }
        #expect(unpaid.status == 200)
    }

    @Test("A bill may take any amount, or a range")
    func amounts() throws {
        func credits(_ amount: String, min: Decimal?, max: Decimal?) throws -> Decimal? {
            let open = Expectation(
                identityCode: "INV-1", purposeOfTransaction: "INV-1", currency: "KHR", minAmount: min, maxAmount: max)
            let flow = try CreditFlow.ofBill(biller: Kept.biller(), bill: open, claimKeys: [], policy: Self.policy)
            let body = Kept.transaction(amount: amount)
            try flow.answered(number: send(flow, 0).number, status: 200, body: body, now: at(0))
            guard case .credit(let confirmed) = try step(flow, 0) else { return nil }
            return confirmed.amount
        }
        #expect(try credits("0.01", min: 0, max: nil) == Decimal(string: "0.01"))
        #expect(try credits("0", min: 0, max: nil) == nil)
        #expect(try credits("15", min: 10, max: 20) == 15)
        #expect(try credits("20.01", min: 10, max: 20) == nil && credits("9.99", min: 10, max: 20) == nil)
        #expect(try credits("20", min: nil, max: 20) == 20)
    }

    @Test("A bill without a purpose is found")
    func withoutPurpose() throws {
        let account = Expectation(identityCode: "INV-1", purposeOfTransaction: "", currency: "KHR", minAmount: 0)
        let flow = try CreditFlow.ofBill(biller: Kept.biller(), bill: account, claimKeys: [], policy: Self.policy)
        let body = String(decoding: Kept.found, as: UTF8.self)
            .replacingOccurrences(of: #""purpose_of_transaction":"INV-1","#, with: "")
        try flow.answered(number: send(flow, 0).number, status: 200, body: Data(body.utf8), now: at(0))
        guard case .credit(let confirmed) = try step(flow, 0) else { throw Difference("nothing to credit") }
        #expect(confirmed.transaction.purposeOfTransaction == nil)
    }

    @Test("A verification without a result is answered with 503")
    func unconfirmed() throws {
        let flow = try start(event())
        try flow.noAnswer(number: send(flow, 0).number, sent: .maybe, now: at(5))
        guard case .finished(.unconfirmed(let error), let reply) = try step(flow, 5) else { throw Difference("no end") }
        #expect(error.nextStep == .verifyAgain && reply?.status == 503)
    }

    @Test("An unpaid bill waits as long as the service asks")
    func retryAfter() throws {
        let (answered, unanswered) = (try ofBill(), try ofBill())
        let number = try send(answered, 0).number
        try answered.answered(number: number, status: 503, body: Data(), retryAfterMs: 700, now: at(0))
        try unanswered.noAnswer(number: send(unanswered, 0).number, sent: .no, retryAfterMs: 700, now: at(0))
        for flow in [answered, unanswered] {
            guard case .wait(let until, .verifyAgain) = try step(flow, 0) else { throw Difference("it does not wait") }
            #expect(until == at(700))
        }
    }

    @Test("An event that anyone can have sent waits for its reply")
    func anyone() throws {
        let checkout = try WebhookReceiver.checkout().receive(headers: [:], body: Self.success)
        let flow = try start(checkout, claimKeys: ["T-9"])
        guard case .wait(let until, .reply) = try step(flow, 0) else { throw Difference("it does not wait") }
        #expect(until == at(5))
        guard case .finished(.ignored, let reply) = try step(flow, 5) else { throw Difference("no end") }
        #expect(reply?.status == 503)
    }

    @Test("Answers out of turn are refused")
    func outOfTurn() throws {
        let flow = try start(event())
        #expect(try code { try flow.claimed(.credited) } == .outOfTurn)
        let request = try send(flow, 0)
        #expect(try code { try flow.step() } == .outOfTurn)
        try flow.answered(number: request.number, status: 200, body: Kept.found, now: at(1))
        #expect(try code { try flow.answered(number: 1, status: 200, body: Kept.found) } == .outOfTurn)
    }

    @Test("A wrong bill or policy throws")
    func mistakes() throws {
        let policy = CreditPolicy(attempts: 0)
        let error = try thrown {
            try CreditFlow.ofBill(biller: Kept.biller(), bill: Self.expected, claimKeys: [], policy: policy)
        }
        #expect(error.details.violations.map(\.path) == ["policy.attempts"])
        var wrong = Self.expected
        (wrong.identityCode, wrong.minAmount) = ("", 1)
        let found = try faults { try CreditFlow.ofBill(biller: Kept.biller(), bill: wrong, claimKeys: []) }
        #expect(found.count == 2 && found.contains("identity_code empty"), "\(found)")
    }

    @Test("A run credits an unpaid bill, with no record")
    func runs() async throws {
        let host = Caller({ _ in throw Lost() }, { _ in answer(Kept.found) })
        let (ending, reply) = try await ofBill().run(
            send: host.send,
            credit: { confirmed in
                #expect(confirmed.claimKey == "T-1")
                return .credited
            }, sleep: host.sleep, now: { host.now }, random: { 1 })
        guard case .credited = ending, reply == nil else { throw Difference("\(ending)") }
        #expect(host.sent.count == 2 && host.slept == [10])
    }

    @Test("A run passes Retry-After on")
    func runWaits() async throws {
        let host = Caller(
            { _ in HttpAnswer(status: 503, body: Data(), retryAfterMs: 700) }, { _ in answer(Kept.found) })
        let (ending, _) = try await ofBill().run(
            send: host.send, credit: { _ in .creditedBefore }, sleep: host.sleep, now: { host.now }, random: { 1 })
        guard case .creditedBefore = ending else { throw Difference("\(ending)") }
        #expect(host.slept == [700])
    }

    @Test("A paid webhook that comes twice is credited once")
    func webhooks() async throws {
        var books: [String] = []
        for _ in 1...2 {
            let host = Caller({ _ in answer(Kept.found) })
            let flow = try start(event(), claimKeys: books)
            let (_, reply) = try await flow.run(
                send: host.send,
                credit: { confirmed in
                    books.append(confirmed.claimKey)
                    return .credited
                }, now: { host.now })
            #expect(reply?.status == 200)
        }
        #expect(books == ["T-1"])
    }

    @Test("If credit throws, the run throws")
    func storeThrows() async throws {
        let host = Caller({ _ in answer(Kept.found) })
        await #expect(throws: Lost.self) {
            let flow = try start(event())
            _ = try await flow.run(send: host.send, credit: { _ in throw Lost() }, now: { host.now })
        }
    }

    @Test("No printed form shows a secret")
    func silence() throws {
        let flow = try start(event())
        let sent = try step(flow, 0)
        for value in [flow, sent] as [Any] {
            for text in allForms(of: value) { #expect(!text.contains("secret"), "\(type(of: value))") }
        }
        #expect("\(flow)".contains("CreditFlow"))
    }

    private static let success = Data(#"{"tran_id":"T-1","status":"success","identity_code":"INV-1"}"#.utf8)

    /// Event of a sender that showed the token.
    private func event(_ body: String? = nil) throws -> WebhookEvent {
        try WebhookReceiver.merchantProxy(tokens: [WebhookToken(secret: "secret-token")])
            .receive(headers: ["Token": ["secret-token"]], body: body.map { Data($0.utf8) } ?? Self.success)
    }

    private func start(_ event: WebhookEvent, claimKeys: [String] = []) throws -> CreditFlow {
        try .ofEvent(
            biller: Kept.biller(), event: event, bill: Self.expected, claimKeys: claimKeys, policy: Self.policy,
            now: at(0))
    }

    private func ofBill() throws -> CreditFlow {
        try .ofBill(biller: Kept.biller(), bill: Self.expected, claimKeys: [], policy: Self.policy)
    }

    /// Flow that asks to credit transaction T-1.
    private func crediting() throws -> CreditFlow {
        let flow = try start(event())
        try flow.answered(number: send(flow, 0).number, status: 200, body: Kept.found, now: at(1))
        return flow
    }

    /// End after one verification, and the status of the reply.
    private func verified(
        _ event: WebhookEvent, paidBy claimKeys: [String] = [], _ body: Data
    ) throws -> (ending: CreditEnding, status: Int?) {
        let flow = try start(event, claimKeys: claimKeys)
        try flow.answered(number: send(flow, 0).number, status: 200, body: body, now: at(0))
        guard case .finished(let ending, let reply) = try step(flow, 0) else { throw Difference("no end") }
        return (ending, reply?.status)
    }

    private func step(_ flow: CreditFlow, _ now: Int) throws -> CreditStep {
        try flow.step(now: at(now), random: 1)
    }

    private func send(_ flow: CreditFlow, _ now: Int) throws -> FlowRequest {
        guard case .send(let request) = try step(flow, now) else { throw Difference("nothing to send") }
        return request
    }
}
