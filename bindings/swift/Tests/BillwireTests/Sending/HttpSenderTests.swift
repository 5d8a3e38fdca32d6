import Foundation
import Testing

@testable import Billwire

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Over real connections to a server on bare sockets.
@Suite("HTTP sender", .serialized)
struct HttpSenderTests {
    private static let settled = #"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#
    private static let success: RawServer.Respond = { request in
        .answer(200, request.isSettlement ? settled : String(decoding: Sample.found, as: UTF8.self))
    }

    private static func flow(_ url: String) throws -> SettlementFlow {
        let policy = SettlementPolicy(pauseMs: 10, longestPauseMs: 10, inFlightMs: 50)
        return try SettlementFlow(biller: Sample.biller(url), bill: bill, policy: policy)
    }

    private let attempts = Attempts()

    @Test("A cut connection received the settlement once")
    func cutConnection() async throws {
        let (server, sender) = (try RawServer(Self.success), sender())
        let settle = {
            let (flow, host) = (try Self.flow(server.url), Caller())
            return try await flow.run(load: host.load, save: host.save, send: sender.send, control: host.control)
        }
        guard case .ended(.settled(.answer, _)) = try await settle() else { throw Difference("not settled") }
        for end in [RawServer.Response.cut(), .reset] {
            server.restart { $0.isSettlement ? end : Self.success($0) }
            guard case .ended(.settled(.verification, _)) = try await settle() else { throw Difference("not settled") }
            #expect(server.received.map(\.isSettlement) == [true, false])
        }
    }

    @Test("A shared session sends once, a repetition twice")
    func sharedSession() async throws {
        let server = try RawServer(Self.success)
        let request = try URLRequest(Sample.biller(server.url).prepareSettlement(bill: bill).request())
        _ = try await URLSession.shared.data(for: request)
        server.restart { _ in .cut() }
        await #expect(throws: (any Error).self) { try await URLSession.shared.data(for: request) }
        #expect(server.received.map(\.connection) == [1], "it was pooled")
        await #expect(throws: (any Error).self) { try await URLSession.shared.data(for: request) }
        #expect(server.received.count == 2)
    }

    @Test("The exact text and headers are sent")
    func exact() async throws {
        let server = try RawServer(Self.success)
        let call = try Sample.biller(server.url).prepareSettlement(bill: bill { $0.description = "ទឹក 😀 " })
        guard case .settled = try await sender().send(call) else { throw Difference("not settled") }
        let (request, sent) = (call.request(), try #require(server.received.first))
        #expect(sent.body == request.body?.text)
        for header in request.headers { #expect(sent.head.contains("\(header.name): \(header.value.text)")) }
        #expect(attempts.all.map(\.status) == [200] && attempts.all[0].operation == .settlement)
        #expect(attempts.all[0].nextStep == nil && attempts.all[0].code == nil && attempts.all[0].cause == nil)
    }

    @Test("Every kind of call is decoded")
    func kinds() async throws {
        let (server, sender) = (try RawServer(Self.success), sender())
        let by = try Sample.biller(server.url)
        guard case .settled = try await sender.send(by.prepareSettlementLookup(bill: bill)) else {
            throw Difference("not found")
        }
        let search = Verification(identityCode: "INV-1", purposeOfTransaction: "INV-1")
        #expect(try await sender.send(by.prepareVerification(request: search)).data.tranId == "T-1")
        let event = try WebhookReceiver.checkout().receive(headers: [:], body: Data(#"{"tran_id":"T-1"}"#.utf8))
        let expected = Expectation(
            identityCode: "INV-1", purposeOfTransaction: "INV-1", currency: "KHR", amount: 40_000)
        guard case .confirmed = try await sender.send(event.confirm(biller: by, expectation: expected)) else {
            throw Difference("not confirmed")
        }
        server.restart { _ in .answer(200, #"{"code":"000"}"#) }
        let request = UntypedRequest(path: "/bills", authentication: .bearer)
        #expect(try await sender.send(by.prepareOperation(operation: .getListBills, request: request)).status == 200)
        #expect(try await sender.send(by.prepareOnboarding(request: shop)).response.code == "000")
    }

    @Test("A request that never left may be sent again", arguments: ["closed", "nobody.invalid"])
    func notSent(_ place: String) async throws {
        let server = try RawServer(Self.success)
        server.stop()
        let url = place == "closed" ? server.url : "https://\(place)"
        let error = try await failure(of: sender(), at: url)
        #expect(error.nextStep() == .sendAgain)
        #expect(attempts.all.count == 1 && attempts.all[0].cause is URLError)
    }

    @Test("An error of the program's own URLProtocol proves nothing")
    func foreignProtocol() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [Unreachable.self]
        let error = try await failure(of: HttpSender(configuration: configuration), at: "https://service.example")
        #expect(error.nextStep() == .verifyFirst)
    }

    @Test("Without an answer, the settlement may have arrived")
    func perhapsSent() async throws {
        let (server, sender) = (try RawServer(Self.success), sender(timeout: 2, maxBytes: 100_000))
        let ends: [RawServer.Response] = [
            .cut(), .reset, .cut(after: "220 mail.example ready\r\n\r\n"),
            .cut(after: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"), .silence(),
            .silence(after: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"), .endless,
        ]
        for end in ends {
            server.restart { _ in end }
            let error = try await failure(of: sender, at: server.url)
            #expect(error.nextStep() == .verifyFirst, "\(end)")
            #expect(server.received.count == 1, "\(end)")
        }
        #expect(!"\(attempts.all)".contains("test-"))
    }

    @Test("No status and no redirect is sent again")
    func statuses() async throws {
        let (server, stranger) = (try RawServer(Self.success), try RawServer(Self.success))
        for status in [301, 302, 303, 307, 308, 400, 401, 408, 421, 429, 500, 503] {
            let headers = "Retry-After: 7\r\nLocation: \(stranger.url)/elsewhere\r\n"
            server.restart { _ in .answer(status, "", headers: headers) }
            _ = try await failure(of: sender(), at: server.url)
            #expect(server.received.count == 1, "\(status)")
            #expect(attempts.all.last?.status == status && attempts.all.last?.retryAfter == 7)
        }
        #expect(stranger.received.isEmpty)
    }

    @Test("A settlement's call is sent once, by any sender, unless nothing has happened")
    func once() async throws {
        let server = try RawServer { _ in .answer(429, "") }
        let call = try Sample.biller(server.url).prepareSettlement(bill: bill)
        for _ in 1...2 {
            let early = try await failure { _ = try await sender().send(call) }
            #expect(early.nextStep() == .sendAgain)
        }
        server.restart(Self.success)
        guard case .settled = try await sender().send(call) else { throw Difference("not settled") }
        for _ in 1...2 {
            let again = try await failure { _ = try await sender().send(call) }
            #expect(again.code() == .alreadySent && again.nextStep() == .verifyFirst)
        }
        #expect(server.received.count == 1 && attempts.all.last?.code == .alreadySent)
        let onboarding = try Sample.biller(server.url).prepareOnboarding(request: shop)
        server.restart { _ in .answer(200, #"{"code":"000"}"#) }
        for _ in 1...2 { _ = try await sender().send(onboarding) }
    }

    @Test("A settlement is not sent late nor twice, and its answer brings Retry-After")
    func late() async throws {
        let server = try RawServer { _ in .answer(503, "", headers: "Retry-After: 7\r\n") }
        let flow = try SettlementFlow(biller: Sample.biller(server.url), bill: bill, policy: Sample.policy)
        #expect(try flow.step(now: at(0), random: 1) == .load)
        try flow.loaded(record: nil, now: at(0))
        _ = try flow.step(now: at(0), random: 1)
        try flow.saved(revision: 1)
        guard case .send(let request) = try flow.step(now: at(0), random: 1) else {
            throw Difference("nothing to send")
        }
        await #expect(throws: NotSent.self) { try await sender(now: at(50)).send(request) }
        #expect(server.received.isEmpty && attempts.all.count == 1)
        #expect("\(try #require(attempts.all[0].cause))".contains("too late"))
        let busy = HttpAnswer(status: 503, body: Data(), retryAfterMs: 7_000)
        let inTime = sender(now: at(49))
        #expect(try await inTime.send(request) == busy)
        await #expect(throws: (any Error).self) { try await inTime.send(request) }
        #expect(server.received.count == 1)
    }

    @Test("A cancelled task ends the attempt at once")
    func cancelled() async throws {
        let (server, sender) = (try RawServer { _ in .silence() }, sender(timeout: 60))
        let call = try Sample.biller(server.url).prepareSettlement(bill: bill)
        let task = Task { try await sender.send(call) }
        while server.received.isEmpty { try await Task.sleep(nanoseconds: 1_000_000) }
        task.cancel()
        await #expect(throws: BillwireError.self) { _ = try await task.value }
        #expect(attempts.all.first?.cause is CancellationError)
    }

    @Test("A cancelled run ends at once, and its record is in doubt")
    func cancelledRun() async throws {
        let (server, sender, host) = (try RawServer { _ in .silence() }, sender(timeout: 60), Caller())
        let flow = try Self.flow(server.url)
        let task = Task {
            try await flow.run(load: host.load, save: host.save, send: sender.send, control: host.control)
        }
        while server.received.isEmpty { try await Task.sleep(nanoseconds: 1_000_000) }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        #expect(host.states.last == .open && server.received.count == 1)
    }

    @Test("Retry-After counts seconds, or by a date")
    func waits() {
        let (now, later) = (at(1_769_860_800_000), "Sat, 31 Jan 2026 12:00:05 GMT")
        #expect(retryAfter(" 120", nil, now: now) == 120 && retryAfter("0", nil, now: now) == 0)
        #expect(retryAfter(later, nil, now: now) == 5)
        #expect(retryAfter(later, "Sat, 31 Jan 2026 12:00:02 GMT", now: now) == 3)
        #expect(retryAfter("Sat, 31 Jan 2026 11:00:00 GMT", nil, now: now) == 0)
        for wrong in [nil, "", "-1", "1.5", "1000000000", "soon", "2026-01-31T12:00:05Z"] {
            #expect(retryAfter(wrong, nil, now: now) == nil)
        }
    }

    private func sender(timeout: TimeInterval = 10, maxBytes: Int = 1_048_576, now: Date? = nil) -> HttpSender {
        HttpSender(
            timeout: timeout, maxBytes: maxBytes, onAttempt: { [attempts] in attempts.add($0) }, now: { now ?? Date() })
    }

    /// Error of a settlement that is sent to an address.
    private func failure(of sender: HttpSender, at url: String) async throws -> BillwireError {
        try await failure { _ = try await sender.send(Sample.biller(url).prepareSettlement(bill: bill)) }
    }

    private func failure(of work: () async throws -> Void) async throws -> BillwireError {
        do {
            try await work()
        } catch let error as BillwireError {
            return error
        }
        throw Difference("the settlement did not fail")
    }
}

/// Says of every request that no connection was made.
private final class Unreachable: URLProtocol, @unchecked Sendable {
    override class func canInit(with _: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func startLoading() { client?.urlProtocol(self, didFailWithError: URLError(.cannotConnectToHost)) }
    override func stopLoading() {}
}

/// Attempts that a sender reported.
private final class Attempts: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [Attempt] = []

    var all: [Attempt] { lock.withLock { list } }

    func add(_ attempt: Attempt) {
        lock.withLock { list.append(attempt) }
    }
}
