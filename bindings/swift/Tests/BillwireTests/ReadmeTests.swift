import Billwire
import Foundation
import Testing

@testable import Quickstart

@Suite("README")
struct ReadmeTests {
    @Test(
        "Every example of the documentation compiles",
        arguments: ["README.md", "Sources/Billwire/Billwire.docc/SettleAndReceive.md"])
    func snippets(page: String) throws {
        let package = project.appendingPathComponent("bindings/swift")
        let read = { try lines(of: String(contentsOf: package.appendingPathComponent($0), encoding: .utf8)) }
        let sources = ["Tests/BillwireTests/ReadmeSnippets.swift", "Tests/Quickstart/Quickstart.swift"]
        let (text, compiled) = try (read(page), sources.flatMap(read))
        let blocks = text.split(separator: "```swift").dropFirst().map { $0.prefix { $0 != "```" } }
        #expect(blocks.count > 2)
        for block in blocks {
            let isThere = compiled.indices.contains { compiled[$0...].starts(with: block) }
            #expect(isThere, "\(block.joined(separator: "\n"))")
        }
    }

    @Test("The quickstart credits once")
    func quickstart() throws {
        let shop = try Shop()
        try shop.run()
        #expect(Array(shop.credits.values) == ["INV-0001"])
    }

    @Test("It shows the sandbox's credentials")
    func credentials() throws {
        let read = { try String(contentsOf: project.appendingPathComponent($0), encoding: .utf8) }
        let readme = try read("bindings/swift/README.md")
        let shown = try read("wasm/npm/cli/credentials.js").matches(of: /"(sandbox-[a-z-]+)"/).map(\.output.1)
        #expect(shown.count == 4 && shown.allSatisfy { readme.contains($0) })
        #expect(try ofTheSandbox().warnings().isEmpty)
    }

    @Test("A server answers a webhook")
    func server() async throws {
        let receiver = try WebhookReceiver.merchantProxy(tokens: [WebhookToken(secret: "token")])
        let answer = { (token: String, reply: Reply?) in
            try await received(["Token": [token]], Data("{}".utf8), by: receiver, credit: { _ in reply }).status
        }
        #expect(try await answer("another", nil) == 401)
        #expect(try await answer("token", nil) == 503)
        #expect(try await answer("token", Reply(status: 200, headers: [:], body: "")) == 200)
    }

    /// Lines without their indentation, which differs: the README has no function around its examples.
    private func lines(of text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
