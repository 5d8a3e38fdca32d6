package io.github.billwire.boundary

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode
import io.github.billwire.Biller
import io.github.billwire.BillerConfig
import io.github.billwire.BillwireException
import io.github.billwire.CodeShape
import io.github.billwire.CodeShapes
import io.github.billwire.CodesByOperation
import io.github.billwire.Customer
import io.github.billwire.Expectation
import io.github.billwire.ExplainOptions
import io.github.billwire.HashToken
import io.github.billwire.Line
import io.github.billwire.Onboarding
import io.github.billwire.OperationName
import io.github.billwire.SensitiveText
import io.github.billwire.Settlement
import io.github.billwire.SettlementLookup
import io.github.billwire.SignedFields
import io.github.billwire.SigningKey
import io.github.billwire.StatusesByObject
import io.github.billwire.UntypedRequest
import io.github.billwire.Verification
import io.github.billwire.WebhookPayload
import io.github.billwire.WireProfile
import io.github.billwire.countParses
import io.github.billwire.explainSignature
import io.github.billwire.readTranDate
import io.github.billwire.vectors.Drafts
import io.github.billwire.vectors.Shown
import io.github.billwire.wellFormed
import java.math.BigDecimal
import java.time.ZoneOffset
import java.util.Base64
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull
import kotlin.test.assertTrue
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.TestFactory

/** Khmer text with a zero-width space and a surrogate pair. */
private const val KHMER = "សុខ\u200bដារ៉ា ១២៣ 𝄞"
private const val LONE = "a\ud83d"
private val SIGNED = SignedFields("INV-0001", BILL.date, "KHR", 40000, "C-1", "S-1")

class TextTest {
    @TestFactory
    fun `sends Khmer text unchanged in every text field`() = everyTextSent { field ->
        assertEquals(KHMER, field.within(bodyOf(field.draft(KHMER)))[field.name].textValue())
    }

    @TestFactory
    fun `reports a lone surrogate with its path`() = everyTextSent { field ->
        assertEquals(field.path, violationsOf { bodyOf(field.draft(LONE)) }.first().first)
    }

    @TestFactory
    fun `reads Khmer text unchanged in every text field`(): List<DynamicTest> =
        listOf(WebhookPayload::class.java, Customer::class.java).flatMap { type ->
            textFields(type).map { field ->
                val json = """{"$field":"$KHMER"}"""
                val body = if (type == Customer::class.java) """{"customers":[$json]}""" else json
                dynamicTest("${type.simpleName}.$field") {
                    assertEquals(KHMER, Shown.of(receiver().receive(body).payload()).findValue(field).textValue())
                }
            }
        }

    @Test
    fun `signs the UTF-8 bytes of Khmer text`() {
        val token = "កូនសោ"
        val mac = Mac.getInstance("HmacSHA512").apply { init(SecretKeySpec(token.toByteArray(), "HmacSHA512")) }
        val text = "${KHMER}20260131170000KHR40000$KHMER$KHMER"
        val hash = Base64.getEncoder().encodeToString(mac.doFinal(text.toByteArray()))
        val fields = SignedFields(KHMER, BILL.date, "KHR", 40000, KHMER, KHMER)
        assertEquals(hash, SigningKey(HashToken(token)).use { it.sign(fields) })
    }

    /** Outside fields, a lone surrogate never causes an exception of Java. */
    @Test
    fun `other lone surrogates are refused or match nothing`() {
        val refused =
            listOf(
                { biller().prepareSettlementJson("""{"ref_id":"$LONE"}""") },
                { biller().prepareOnboarding(SUB_BILLER.copy { extra("""{"a":"$LONE"}""") }) },
                { Biller(BillerConfig("https://$LONE.example")) },
                { biller(WireProfile { destinationKey(LONE) }) },
                { biller(WireProfile { settlementLookup(SettlementLookup(LONE, "ref_id")) }) },
                { biller().prepareOperation(OperationName.GET_WALLET_BALANCE, UntypedRequest("/$LONE")) },
                { explainSignature(SIGNED.copy { refId(LONE) }, HashToken("key"), ExplainOptions()) },
                { SigningKey(HashToken("key")).sign(SIGNED.copy { settlementTo(LONE) }) },
                { receiver().receive("{}").confirm(biller(), Expectation(LONE, "INV-1", "KHR") { amount(BigDecimal.ONE) }) },
                { receiver().receive(mapOf("Token" to listOf(LONE), LONE to listOf("a")), ByteArray(0)) },
            )
        refused.forEach { work -> assertFailsWith<BillwireException> { work() } }
        assertEquals(0, countParses("R20260131170000KHR100CD", CodeShapes { refId(CodeShape { prefix(LONE) }) }))
        assertNull(readTranDate(LONE, ZoneOffset.UTC))
        val options = ExplainOptions { observedHash(LONE).totalAmountKhr(LONE).separators(listOf(LONE)) }
        assertEquals(false, explain(options).observed?.matches)
    }

    @Test
    fun `lone surrogates in code lists match nothing`() {
        val lone = listOf(LONE)
        val codes = CodesByOperation { onboarding(lone).settlement(lone).verification(lone) }
        val statuses = StatusesByObject { bill(lone).payment(lone).transaction(lone) }
        val profiles =
            listOf(
                WireProfile { successCodes(codes) },
                WireProfile { refusalCodes(codes) },
                WireProfile { notFoundCodes(codes) },
                WireProfile { successStatuses(statuses) },
                WireProfile { pendingStatuses(statuses) },
                WireProfile { failedStatuses(statuses) },
            )
        profiles.forEach { profile ->
            val made = runCatching { biller(profile).prepareSettlement(BILL) }
            assertTrue(made.isSuccess || made.exceptionOrNull() is BillwireException)
        }
    }

    private fun explain(options: ExplainOptions) = explainSignature(SIGNED, HashToken("key"), options)

    @Test
    fun `replaces lone surrogates only`() {
        for (text in listOf("𝄞", "𝄞𝄞", "a𝄞b", "")) assertEquals(text, text.wellFormed())
        for ((text, mended) in
            mapOf("\ud834" to "\u0000", "\udd1e" to "\u0000", "\ud834𝄞" to "\u0000𝄞", "𝄞\udd1e" to "𝄞\u0000")) {
            assertEquals(mended, text.wellFormed())
        }
    }

    /** Text field of a draft, or of a line of a bill. */
    private class TextField(private val type: Class<*>, val name: String) {
        val path = if (type == Line::class.java) "details[0].$name" else name

        fun draft(text: String): Any {
            val json = json(ENOUGH.getValue(type)) as ObjectNode
            val draft = Drafts.said(type, json.put(name, text))
            return if (draft is Line) BILL.copy { details(listOf(draft)) } else draft
        }

        fun within(body: JsonNode) = body.at(if (type == Line::class.java) "/details/0" else "")
    }

    private fun everyTextSent(check: (TextField) -> Unit): List<DynamicTest> =
        ENOUGH.keys.flatMap { type ->
            textFields(type).map { name -> dynamicTest("${type.simpleName}.$name") { check(TextField(type, name)) } }
        }

    private fun textFields(type: Class<*>): List<String> =
        type.declaredFields
            .filter { it.type == String::class.java || it.type == SensitiveText::class.java }
            .map { it.name.replace(Regex("[A-Z]")) { capital -> "_" + capital.value.lowercase() } }
            .filter { it != "extra" }
            .also { check(it.isNotEmpty()) }

    private companion object {
        /** Required fields of each draft. */
        val ENOUGH =
            mapOf(
                Onboarding::class.java to
                    """{"supplier_sync_code":"S-1","name":"Store","return_url":"https://a.example"}""",
                Settlement::class.java to
                    """{"ref_id":"INV-0001","date":"2026-01-31T17:00:00Z","due_date":"2026-02-28T17:00:00Z","currency":"KHR",
                "total_amount":40000,"total_amount_khr":"40000","customer_sync_code":"C-1","settlement_to":"S-1"}""",
                Line::class.java to "{}",
                Verification::class.java to """{"identity_code":"INV-0001","purpose_of_transaction":"2026-01-31"}""",
            )
    }
}
