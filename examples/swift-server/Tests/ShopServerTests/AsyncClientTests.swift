import AsyncHTTPClient
import Billwire
import Foundation
import ShopServer
import Testing

/// Over real connections to a server on bare sockets.
@Suite("Sender over AsyncHTTPClient", .serialized)
struct AsyncClientTests {
    private static let settled = #"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#

    private let server: RawServer

    init() throws {
        server = try RawServer { _ in .answer(200, Self.settled) }
    }

    @Test("The exact text and headers are sent")
    func exact() async throws {
        let call = try settle(bill)
        guard case .settled = try await sending({ try await $0.send(call) }) else { throw Difference("not settled") }
        let (request, sent) = (call.request(), try #require(server.received.first))
        #expect(sent.body == request.body?.text && sent.head.hasPrefix("POST "))
        for header in request.headers { #expect(sent.head.contains("\(header.name): \(header.value.text)")) }
        let verification = try biller(server.url).prepareOperation(
            operation: .getListBills, request: UntypedRequest(path: "/bills", authentication: .bearer))
        let answer = try await sending { try await $0.send(verification) }
        #expect(answer.status == 200)
    }

    /// On Linux, the first of them ends a process that sends over `URLSession`.
    @Test("An answer that breaks off, or is late or too long, may have arrived")
    func perhapsSent() async throws {
        let ends: [RawServer.Response] = [
            .cut(after: "HTTP/1.1 200 OK\r\nContent-"), .cut(), .reset, .cut(after: "220 mail.example ready\r\n\r\n"),
            .cut(after: "HTTP/1.1 100 Continue\r\n\r\n"), .cut(after: "\0\u{1}\r\n\r\n"),
            .cut(after: "HTTP/1.1 200 OK\r\nX-A: " + String(repeating: "a", count: 300_000)),
            .cut(after: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"), .silence(),
            .cut(after: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{"),
            .silence(after: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"), .endless,
        ]
        for end in ends {
            server.restart { _ in end }
            let error = try await failure(timeout: .seconds(2), maxBytes: 100_000)
            #expect(error.nextStep() == .verifyFirst, "\(end)")
            #expect(server.received.count == 1, "\(end)")
        }
    }

    @Test("A pooled connection that is cut received the settlement once")
    func pooled() async throws {
        let answers = [RawServer.Response.answer(200, Self.settled), .cut(), .reset]
        for end in answers.dropFirst() {
            server.restart { [server] _ in server.received.count == 1 ? answers[0] : end }
            try await sending { sender in
                _ = try await sender.send(settle(bill))
                let error = try await Self.failure(of: { _ = try await sender.send(settle(bill)) })
                #expect(error.nextStep() == .verifyFirst)
            }
            #expect(server.received.count == 2)
        }
    }

    @Test("A request that never left may be sent again", arguments: ["closed", "nobody.invalid"])
    func notSent(_ place: String) async throws {
        server.stop()
        let call = try biller(place == "closed" ? server.url : "https://\(place)").prepareSettlement(bill: bill)
        try await sending { sender in
            for _ in 1...2 {
                let error = try await Self.failure(of: { _ = try await sender.send(call) })
                #expect(error.nextStep() == .sendAgain)
            }
        }
    }

    @Test("A settlement's call is sent once")
    func once() async throws {
        let call = try settle(bill)
        try await sending { sender in
            _ = try await sender.send(call)
            let error = try await Self.failure(of: { _ = try await sender.send(call) })
            #expect(error.code() == .alreadySent && error.nextStep() == .verifyFirst)
        }
        #expect(server.received.count == 1)
    }

    @Test("A settlement of a flow does not leave once it is late, and leaves once")
    func late() async throws {
        let flow = try SettlementFlow(biller: biller(server.url), bill: bill)
        _ = try flow.step(now: at(0), random: 1)
        try flow.loaded(record: nil, now: at(0))
        _ = try flow.step(now: at(0), random: 1)
        try flow.saved(revision: 1)
        guard case .send(let request) = try flow.step(now: at(0), random: 1) else { throw Difference("no request") }
        let until = try #require(request.sendBefore)
        let clock = Clock([until.addingTimeInterval(-1), until])
        try await sending(now: clock.next) { sender in
            await #expect(throws: NotSent.self) { try await sender.send(request) }
        }
        #expect(server.received.isEmpty)
        try await sending(now: { at(0) }) { sender in
            let answer = try await sender.send(request)
            #expect(answer.status == 200)
            await #expect(throws: (any Error).self) { try await sender.send(request) }
        }
        #expect(server.received.count == 1)
    }

    @Test("No status and no redirect is sent again")
    func statuses() async throws {
        let stranger = try RawServer { _ in .answer(200, Self.settled) }
        for status in [301, 302, 303, 307, 308, 401, 408, 421, 429, 503] {
            let headers = "Retry-After: 7\r\nLocation: \(stranger.url)/elsewhere\r\n"
            server.restart { _ in .answer(status, "", headers: headers) }
            #expect(try await failure().httpStatus() == status)
            #expect(server.received.count == 1, "\(status)")
        }
        #expect(stranger.received.isEmpty)
    }

    @Test("A cancelled task ends the attempt at once")
    func cancelled() async throws {
        server.restart { _ in .silence(after: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{") }
        let task = Task { try await failure(timeout: .seconds(60)) }
        while server.received.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        #expect(try await task.value.nextStep() == .verifyFirst)
    }

    private func settle(_ bill: Settlement) throws -> SettlementCall {
        try biller(server.url).prepareSettlement(bill: bill)
    }

    private func failure(timeout: Duration = .seconds(10), maxBytes: Int = 1_048_576) async throws -> BillwireError {
        try await sending(timeout: timeout, maxBytes: maxBytes) { sender in
            try await Self.failure(of: { _ = try await sender.send(settle(bill)) })
        }
    }

    private static func failure(of work: () async throws -> Void) async throws -> BillwireError {
        do {
            try await work()
        } catch let error as BillwireError {
            return error
        }
        throw Difference("the settlement did not fail")
    }

    /// Gives a sender to `work`, and shuts its client down.
    private func sending<Result>(
        timeout: Duration = .seconds(10), maxBytes: Int = 1_048_576,
        now: @escaping @Sendable () -> Date = { Date() }, _ work: (HttpSender) async throws -> Result
    ) async throws -> Result {
        let client = AsyncClient(timeout: timeout, maxBytes: maxBytes)
        do {
            let result = try await work(HttpSender(over: client, now: now))
            try await client.shutdown()
            return result
        } catch {
            try await client.shutdown()
            throw error
        }
    }
}

private let bill = Settlement(
    refId: "INV-1", date: at(1_769_878_800), dueDate: at(1_772_298_000), currency: "KHR", totalAmount: 40_000,
    customerSyncCode: "C-1", settlementTo: "S-1")

private func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

private func biller(_ url: String) throws -> Biller {
    let lookup = SettlementLookup(identityCode: "ref_id", purposeOfTransaction: "ref_id")
    return try Biller(
        config: BillerConfig(
            baseUrl: url, bearer: BearerToken(secret: "test-bearer"),
            verificationToken: VerificationToken(secret: "test-verification"),
            hashToken: HashToken(secret: "test-hash-key"), allowLoopbackHttp: true,
            profile: WireProfile(settlementLookup: lookup)))
}

/// Clock that shows one time after the other, and the last one from then on.
private final class Clock: @unchecked Sendable {
    private let lock = NSLock()
    private var times: [Date]

    init(_ times: [Date]) {
        self.times = times
    }

    @Sendable func next() -> Date {
        lock.withLock { times.count > 1 ? times.removeFirst() : times[0] }
    }
}
