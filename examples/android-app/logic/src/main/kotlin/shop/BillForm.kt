package shop

import io.github.billwire.Code
import io.github.billwire.DraftSettings
import io.github.billwire.Finding
import io.github.billwire.Settlement
import io.github.billwire.validate
import java.math.BigDecimal
import java.time.Instant
import java.util.Locale

/** The form as the user typed it. */
data class BillForm(
    val number: String = "",
    val customer: String = "",
    val currency: String = "KHR",
    val amount: String = "",
    /** Riel for one unit of another currency. */
    val rate: String = "",
    val due: Instant? = null,
    val note: String = "",
)

/** A field of the form, and the paths at which billwire finds fault with it. */
enum class Field(vararg val paths: String) {
    NUMBER("ref_id"),
    CUSTOMER("customer_sync_code"),
    CURRENCY("currency"),
    AMOUNT("total_amount"),
    // Without a rate, the total in riel cannot be computed.
    RATE("exchange_rate_khr", "total_amount_khr"),
    DUE("due_date"),
    NOTE("description");

    companion object {
        /** Returns the field of a path. What is no field's, such as the date, is the whole form's: null. */
        fun of(path: String): Field? = entries.find { path in it.paths }
    }
}

/** The draft of a form, with findings at its fields. Findings at no field have the key null. */
class CheckedForm(
    val draft: Settlement,
    val violations: Map<Field?, List<Finding>>,
    val warnings: Map<Field?, List<Finding>>,
) {
    val isValid: Boolean
        get() = violations.isEmpty()
}

/** Reads the form in the language of the user's numbers, and validates it. No credential is needed. */
fun BillForm.check(now: Instant, shop: String, locale: Locale, settings: DraftSettings = DraftSettings()): CheckedForm {
    val total = readWhole("total_amount", amount, locale)
    val khr = if (rate.isBlank()) Read(null) else readDecimal("exchange_rate_khr", rate, locale)
    val draft =
        Settlement(
            refId = number.trim(),
            date = now,
            dueDate = due ?: now,
            currency = currency,
            totalAmount = total.value ?: 1, // 0 would draw a warning of its own
            customerSyncCode = customer.trim(),
            settlementTo = shop,
            description = note.trim().ifEmpty { null },
            exchangeRateKhr = khr.value,
        )
    val validation = validate(draft, settings)
    val typed = listOfNotNull(total.finding, khr.finding)
    // The text that was typed counts, and not its placeholder.
    val others =
        validation.violations.listed.filter { found -> typed.none { Field.of(it.path) == Field.of(found.path) } }
    val missing = if (due == null) listOf(finding("due_date", Code.REQUIRED)) else emptyList()
    return CheckedForm(draft, byField(typed + missing + others), byField(validation.warnings))
}

private fun byField(findings: List<Finding>): Map<Field?, List<Finding>> = findings.groupBy { Field.of(it.path) }

private class Read<T>(val value: T?, val finding: Finding? = null)

private fun readDecimal(path: String, text: String, locale: Locale): Read<BigDecimal> {
    if (text.isBlank()) return Read(null, finding(path, Code.REQUIRED))
    val number = parseAmount(text, locale) ?: return Read(null, finding(path, Code.INVALID_DECIMAL))
    return Read(number)
}

private fun readWhole(path: String, text: String, locale: Locale): Read<Long> {
    val read = readDecimal(path, text, locale)
    val number = read.value ?: return Read(null, read.finding)
    if (number.stripTrailingZeros().scale() > 0) return Read(null, finding(path, Code.NOT_AN_INTEGER))
    return try {
        Read(number.longValueExact())
    } catch (error: ArithmeticException) {
        Read(null, finding(path, Code.OUT_OF_RANGE))
    }
}
