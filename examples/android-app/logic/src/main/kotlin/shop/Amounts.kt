package shop

import java.math.BigDecimal
import java.math.RoundingMode
import java.text.DecimalFormat
import java.text.NumberFormat
import java.text.ParsePosition
import java.util.Currency
import java.util.Locale

/** Formats an amount as the platform does. It stays a decimal: a Double would lose cents of large amounts. */
fun formatAmount(amount: BigDecimal, currency: String, locale: Locale): String {
    val known = runCatching { Currency.getInstance(currency) }.getOrNull()
    val format = if (known == null) NumberFormat.getNumberInstance(locale) else NumberFormat.getCurrencyInstance(locale)
    if (known != null) format.currency = known
    format.minimumFractionDigits = 0
    format.maximumFractionDigits = amount.scale().coerceAtLeast(0)
    val text = format.format(amount)
    return if (known == null) "$text $currency" else text
}

/**
 * Reads a number as the user's language writes it, exactly. Returns null if it is none, or if its groups are not in
 * place: `12,5` is not 125.
 */
fun parseAmount(text: String, locale: Locale): BigDecimal? {
    val format = NumberFormat.getNumberInstance(locale) as? DecimalFormat ?: return null
    format.isParseBigDecimal = true
    val (trimmed, position) = text.trim() to ParsePosition(0)
    val number = format.parse(trimmed, position) as? BigDecimal
    if (number == null || position.index < trimmed.length) return null
    val symbols = format.decimalFormatSymbols
    if (symbols.groupingSeparator !in trimmed) return number
    format.maximumFractionDigits = 0
    format.roundingMode = RoundingMode.DOWN
    return number.takeIf { trimmed.substringBefore(symbols.decimalSeparator) == format.format(it) }
}
