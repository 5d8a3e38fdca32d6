package io.github.billwire.boundary

import com.fasterxml.jackson.databind.node.ObjectNode
import io.github.billwire.*
import io.github.billwire.vectors.ROOT
import io.github.billwire.vectors.valueOf
import io.github.billwire.vectors.wireName
import java.math.BigDecimal
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertTrue
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.TestFactory

/** Khmer text with a zero-width space and a surrogate pair. */
private const val KHMER = "សុខ\u200bដារ៉ា ១២៣ 𝄞"
internal const val LONE = "a\ud83d"

class TextTest {
    @TestFactory
    fun `reports a lone surrogate with its path`() = everyTextField { field ->
        assertEquals(listOf(field.path to "lone_surrogate"), violationsOf { bodyOf(field.draft(LONE)) })
    }

    @Test
    fun `a lone surrogate anywhere is a violation with its path`() {
        val wrong = BILL.copy(details = listOf(Line(), Line(itemName = LONE)), paymentMethodToken = SensitiveText(LONE))
        val both = listOf("payment_method_token", "details[1].item_name")
        assertEquals(both, validate(wrong).violations.listed.map { it.path })
        assertFalse(validate(wrong).isValid)
        val expectation = Expectation(LONE, "INV-1", "KHR", BigDecimal.ONE)
        val billed = expectation.copy(identityCode = "INV-1")
        val booked = BookedTransaction(LONE, BookedState.HELD, BigDecimal.ONE)
        val refused =
            mapOf<() -> Any, List<String>>(
                { biller().settlementFlow(wrong) } to both,
                { biller().prepareSettlementLookup(wrong) } to both,
                { draftToJson(wrong) } to both,
                { biller().prepareSettlementJson("""{"ref_id":"$LONE"}""") } to listOf(""),
                { biller().prepareOnboarding(SUB_BILLER.copy(extra = """{"a":"$LONE"}""")) } to listOf("extra"),
                { Biller(BillerConfig("https://$LONE.example")) } to listOf("base_url"),
                {
                    biller(WireProfile(settlementLookup = SettlementLookup(LONE, "ref_id")))
                } to listOf("profile.settlement_lookup.identity_code"),
                {
                    biller().prepareOperation(OperationName.GET_WALLET_BALANCE, UntypedRequest("/$LONE"))
                } to listOf("path"),
                { receiver().receive("{}").confirm(biller(), expectation) } to listOf("identity_code"),
                { biller().creditFlow(expectation, emptyList()) } to listOf("identity_code"),
                { biller().creditFlow(billed, listOf(booked)) } to listOf("[0].claim_key"),
                { biller().creditFlow(billed, booked, emptyList()) } to listOf("claim_key"),
                { SigningKey(HashToken("key")).sign(SIGNED.copy(settlementTo = LONE)) } to listOf("settlement_to"),
                { HashToken(LONE) } to listOf(""),
                { readWireProfile("""{"a":"$LONE"}""") } to listOf(""),
                { transactionFromJson("""{"a":"$LONE"}""") } to listOf(""),
            )
        for ((work, paths) in refused) {
            val error = assertFailsWith<BillwireException> { work() }
            assertEquals(paths, error.violations().map { it.path })
            assertEquals(Code.LONE_SURROGATE, error.code())
        }
        val headers = mapOf("Token" to listOf(LONE), LONE to listOf("a"))
        assertFailsWith<BillwireException.Unauthenticated> { receiver().receive(headers, ByteArray(0)) }
    }

    @Test
    fun `what prints never throws`() {
        val finding = Finding(LONE, Code.OUT_OF_RANGE, LONE, null)
        val findings = Findings(listOf(finding), 0)
        val values =
            listOf(
                finding,
                findings,
                BillwireException.InvalidRequest(OperationName.SETTLEMENT, findings),
                Status.Other(LONE),
                Header(LONE, SensitiveText(LONE), false),
                BILL.copy(refId = LONE),
            )
        for (value in values) assertTrue("a" in "$value", "$value")
    }

    /** Neither the locale nor the charset of a JVM changes text, numbers and dates. */
    @Test
    fun `speaks the same in another locale and charset`() {
        val java = ProcessHandle.current().info().command().get()
        val options =
            listOf(
                "-Dfile.encoding=ISO-8859-1",
                "-Duser.language=ar",
                "-Duser.country=EG",
                "-Duser.timezone=Asia/Tehran",
            )
        val program = listOf("-cp", System.getProperty("java.class.path"), "io.github.billwire.boundary.TextTestKt")
        val process = ProcessBuilder(listOf(java) + options + program).directory(ROOT.toFile()).start()
        assertEquals(spoken(), process.inputStream.readBytes().decodeToString())
        assertEquals(0, process.waitFor())
    }

    /** Text field of a draft, or of a line of a bill. */
    private class TextField(private val type: Class<*>, val name: String) {
        val isOfLine = type == Line::class.java
        val path = if (isOfLine) "details[0].$name" else name

        fun draft(text: String): Any {
            val draft = valueOf(type, (json(ENOUGH.getValue(type)) as ObjectNode).put(name, text))
            return if (draft is Line) BILL.copy(details = listOf(draft)) else draft
        }
    }

    private fun everyTextField(check: (TextField) -> Unit): List<DynamicTest> =
        ENOUGH.keys.flatMap { type ->
            textFields(type).map { name -> dynamicTest("${type.simpleName}.$name") { check(TextField(type, name)) } }
        }

    private companion object {
        fun textFields(type: Class<*>): List<String> =
            type.declaredFields
                .filter { it.type == String::class.java || it.type == SensitiveText::class.java }
                .map { wireName(it.name) }
                .filter { it != "extra" }
                .also { check(it.isNotEmpty()) }

        /** Required fields of each draft. */
        val ENOUGH =
            mapOf(
                Onboarding::class.java to
                    """{"supplier_sync_code":"S-1","name":"Store","return_url":"https://a.example"}""",
                Settlement::class.java to
                    """{"ref_id":"INV-0001","date":"2026-01-31T17:00:00Z","due_date":"2026-02-28T17:00:00Z",
                    "currency":"KHR","total_amount":40000,"total_amount_khr":"40000",
                    "customer_sync_code":"C-1","settlement_to":"S-1"}""",
                Line::class.java to "{}",
                Verification::class.java to """{"identity_code":"INV-0001","purpose_of_transaction":"2026-01-31"}""",
            )
    }
}

private fun spoken(): String {
    val bill = BILL.copy(description = KHMER, details = listOf(Line(price = BigDecimal("1.50"), quantity = 12)))
    val violations = validate(bill.copy(totalAmount = -1)).violations.listed.map { it.sentence(Language.KHMER) }
    return biller().prepareSettlement(bill).request().body?.text + violations
}

fun main() {
    System.out.write(spoken().toByteArray())
    System.out.flush()
}
