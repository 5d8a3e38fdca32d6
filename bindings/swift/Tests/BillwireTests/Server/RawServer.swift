import Foundation

/// A server on bare sockets, which counts the requests that it has read to their end.
final class RawServer: @unchecked Sendable {
    struct Received: Sendable {
        let head: String
        let body: String
        /// Number of the connection, from 1.
        let connection: Int

        var isSettlement: Bool { head.contains("push_bill_with_payment") }
    }

    /// Answer to a request, or its lack.
    enum Response: Sendable {
        case answer(Int, String, headers: String = "")
        /// Writes a text, and closes the connection.
        case cut(after: String = "")
        /// Resets the connection.
        case reset
        /// Writes a text, and says no more.
        case silence(after: String = "")
        /// Sends bytes until the other side closes the connection.
        case endless
    }

    typealias Respond = @Sendable (Received) -> Response

    let port: UInt16
    private let listener: Int32
    private let lock = NSLock()
    private var all: [Received] = []
    private var respond: Respond
    private var connections = 0
    private var open: [Int32] = []

    init(_ respond: @escaping Respond) throws {
        (listener, port) = try listenOnLoopback()
        self.respond = respond
        Thread.detachNewThread {
            while case let connection = accept(self.listener, nil, nil), connection >= 0 {
                let number = self.lock.withLock {
                    self.connections += 1
                    self.open.append(connection)
                    return self.connections
                }
                Thread.detachNewThread { self.serve(connection, number) }
            }
        }
    }

    var url: String { "http://127.0.0.1:\(port)" }
    var received: [Received] { lock.withLock { all } }

    /// Forgets what was received, and answers by another function.
    func restart(_ respond: @escaping Respond) {
        lock.withLock {
            all = []
            self.respond = respond
        }
    }

    func stop() {
        lock.withLock { (open + [listener]).forEach { shutdown($0, Int32(SHUT_RDWR)) } }
        close(listener)
    }

    private func serve(_ connection: Int32, _ number: Int) {
        defer { close(connection) }
        var rest = Data()
        while let (head, body) = readRequest(&rest, from: connection) {
            let request = Received(head: head, body: body, connection: number)
            let respond = lock.withLock {
                all.append(request)
                return self.respond
            }
            switch respond(request) {
            case .answer(let status, let body, let headers):
                let length = "Content-Length: \(body.utf8.count)\r\n"
                write("HTTP/1.1 \(status) Status\r\n\(length)\(headers)\r\n\(body)", to: connection)
            case .cut(let text):
                write(text, to: connection)
                shutdown(connection, Int32(SHUT_RDWR))
                return
            case .reset:
                var now = linger(l_onoff: 1, l_linger: 0)
                setsockopt(connection, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
                return
            case .silence(let text): write(text, to: connection)
            case .endless:
                write("HTTP/1.1 200 OK\r\n\r\n", to: connection)
                let chunk = String(repeating: " ", count: 65_536)
                while write(chunk, to: connection) {}
                return
            }
        }
    }
}

private func listenOnLoopback() throws -> (socket: Int32, port: UInt16) {
    #if canImport(Glibc)
    let stream = Int32(SOCK_STREAM.rawValue)
    #else
    let stream = SOCK_STREAM
    #endif
    let listener = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutableBytes(of: &address) { bytes in
        guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
        return bind(listener, address, length) == 0 && listen(listener, 64) == 0
            && getsockname(listener, address, &length) == 0
    }
    guard isListening else { throw Difference("cannot listen on 127.0.0.1") }
    return (listener, UInt16(bigEndian: address.sin_port))
}

private func readRequest(_ received: inout Data, from connection: Int32) -> (head: String, body: String)? {
    let end = Data("\r\n\r\n".utf8)
    while received.range(of: end) == nil {
        guard readMore(&received, from: connection) else { return nil }
    }
    guard let gap = received.range(of: end) else { return nil }
    let head = String(decoding: received[..<gap.lowerBound], as: UTF8.self)
    let fields = head.lowercased().components(separatedBy: "\r\n").filter { $0.hasPrefix("content-length:") }
    let length = fields.first.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
    var rest = Data(received[gap.upperBound...])
    while rest.count < length { guard readMore(&rest, from: connection) else { return nil } }
    received = Data(rest.dropFirst(length))
    return (head, String(decoding: rest.prefix(length), as: UTF8.self))
}

private func readMore(_ data: inout Data, from connection: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 8 << 10)
    let count = recv(connection, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    data.append(contentsOf: buffer[..<count])
    return true
}

/// Whether the other side took the text.
@discardableResult
private func write(_ text: String, to connection: Int32) -> Bool {
    var rest = Data(text.utf8)[...]
    while !rest.isEmpty {
        let sent = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard sent > 0 else { return false }
        rest = rest.dropFirst(sent)
    }
    return true
}
