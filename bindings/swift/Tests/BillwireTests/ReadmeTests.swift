import Foundation
import Testing

@Suite("README")
struct ReadmeTests {
    @Test("Its Swift compiles: line by line it stands in ReadmeSnippets.swift")
    func snippets() throws {
        let package = project.appendingPathComponent("bindings/swift")
        let read = { try lines(of: String(contentsOf: package.appendingPathComponent($0), encoding: .utf8)) }
        let (readme, compiled) = try (read("README.md"), read("Tests/BillwireTests/ReadmeSnippets.swift"))
        let blocks = readme.split(separator: "```swift").dropFirst().map { $0.prefix { $0 != "```" } }
        #expect(blocks.count > 2)
        for block in blocks {
            let isThere = compiled.indices.contains { compiled[$0...].starts(with: block) }
            #expect(isThere, "\(block.joined(separator: "\n"))")
        }
    }

    /// Without what stands before a line: in the README nothing is indented by a function around it.
    private func lines(of text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
