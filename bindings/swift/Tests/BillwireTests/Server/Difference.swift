/// Difference between an actual and an expected value.
struct Difference: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
