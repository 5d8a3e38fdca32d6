import Foundation

extension Decimal {
    /// The text that the core reads. A number with many zeros at its end keeps its exponent: written out, the zeros
    /// would count as its digits.
    var coreText: String {
        let text = description
        guard exponent > 0, text.utf8.count > 34 else { return text }
        return "\(sign == .minus ? "-" : "")\(significand.magnitude)e\(exponent)"
    }
}
