// Decimals cross the language border as text. Foundation writes and reads them one character at a time. Decimals whose
// digits fit into 64 bits take a faster path; nearly all do.
import Foundation

extension Decimal {
    /// Text of the decimal for billwire. Trailing zeros go into the exponent: written out, they would count as digits.
    ///
    /// A tilde precedes a decimal that a literal such as `0.59` has become: Swift makes a `Double` of it first.
    var coreText: String {
        let digits = significand.magnitude
        var whole = NSDecimalNumber(decimal: digits).int64Value
        // An expanded double has more than fifteen digits.
        guard (1..<1_000_000_000_000_000).contains(whole), Decimal(whole) == digits else { return longText }
        var exponent = exponent
        while whole.isMultiple(of: 10) {
            whole /= 10
            exponent += 1
        }
        let text = String(sign == .minus ? -whole : whole)
        return exponent == 0 ? text : text + "e" + String(exponent)
    }

    private var longText: String {
        let text = description
        if isExpandedDouble(text) { return "~" + text }
        guard exponent > 0, text.utf8.count > 34 else { return text }
        return "\(sign == .minus ? "-" : "")\(significand.magnitude)e\(exponent)"
    }

    /// Whether the digits are those of a double whose own text is shorter. A whole number is exact in either case.
    private func isExpandedDouble(_ text: String) -> Bool {
        guard exponent < 0, let double = Double(text), Decimal(double) == self else { return false }
        return Decimal(string: "\(double)") != self
    }

    /// Reads a decimal that billwire has written: digits, perhaps with a sign and a point.
    init(coreText text: String) {
        self = Decimal(shortText: text.utf8) ?? Decimal(string: text) ?? .nan
    }

    private init?(shortText text: String.UTF8View) {
        guard text.count <= 18 else { return nil }
        var (whole, exponent, isFraction) = (Int64(0), 0, false)
        for byte in text {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                whole = whole * 10 + Int64(byte - UInt8(ascii: "0"))
                if isFraction { exponent -= 1 }
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "-"): break
            default: return nil
            }
        }
        while exponent < 0, whole.isMultiple(of: 10) {
            whole /= 10
            exponent += 1
        }
        let sign: FloatingPointSign = text.first == UInt8(ascii: "-") ? .minus : .plus
        self.init(sign: sign, exponent: exponent, significand: Decimal(whole))
    }
}
