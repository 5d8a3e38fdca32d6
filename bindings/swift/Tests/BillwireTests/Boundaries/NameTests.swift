import Billwire
import Testing

/// A type of another module, such as SwiftUI's.
private struct Transaction {}

@Suite("Names")
struct NameTests {
    @Test("The module names its type where another one has the same name")
    func transaction() {
        #expect("\(Billwire.Transaction.self)" == "Transaction")
        #expect(ObjectIdentifier(Billwire.Transaction.self) != ObjectIdentifier(Transaction.self))
    }
}
