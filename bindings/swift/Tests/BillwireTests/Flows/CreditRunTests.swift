import Billwire
import Foundation
import Testing

@Suite("Credit run")
struct CreditRunTests {
    private struct Lost: Error {}
    private static let expected = Expectation(
        identityCode: "INV-1", purposeOfTransaction: "INV-1", currency: "KHR", amount: 40_000)
    private static let policy = CreditPolicy(attempts: 2, pauseMs: 10, longestPauseMs: 40)

    @Test("A run asks again, waits as the service asks, and credits an unpaid bill")
    func credits() async throws {
        let host = Caller(
            { _ in HttpAnswer(status: 503, body: Data(), retryAfterMs: 700) }, { _ in answer(Sample.found) })
        let flow = try CreditFlow.ofBill(
            biller: Sample.biller(), bill: Self.expected, transactions: [], policy: Self.policy)
        let (ending, reply) = try await flow.run(
            send: host.send,
            credit: { confirmed in
                #expect(confirmed.claimKey() == "T-1" && confirmed.amount() == 40_000)
                return .credited
            }, review: { _ in false }, sleep: host.sleep, now: { host.now }, random: { 1 })
        guard case .credited(let confirmed) = ending, reply == nil else { throw Difference("\(ending)") }
        #expect(confirmed.transaction().tranAmount == 40_000 && host.sent.count == 2 && host.slept == [700])
    }

    @Test("A webhook that comes twice is credited once, and its reply is of the flow")
    func webhooks() async throws {
        var books: [BookedTransaction] = []
        for _ in 1...2 {
            let host = Caller({ _ in answer(Sample.found) })
            let (_, reply) = try await ofEvent(transactions: books).run(
                send: host.send,
                credit: { confirmed in
                    books.append(
                        BookedTransaction(claimKey: confirmed.claimKey(), state: .credited, amount: confirmed.amount()))
                    return .credited
                }, review: { _ in false }, now: { host.now })
            #expect(reply?.status == 200)
        }
        #expect(books.map(\.claimKey) == ["T-1"])
    }

    @Test("If credit throws, the run throws; a lost verification is no answer")
    func failures() async throws {
        let host = Caller({ _ in answer(Sample.found) }, { _ in throw Lost() })
        await #expect(throws: Lost.self) {
            _ = try await ofEvent().run(
                send: host.send, credit: { _ in throw Lost() }, review: { _ in false }, now: { host.now })
        }
        let (ending, reply) = try await ofEvent().run(
            send: host.send, credit: { _ in .credited }, review: { _ in false }, now: { host.now })
        guard case .unconfirmed(let error) = ending else { throw Difference("\(ending)") }
        #expect(error.nextStep() == .verifyAgain && reply?.status == 503)
    }

    @Test("What a person must see is stored, and is not told again")
    func reviews() async throws {
        let other = BookedTransaction(claimKey: "T-0", state: .credited, amount: 40_000)
        let host = Caller({ _ in answer(Sample.found) }, { _ in answer(Sample.found) })
        var stored: [CreditReview] = []
        let (_, reply) = try await ofEvent(transactions: [other]).run(
            send: host.send, credit: { _ in .credited },
            review: { review in
                stored.append(review)
                return true
            }, now: { host.now })
        let held = BookedTransaction(claimKey: "T-1", state: .held, amount: 40_000)
        #expect(stored.map(\.name) == ["paidTwice"] && stored.map(\.booked) == [held] && reply?.status == 200)
        let (ending, _) = try await CreditFlow.ofPayment(
            biller: Sample.biller(), bill: Self.expected, transaction: held, transactions: [other]
        ).run(send: host.send, credit: { _ in .credited }, review: { _ in false }, now: { host.now })
        guard case .nothingToCredit = ending else { throw Difference("\(ending)") }
    }

    private func ofEvent(transactions: [BookedTransaction] = []) throws -> CreditFlow {
        let event = try WebhookReceiver.merchantProxy(tokens: [WebhookToken(secret: "secret-token")]).receive(
            headers: ["Token": ["secret-token"]],
            body: Data(#"{"tran_id":"T-1","status":"success","identity_code":"INV-1"}"#.utf8))
        return try .ofEvent(
            biller: Sample.biller(), event: event, bill: Self.expected, transactions: transactions, now: at(0),
            policy: Self.policy)
    }
}
