package io.github.billwire.boundary

import io.github.billwire.*
import kotlin.reflect.KClass
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertNull
import kotlin.test.assertTrue
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.TestFactory

private const val MESSAGE = "Canary of the service"
private const val MESSAGE_KH = "សារពីសេវា"

class ErrorsTest {
    @TestFactory
    fun `each kind of error is a class with a next step`() = KINDS.map { (kind, expected) ->
        dynamicTest(checkNotNull(kind.simpleName)) {
            val error = assertFailsWith(kind) { expected.work() }
            assertEquals(expected.name to expected.step, error.kind() to error.nextStep())
            val printed = error.toString()
            assertFalse(Regex("[a-z].{15,}").matchEntire(printed) == null, printed)
            assertEquals(printed, error.stackTraceToString().lines().first())
            assertEquals(printed, error.message)
            assertTrue(
                error.stackTrace.first().className.startsWith(ErrorsTest::class.java.packageName),
                error.stackTraceToString(),
            )
        }
    }

    /** No input causes an internal error. */
    @Test
    fun `tests every kind of error`() {
        val all = BillwireException::class.java.classes.filter { BillwireException::class.java.isAssignableFrom(it) }
        assertEquals(all.toSet() - BillwireException.Internal::class.java, KINDS.keys.map { it.java }.toSet())
    }

    @Test
    fun `reports all violations with their paths`() {
        val bill = BILL.copy(refId = "", totalAmount = -1, description = "\u0001")
        val error = assertFailsWith<BillwireException.InvalidRequest> { biller().prepareSettlement(bill) }
        val expected =
            listOf("ref_id" to "empty", "total_amount" to "out_of_range", "description" to "control_character")
        assertEquals(expected, error.violations().map { it.path to codeText(it.code) })
        assertEquals(OperationName.SETTLEMENT, error.operation)
        assertEquals("https://billwire.github.io/billwire/errors.html#empty", codeDocUrl(error.code()))
        assertEquals(expected.first().first, validate(bill).violations.listed.first().path)
    }

    @Test
    fun `hides the service's messages outside their fields`() {
        val error = assertFailsWith<BillwireException.Rejected> { biller(REFUSING).decodeSettlement(200, REFUSAL) }
        assertEquals(listOf(MESSAGE, MESSAGE_KH), listOf(error.messageEn()?.text, error.messageKh()?.text))
        assertEquals(
            SensitiveText(MESSAGE) to SensitiveText(MESSAGE_KH),
            error.details.messageEn to error.details.messageKh,
        )
        assertEquals("E-17", error.responseCode())
        val printed =
            listOf("$error", error.message, error.localizedMessage, "${error.details}", error.stackTraceToString())
        for (text in printed) assertFalse(MESSAGE in text || MESSAGE_KH in text, text)
    }

    @Test
    fun `webhook error holds the response to give`() {
        assertEquals(
            401,
            assertFailsWith<BillwireException> { receiver().receive(emptyMap(), ByteArray(0)) }.response()?.status,
        )
        assertEquals(400, assertFailsWith<BillwireException> { receiver().receive("[1]") }.response()?.status)
        assertNull(assertFailsWith<BillwireException> { bodyOf(BILL.copy(refId = "")) }.response())
    }

    @Test
    fun `rejects a status outside HTTP's range`() {
        for (status in listOf(-1, 0, 70000, 65736, Int.MAX_VALUE, Int.MIN_VALUE)) {
            assertFailsWith<BillwireException.Undetermined> {
                biller().decodeOnboarding(status, """{"code":"000"}""".toByteArray())
            }
        }
    }

    private class Expected(val name: String, val step: NextStep, val work: () -> Any)

    private companion object {
        val REFUSING = WireProfile(refusalCodes = CodesByOperation(settlement = listOf("E-17")))
        val LOOKED_UP = WireProfile(settlementLookup = SettlementLookup("ref_id", "ref_id"))
        val REFUSAL = """{"code":"E-17","message":"$MESSAGE","message_kh":"$MESSAGE_KH"}""".toByteArray()

        val KINDS: Map<KClass<out BillwireException>, Expected> =
            mapOf(
                BillwireException.InvalidRequest::class to
                    Expected("invalid_request", NextStep.FIX_REQUEST) { bodyOf(SUB_BILLER.copy(name = "")) },
                BillwireException.InvalidConfig::class to
                    Expected("invalid_config", NextStep.FIX_REQUEST) { Biller(BillerConfig("http://service.example")) },
                BillwireException.MissingCredential::class to
                    Expected("missing_credential", NextStep.FIX_CREDENTIALS) {
                        Biller("https://service.example", BearerToken("b"), null, null).prepareSettlement(BILL)
                    },
                BillwireException.Rejected::class to
                    Expected("rejected", NextStep.FIX_REQUEST) { biller(REFUSING).decodeSettlement(200, REFUSAL) },
                BillwireException.Undetermined::class to
                    Expected("undetermined", NextStep.VERIFY_FIRST) {
                        biller(LOOKED_UP).decodeSettlement(500, ByteArray(0))
                    },
                BillwireException.Unreadable::class to
                    Expected("unreadable", NextStep.VERIFY_AGAIN) {
                        biller().decodeVerification(200, "{".toByteArray())
                    },
                BillwireException.Unauthenticated::class to
                    Expected("unauthenticated", NextStep.FIX_CREDENTIALS) {
                        receiver().receive(emptyMap(), ByteArray(0))
                    },
                BillwireException.InvalidWebhook::class to
                    Expected("invalid_webhook", NextStep.ASK_SERVICE) {
                        checkoutReceiver().receive(emptyMap(), ByteArray(0))
                    },
            )
    }
}
