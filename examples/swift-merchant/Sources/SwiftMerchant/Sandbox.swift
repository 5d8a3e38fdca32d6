import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The sandbox's books, with which ours are compared.
struct SandboxBooks: Decodable {
    let bills: [Bill]
    let balances: [String: [String: String]]
    let totals: [String: String]
    let faultsServed: [String: Int]
    let webhooks: Webhooks

    struct Bill: Decodable {
        let refId: String
        let currency: String
        let totalAmount: Int64
        let settlements: Int
        let tranIds: [String]
    }

    struct Webhooks: Decodable {
        let pending: Int
    }
}

/// The sandbox's admin paths. A real service has none of them, so do not copy this file into your backend.
struct Sandbox {
    private let base: String

    init(_ address: String) {
        base = address
    }

    func sendWebhooks(to url: String, token: String) async throws {
        let endpoint = ["url": url, "variant": "merchant_proxy", "token": token]
        try await request("PUT", "/sandbox/webhook", JSONEncoder().encode(endpoint))
    }

    /// Scripts the faults of a file, if there is one, and counts them. Redirects point to another origin.
    func planFaults(_ file: URL?, redirectingTo otherOrigin: String) async throws -> Int {
        guard let file else { return 0 }
        let plan = try String(contentsOf: file, encoding: .utf8).replacing("{other_origin}", with: otherOrigin)
        try await request("POST", "/sandbox/faults", Data(plan.utf8))
        let faults = try JSONSerialization.jsonObject(with: Data(plan.utf8)) as? [String: [Any]]
        return (faults ?? [:]).values.map(\.count).reduce(0, +)
    }

    func books() async throws -> SandboxBooks {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try await decoder.decode(SandboxBooks.self, from: request("GET", "/sandbox/books"))
    }

    @discardableResult
    private func request(_ method: String, _ path: String, _ body: Data? = nil) async throws -> Data {
        guard let url = URL(string: base + path) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        let (answer, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(status) else {
            throw Trouble(description: "the sandbox answered \(status) to \(method) \(path)")
        }
        return answer
    }
}
