package shop

import io.github.billwire.Code
import io.github.billwire.Language
import io.github.billwire.draftToJson
import io.github.billwire.settlementFromJson
import java.math.BigDecimal
import java.time.Instant
import java.util.Locale
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNull
import kotlin.test.assertTrue

private val NOW = Instant.parse("2026-01-31T02:00:00Z")
private val FULL =
    BillForm(number = "INV-1", customer = "C-17", amount = "40,000", due = Instant.parse("2026-02-28T02:00:00Z"))

class FormTest {
    @Test
    fun `an empty form has findings at its fields in both languages`() {
        val model = model()
        model.validate()
        val screen = model.state.value
        assertEquals(setOf<Field?>(Field.NUMBER, Field.CUSTOMER, Field.AMOUNT, Field.DUE), screen.violations.keys)
        assertEquals(listOf("This field is required."), screen.sentences(Field.AMOUNT, Language.ENGLISH))
        assertEquals(listOf("ត្រូវតែបំពេញ field នេះ។"), screen.sentences(Field.AMOUNT, Language.KHMER))
        for (field in screen.violations.keys) {
            assertTrue(screen.sentences(field, Language.KHMER).all { it.endsWith("។") }, "$field")
            assertTrue(screen.sentences(field, Language.ENGLISH).all { it.endsWith(".") }, "$field")
        }
    }

    @Test
    fun `an amount is read as the user's language writes it`() {
        fun codes(amount: String, locale: Locale = Locale.US) =
            FULL.copy(amount = amount).check(NOW, "SB-001", locale).violations[Field.AMOUNT].orEmpty().map { it.code }
        assertEquals(emptyList(), codes("40,000"))
        assertEquals(emptyList(), codes("40.000", Locale.GERMANY))
        assertEquals(emptyList(), codes("40000.00"))
        assertEquals(listOf(Code.NOT_AN_INTEGER), codes("12.5"))
        for (wrong in listOf("40 riel", "12,5", "1.2.3", "1 2")) {
            assertEquals(listOf(Code.INVALID_DECIMAL), codes(wrong), wrong)
        }
        assertEquals(listOf(Code.OUT_OF_RANGE), codes("-1"))
        assertEquals(listOf(Code.OUT_OF_RANGE), codes("9007199254740992"))
        assertEquals(listOf(Code.OUT_OF_RANGE), codes("99999999999999999999"))
    }

    @Test
    fun `a currency without a rate has a finding at the rate`() {
        val dollars = FULL.copy(currency = "USD", amount = "12")
        val missing = dollars.check(NOW, "SB-001", Locale.US).violations
        assertEquals(listOf(Code.UNDERIVABLE), missing.getValue(Field.RATE).map { it.code })
        val wrong = dollars.copy(rate = "four").check(NOW, "SB-001", Locale.US).violations
        assertEquals(listOf(Code.INVALID_DECIMAL), wrong.getValue(Field.RATE).map { it.code })
        val right = dollars.copy(rate = "4,012.50").check(NOW, "SB-001", Locale.US)
        assertTrue(right.isValid)
        assertEquals(BigDecimal("4012.50"), settlementFromJson(draftToJson(right.draft)).exchangeRateKhr)
    }

    @Test
    fun `findings follow the typing once they are shown`() {
        val model = model()
        model.edit { FULL.copy(amount = "x") }
        assertTrue(model.state.value.violations.isEmpty())
        model.validate()
        assertEquals(setOf<Field?>(Field.AMOUNT), model.state.value.violations.keys)
        model.edit { it.copy(amount = "1") }
        assertTrue(model.state.value.violations.isEmpty())
    }

    @Test
    fun `a due date in the past is advice`() {
        val early = FULL.copy(due = Instant.parse("2025-01-01T00:00:00Z")).check(NOW, "SB-001", Locale.US)
        assertTrue(early.isValid)
        assertEquals(listOf(Code.DUE_BEFORE_DATE), early.warnings.getValue(Field.DUE).map { it.code })
    }

    @Test
    fun `amounts are formatted exactly`() {
        val large = BigDecimal("9007199254740993.25")
        assertEquals("$9,007,199,254,740,993.25", formatAmount(large, "USD", Locale.US))
        assertEquals(large, parseAmount("9,007,199,254,740,993.25", Locale.US))
        assertTrue(formatAmount(BigDecimal("40000"), "KHR", Locale.US).contains("40,000"))
        assertEquals("1.5 ???", formatAmount(BigDecimal("1.5"), "???", Locale.US))
        assertNull(parseAmount("1 2", Locale.US))
    }

    private fun model() = BillModel(Backend("http://127.0.0.1:9", "nobody"), "SB-001", Locale.US, now = { NOW })
}
