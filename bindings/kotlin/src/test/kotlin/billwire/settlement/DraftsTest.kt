package io.github.billwire.settlement

import io.github.billwire.BillwireException
import io.github.billwire.Code
import io.github.billwire.CodeShape
import io.github.billwire.CodeShapes
import io.github.billwire.DraftSettings
import io.github.billwire.Language
import io.github.billwire.Line
import io.github.billwire.Onboarding
import io.github.billwire.SensitiveText
import io.github.billwire.Status
import io.github.billwire.Verification
import io.github.billwire.WireProfile
import io.github.billwire.draftToJson
import io.github.billwire.isValid
import io.github.billwire.onboardingFromJson
import io.github.billwire.sentence
import io.github.billwire.settlementFromJson
import io.github.billwire.transactionFromJson
import io.github.billwire.validate
import io.github.billwire.verificationFromJson
import java.math.BigDecimal
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertTrue

/** Drafts of an app that has no credentials. */
class DraftsTest {
    private val bill =
        INVOICE.copy {
            refId("វិក្កយបត្រ-១")
            paymentMethodToken(SensitiveText("pm-1"))
            exchangeRateKhr(BigDecimal("4100.5"))
            details(listOf(Line { itemName("Rice").price(BigDecimal("1.50")).extra("""{"shelf":1}""") }))
            extra("""{"branch":"ភ្នំពេញ"}""")
        }

    @Test
    fun `lists violations and warnings at once`() {
        val validation = validate(bill.copy { totalAmount(-1).dueDate(at(-1)) })
        assertFalse(validation.isValid)
        assertEquals(listOf("total_amount"), validation.violations.map { it.path })
        assertEquals(listOf(Code.DUE_BEFORE_DATE), validation.warnings.map { it.code })
        assertEquals(0, validation.violationsOmitted)
    }

    @Test
    fun `validates every draft without a biller`() {
        assertTrue(validate(bill).isValid)
        assertTrue(validate(Onboarding("S-1", "Sok Dara Store")).isValid)
        assertTrue(validate(Verification("INV-1", purposeOfTransaction = "INV-1")).isValid)
    }

    @Test
    fun `a lone surrogate is a violation with its path`() {
        assertEquals(listOf("ref_id"), validate(bill.copy { refId("\uD800") }).violations.map { it.path })
        val settings = DraftSettings { profile(WireProfile { destinationKey("\uD800") }) }
        val error = assertFailsWith<BillwireException.InvalidConfig> { validate(bill, settings) }
        assertEquals(listOf("profile.destinationKey"), error.details.violations.map { it.path })
    }

    @Test
    fun `settings decide as those of a biller`() {
        val shapes = CodeShapes { refId(CodeShape { prefix("X-") }) }
        assertEquals(listOf(Code.TOO_MANY_LINES), codes(DraftSettings { codeShapes(shapes).maxLines(1) }))
        assertFailsWith<BillwireException.InvalidConfig> { validate(bill, DraftSettings { maxLines(0) }) }
    }

    @Test
    fun `drafts survive as JSON`() {
        assertEquals(bill, settlementFromJson(draftToJson(bill)))
        val store = Onboarding("S-1", "Store") { nameKh("ហាង") }
        assertEquals(store, onboardingFromJson(draftToJson(store)))
        val search = Verification("INV-1", purposeOfTransaction = "ទូទាត់")
        assertEquals(search, verificationFromJson(draftToJson(search)))
    }

    @Test
    fun `only valid drafts become JSON`() {
        val error = assertFailsWith<BillwireException.InvalidRequest> { draftToJson(bill.copy { totalAmount(-1) }) }
        assertEquals(listOf("total_amount"), error.details.violations.map { it.path })
        val unknown = assertFailsWith<BillwireException.InvalidRequest> { settlementFromJson("""{"refId":"1"}""") }
        assertTrue(unknown.details.violations.any { it.path == "refId" && it.code == Code.UNKNOWN_FIELD })
    }

    @Test
    fun `a finding has a sentence in each language`() {
        val finding = validate(bill.copy { totalAmount(-1) }).violations.single()
        assertEquals("លេខនេះហួសដែនកំណត់របស់ field។", finding.sentence(Language.KHMER))
        assertEquals(finding.explanation.replaceFirstChar(Char::uppercase) + ".", finding.sentence(Language.ENGLISH))
        for (code in Code.entries) assertTrue(code.sentence(Language.KHMER).any { it in '\u1780'..'\u17ff' }, "$code")
    }

    @Test
    fun `a transaction of the server is read without a biller`() {
        val json =
            """{"tran_id":"T-1","tran_date":"2026-01-31T09:00:00.123","tran_amount":"9007199254740993.25","fee_amount":0,
            "total_amount":"9007199254740993.25","currency":"USD","identity_code":"INV-1","bank_code":"B","bank_ref":"R",
            "purpose_of_transaction":"INV-1","status":"pending","extra":{"note":"ចំណាំ"}}"""
        val transaction = transactionFromJson(json)
        assertEquals(BigDecimal("9007199254740993.25"), transaction.totalAmount)
        assertEquals(Status.Other("pending"), transaction.status)
        assertEquals("""{"note":"ចំណាំ"}""", transaction.extra)
        val error = assertFailsWith<BillwireException.Unreadable> { transactionFromJson(json.replace("T-1\"", "T-1\",\"tran_id\":\"")) }
        assertEquals(Code.DUPLICATE_KEY, error.details.code)
    }

    private fun codes(settings: DraftSettings) =
        validate(bill.copy { details(listOf(Line(), Line())) }, settings).violations.map { it.code }
}
