import Billwire
import Foundation
import Testing

@testable import SwiftMerchant

#if canImport(Glibc)
import Glibc
#endif

@Suite("Sending")
struct SendingTests {
    private let closeSocket: @Sendable (Int32) -> Void = { _ = close($0) }

    @Test("A request that the service has read was sent")
    func wasSent() async throws {
        let requests = Counter()
        // Keeps its connections open, and ends when it has read the second request.
        let address = try listen { connection, listener in
            while read(from: connection) != nil {
                guard requests.next() > 1 else {
                    _ = write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", to: connection)
                    continue
                }
                shutdown(listener, Int32(SHUT_RDWR))
                closeSocket(listener)
                break
            }
            closeSocket(connection)
        }
        let request = try request(to: address)
        #expect(try await send(request, .hurried).status == 200)
        await #expect(throws: URLError.self) { _ = try await send(request, .hurried) }
        #expect(requests.count == 2)
        await #expect(throws: NotSent.self) { _ = try await send(request, .hurried) }
    }

    @Test("An answer in many pieces has one time limit")
    func oneLimit() async throws {
        let address = try listen { connection, _ in
            _ = read(from: connection)
            _ = write("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n", to: connection)
            while write("x", to: connection) { Thread.sleep(forTimeInterval: 0.2) }
            closeSocket(connection)
        }
        let (request, started) = (try request(to: address), Date())
        await #expect(throws: URLError.self) { _ = try await send(request, .hurried) }
        #expect(Date().timeIntervalSince(started) < 5)
    }

    private func request(to address: String) throws -> HttpRequest {
        let biller = try Biller(
            config: BillerConfig(baseUrl: address, bearer: BearerToken(secret: "secret"), allowLoopbackHttp: true))
        return try biller.prepareOnboarding(request: Onboarding(supplierSyncCode: "SUB-1", name: "Shop")).request
    }

    /// Starts a service, and returns its address.
    private func listen(_ serve: @escaping @Sendable (Int32, _ listener: Int32) -> Void) throws -> String {
        let (listener, port) = try listenOnLoopback(0)
        Thread.detachNewThread {
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                Thread.detachNewThread { serve(connection, listener) }
            }
        }
        return "http://127.0.0.1:\(port)"
    }
}

private func write(_ text: String, to connection: Int32) -> Bool {
    let bytes = Array(text.utf8)
    return send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
}

private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0

    var count: Int { lock.withLock { value } }

    func next() -> Int {
        lock.withLock {
            value += 1
            return value
        }
    }
}
