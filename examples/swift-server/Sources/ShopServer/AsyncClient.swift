// Sends the requests of billwire over AsyncHTTPClient. Copy this file into your server.
import AsyncHTTPClient
import Billwire
import Foundation
import NIOCore
import NIOHTTP1

/// AsyncHTTPClient for ``HttpSender``: `HttpSender(over: AsyncClient())`. One serves all requests of a program.
public struct AsyncClient: HttpClient {
    private let client: HTTPClient
    private let timeout: Duration
    private let maxBytes: Int

    /// Creates a client, which you shut down at the end of the program.
    ///
    /// - Parameters:
    ///   - configuration: Settings such as a proxy or certificates. The client follows no redirect, whatever they say.
    ///   - timeout: Time for a whole attempt, to the last byte of the answer. For a flow, it is shorter than
    ///     `inFlightMs` of the policy.
    ///   - maxBytes: Largest body of an answer.
    public init(
        configuration: HTTPClient.Configuration = .init(), timeout: Duration = .seconds(30), maxBytes: Int = 1_048_576
    ) {
        var configuration = configuration
        configuration.redirectConfiguration = .disallow
        // A refused connection is reported at once.
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        self.timeout = timeout
        self.maxBytes = maxBytes
    }

    /// Ends all connections.
    public func shutdown() async throws {
        try await client.shutdown()
    }

    public func answer(to request: HttpRequest, departure: Departure) async throws -> HttpAnswer {
        // The deadline of AsyncHTTPClient ends at the head of the answer.
        try await withThrowingTaskGroup(of: HttpAnswer.self) { group in
            group.addTask { try await exchange(request, departure) }
            group.addTask {
                try await Task.sleep(for: timeout)
                throw HTTPClientError.deadlineExceeded
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() else { throw CancellationError() }
            return answer
        }
    }

    private func exchange(_ request: HttpRequest, _ departure: Departure) async throws -> HttpAnswer {
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = HTTPMethod(rawValue: request.method.description)
        for header in request.headers { outgoing.headers.add(name: header.name, value: header.value.text) }
        if let body = request.body {
            let bytes = ByteBuffer(string: body.text)
            let length = Int64(bytes.readableBytes)
            outgoing.body = .stream(DepartingBody(bytes: bytes, departure: departure), length: .known(length))
        } else {
            try departure.leave()
        }
        let answer = try await client.execute(outgoing, deadline: .distantFuture)
        let body = try await answer.body.collect(upTo: maxBytes)
        // A cancelled task may have seen only a part of it.
        try Task.checkCancellation()
        return HttpAnswer(status: Int(answer.status.code), body: Data(body.readableBytesView)) {
            answer.headers.first(name: $0)
        }
    }
}

/// Body that is asked for once its connection is made and its head is written. AsyncHTTPClient never repeats it.
private struct DepartingBody: AsyncSequence, Sendable {
    let bytes: ByteBuffer
    let departure: Departure

    func makeAsyncIterator() -> Iterator { Iterator(rest: bytes, departure: departure) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var rest: ByteBuffer?
        fileprivate let departure: Departure

        mutating func next() async throws -> ByteBuffer? {
            guard let bytes = rest else { return nil }
            rest = nil
            try departure.leave()
            return bytes
        }
    }
}
