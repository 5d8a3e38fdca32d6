package billwire.boundary

import billwire.Biller
import billwire.BillerConfig
import billwire.BillwireException
import billwire.CodeShape
import billwire.CodeShapes
import billwire.Customer
import billwire.HashToken
import billwire.Line
import billwire.Onboarding
import billwire.SensitiveText
import billwire.Settlement
import billwire.SignedFields
import billwire.SigningKey
import billwire.Verification
import billwire.WebhookPayload
import billwire.WireProfile
import billwire.countParses
import billwire.readTranDate
import billwire.vectors.Drafts
import billwire.vectors.Shown
import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode
import java.time.ZoneOffset
import java.util.Base64
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.TestFactory

/** With a zero-width space, which Khmer needs, and a letter of two halves. */
private const val KHMER = "សុខ\u200bដារ៉ា ១២៣ 𝄞"
private const val LONE = "a\ud83d"

class TextTest {
    @TestFactory
    fun `Khmer text goes out of every text field as it is`() = everyTextSent { place ->
        assertEquals(KHMER, place.within(bodyOf(place.draft(KHMER)))[place.field].textValue())
    }

    @TestFactory
    fun `half a surrogate pair in any text field is a violation with its path`() = everyTextSent { place ->
        assertEquals(place.path, violationsOf { bodyOf(place.draft(LONE)) }.first().first)
    }

    @TestFactory
    fun `Khmer text comes in through every text field as it is`(): List<DynamicTest> =
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
    fun `Khmer text is signed by its bytes`() {
        val token = "កូនសោ"
        val mac = Mac.getInstance("HmacSHA512").apply { init(SecretKeySpec(token.toByteArray(), "HmacSHA512")) }
        val text = "${KHMER}20260131170000KHR40000$KHMER$KHMER"
        val hash = Base64.getEncoder().encodeToString(mac.doFinal(text.toByteArray()))
        val fields = SignedFields(KHMER, BILL.date, "KHR", 40000, KHMER, KHMER)
        assertEquals(hash, SigningKey(HashToken(token)).use { it.sign(fields) })
    }

    /** Where there is no field, it is an error of billwire's or matches nothing, and never an exception of Java's. */
    @Test
    fun `half a surrogate pair anywhere else is refused, or matches nothing`() {
        val refused =
            listOf(
                { biller().prepareSettlementJson("""{"ref_id":"$LONE"}""") },
                { biller().prepareOnboarding(SUB_BILLER.copy(extra = """{"a":"$LONE"}""")) },
                { Biller(BillerConfig("https://$LONE.example")) },
                { biller(WireProfile(destinationKey = LONE)) },
                { receiver().receive(mapOf("Token" to listOf(LONE), LONE to listOf("a")), ByteArray(0)) },
            )
        refused.forEach { work -> assertFailsWith<BillwireException> { work() } }
        assertEquals(0, countParses("R20260131170000KHR100CD", CodeShapes(refId = CodeShape(prefix = LONE))))
        assertNull(readTranDate(LONE, ZoneOffset.UTC))
    }

    /** A text field of something that is sent, alone or as a line of a bill. */
    private class Place(private val type: Class<*>, val field: String) {
        val path = if (type == Line::class.java) "details[0].$field" else field

        fun draft(text: String): Any {
            val json = json(ENOUGH.getValue(type)) as ObjectNode
            val draft = Drafts.said(type, json.put(field, text))
            return if (draft is Line) BILL.copy(details = listOf(draft)) else draft
        }

        fun within(body: JsonNode) = body.at(if (type == Line::class.java) "/details/0" else "")
    }

    private fun everyTextSent(check: (Place) -> Unit): List<DynamicTest> =
        ENOUGH.keys.flatMap { type ->
            textFields(type).map { field -> dynamicTest("${type.simpleName}.$field") { check(Place(type, field)) } }
        }

    private fun textFields(type: Class<*>): List<String> =
        type.declaredFields
            .filter { it.type == String::class.java || it.type == SensitiveText::class.java }
            .map { it.name.replace(Regex("[A-Z]")) { capital -> "_" + capital.value.lowercase() } }
            .filter { it != "extra" }
            .also { check(it.isNotEmpty()) }

    private companion object {
        /** What each draft needs besides the field that is looked at. */
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
