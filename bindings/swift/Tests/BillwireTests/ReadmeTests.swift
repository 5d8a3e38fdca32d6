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

    /// Lines without their indentation, which differs: the README has no function around its examples.
    private func lines(of text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
