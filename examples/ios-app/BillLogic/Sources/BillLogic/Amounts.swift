import Foundation

/// Formats an amount as the platform does. It stays a `Decimal`: a `Double` would lose cents of large amounts.
public func formatAmount(_ amount: Decimal, currency: String, locale: Locale) -> String {
    let places = max(0, -amount.exponent)
    return amount.formatted(
        .currency(code: currency).locale(locale).precision(.fractionLength(0...max(places, 0))))
}

/// Reads a number as the user's language writes it, exactly. Returns nil if it is none.
public func parseAmount(_ text: String, locale: Locale) -> Decimal? {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    return try? Decimal(trimmed, format: .number.locale(locale), lenient: false)
}
