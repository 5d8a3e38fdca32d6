import Foundation

/// Formats an amount as the platform does. It stays a `Decimal`: a `Double` would lose cents of large amounts.
public func formatAmount(_ amount: Decimal, currency: String, locale: Locale) -> String {
    let places = max(0, -amount.exponent)
    return amount.formatted(.currency(code: currency).locale(locale).precision(.fractionLength(0...places)))
}

/// Reads a number as the user's language writes it, exactly. Returns nil if it is none, or if its groups are not in
/// place: `12,5` is not 125.
public func parseAmount(_ text: String, locale: Locale) -> Decimal? {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    let style = Decimal.FormatStyle(locale: locale)
    // The plain parser takes the beginning of a text, such as 40 of `40 riel`.
    let read = try? style.consuming(trimmed, startingAt: trimmed.startIndex, in: trimmed.startIndex..<trimmed.endIndex)
    guard let (end, number) = read, end == trimmed.endIndex else { return nil }
    guard let group = locale.groupingSeparator, trimmed.contains(group) else { return number }
    let whole = trimmed.components(separatedBy: locale.decimalSeparator ?? ".")[0]
    let inPlace = number.formatted(style.precision(.fractionLength(0)).rounded(rule: .towardZero))
    return whole == inPlace ? number : nil
}
