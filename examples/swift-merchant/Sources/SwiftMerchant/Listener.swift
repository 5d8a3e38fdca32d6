// A minimal HTTP server for webhooks on this machine, because no package for it can be fetched here. In production, use
// a server framework; it must give the same `Request`.
import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// A received request: header names in any case, each with all its values, and the raw body.
struct Request: Sendable {
    let method: String
    let path: String
    let headers: [String: [String]]
    let body: Data
}

/// A response.
struct Answer: Sendable {
    let status: Int
    var headers: [String: String] = [:]
    var body = Data()

    fileprivate var bytes: Data {
        let own = ["Content-Length": "\(body.count)", "Connection": "close"]
        let lines = headers.merging(own) { $1 }.map { "\($0): \($1)\r\n" }.joined()
        return Data("HTTP/1.1 \(status) \r\n\(lines)\r\n".utf8) + body
    }
}

/// Listens on 127.0.0.1, with one request per connection.
final class Listener: Sendable {
    let address: String
    private let socket: Int32

    /// Port 0 selects a free one.
    init(port: UInt16 = 0, _ handle: @escaping @Sendable (Request) async -> Answer) throws {
        let (socket, port) = try listenOnLoopback(port)
        self.socket = socket
        address = "http://127.0.0.1:\(port)"
        Thread.detachNewThread {
            while let connection = nextConnection(on: socket) {
                DispatchQueue.global().async { serve(connection, handle) }
            }
        }
    }

    func close() {
        shutdown(socket, Int32(SHUT_RDWR))
        closeSocket(socket)
    }
}

private let closeSocket: @Sendable (Int32) -> Void = { _ = close($0) }

/// Waits for the next connection. Returns nil when the socket is closed.
private func nextConnection(on socket: Int32) -> Int32? {
    while true {
        let connection = accept(socket, nil, nil)
        if connection >= 0 { return connection }
        if [EBADF, EINVAL].contains(errno) { return nil }
        usleep(10_000)  // a caller that hung up, or too many open files for the moment
    }
}

func listenOnLoopback(_ port: UInt16) throws -> (socket: Int32, port: UInt16) {
    #if canImport(Glibc)
    let stream = Int32(SOCK_STREAM.rawValue)
    #else
    let stream = SOCK_STREAM
    #endif
    let listener = socket(AF_INET, stream, 0)
    // The connections of an ended process would otherwise keep its port for a minute.
    var isReused: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutableBytes(of: &address) { bytes in
        guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
        return bind(listener, address, length) == 0 && listen(listener, 64) == 0
            && getsockname(listener, address, &length) == 0
    }
    guard isListening else {
        throw Trouble(description: "cannot listen on 127.0.0.1:\(port): \(String(cString: strerror(errno)))")
    }
    return (listener, UInt16(bigEndian: address.sin_port))
}

private func serve(_ connection: Int32, _ handle: @escaping @Sendable (Request) async -> Answer) {
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard let request = read(from: connection) else {
        respond(Answer(status: 400), on: connection)
        return
    }
    Task { respond(await handle(request), on: connection) }
}

private let mostBytesOfHead = 16 << 10
/// More than billwire's receiver accepts, so that billwire refuses a body that is too large.
private let mostBytesOfBody = 1 << 20

func read(from connection: Int32) -> Request? {
    var received = Data()
    let end = Data("\r\n\r\n".utf8)
    while received.range(of: end) == nil {
        guard received.count < mostBytesOfHead, readMore(&received, from: connection) else { return nil }
    }
    guard let head = received.range(of: end) else { return nil }
    let lines = String(decoding: received[..<head.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let start = lines[0].split(separator: " ")
    var headers: [String: [String]] = [:]
    for line in lines.dropFirst() {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        headers[String(line[..<colon]), default: []].append(value)
    }
    let lengths = headers.filter { $0.key.lowercased() == "content-length" }.values.flatMap { $0 }
    guard start.count == 3, lengths.count <= 1, let length = Int(lengths.first ?? "0"),
        (0...mostBytesOfBody).contains(length)
    else { return nil }
    var body = Data(received[head.upperBound...])
    while body.count < length { guard readMore(&body, from: connection) else { return nil } }
    return Request(method: String(start[0]), path: String(start[1]), headers: headers, body: body)
}

private func readMore(_ data: inout Data, from connection: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 8 << 10)
    let count = recv(connection, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    data.append(contentsOf: buffer[..<count])
    return true
}

private func respond(_ answer: Answer, on connection: Int32) {
    var rest = answer.bytes[...]
    while !rest.isEmpty {
        let sent = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard sent > 0 else { break }
        rest = rest.dropFirst(sent)
    }
    closeSocket(connection)
}
