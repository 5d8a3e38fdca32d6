import Billwire
import Foundation
import Testing

@Suite("README")
struct ReadmeTests {
    @Test("Every example of the README compiles")
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

    @Test("The simulator of the README settles its bill")
    func simulator() throws {
        let biller = try Town.biller("https://service.example")
        let (onboarding, settlement) = try (
            biller.prepareOnboarding(request: shop), biller.prepareSettlement(bill: bill)
        )
        let books = try simulate(
            onboarding, settlement, .merchantProxy(tokens: [WebhookToken(secret: Town.secret)]), now: bill.date,
            bearer: BearerToken(secret: Town.secret),
            verification: VerificationToken(secret: Town.secret), key: HashToken(secret: Town.secret),
            webhook: WebhookToken(secret: Town.secret))
        #expect(books.totals == ["KHR": "40000"] && books.webhooks.acknowledged == 1)
    }

    /// Lines without their indentation, which differs: the README has no function around its examples.
    private func lines(of text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
