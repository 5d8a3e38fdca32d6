package io.github.billwire.boundary

import io.github.billwire.BearerToken
import io.github.billwire.Biller
import io.github.billwire.BillerConfig
import io.github.billwire.BillwireException
import io.github.billwire.CodesByOperation
import io.github.billwire.ErrorDetails
import io.github.billwire.NextStep
import io.github.billwire.OperationName
import io.github.billwire.SettlementLookup
import io.github.billwire.WebhookReceiver
import io.github.billwire.WireProfile
import io.github.billwire.docUrl
import io.github.billwire.text
import java.io.PrintWriter
import java.io.StringWriter
import kotlin.reflect.KClass
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertNotNull
import kotlin.test.assertTrue
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.TestFactory

private const val MESSAGE = "Canary of the service"
private const val MESSAGE_KH = "សារពីសេវា"

class ErrorsTest {
    @TestFactory
    fun `each kind of error is a class with a next step`() = KINDS.map { (kind, expected) ->
        dynamicTest(checkNotNull(kind.simpleName)) {
            val error = thrownBy(expected.work)
            assertIs<BillwireException>(error)
            assertEquals(kind, error::class)
            assertEquals(expected.name, error.details.kind)
            assertEquals(expected.step, error.details.nextStep)
            assertEquals("${error.details.text} [${expected.name}, next: ${expected.step.name}]", error.message)
            assertEquals(error.message, error.toString())
            assertTrue(Regex("[a-z].{15,}").matches(error.toString()), error.toString())
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
        val bill = BILL.copy {
            refId("")
            totalAmount(-1)
            description("\u0001")
        }
        val error = assertIs<BillwireException.InvalidRequest>(thrownBy { biller().prepareSettlement(bill) })
        val found = error.details.violations.map { it.path to it.code.text() }
        val expected =
            listOf("ref_id" to "empty", "total_amount" to "out_of_range", "description" to "control_character")
        assertEquals(expected, found)
        assertEquals(OperationName.SETTLEMENT, error.details.operation)
        assertTrue(error.details.violations.all { it.explanation.isNotEmpty() })
        val page = "https://billwire.github.io/billwire/errors.html"
        assertEquals("$page#empty", error.details.violations.first().code.docUrl())
    }

    @Test
    fun `hides the service's messages outside their fields`() {
        val error = thrownBy { biller(REFUSING).decodeSettlement(200, REFUSAL) }
        val details = assertIs<BillwireException.Rejected>(error).details
        assertEquals(MESSAGE, details.messageEn?.text)
        assertEquals(MESSAGE_KH, details.messageKh?.text)
        assertEquals("E-17", details.responseCode)
        val trace = StringWriter().also { error.printStackTrace(PrintWriter(it)) }.toString()
        for (printed in listOf("$error", "${error.message}", error.localizedMessage, "$details", trace)) {
            assertFalse(MESSAGE in printed || MESSAGE_KH in printed, printed)
        }
    }

    @Test
    fun `webhook error holds the response to give`() {
        val response = assertNotNull(detailsOf(thrownBy { receiver().receive(emptyMap(), ByteArray(0)) }).response)
        assertEquals(401, response.status)
        assertEquals(400, detailsOf(thrownBy { receiver().receive("[]") }).response?.status)
    }

    @Test
    fun `rejects a status outside HTTP's range`() {
        for (status in listOf(-1, 0, 70000, 65736, Int.MAX_VALUE, Int.MIN_VALUE)) {
            assertIs<BillwireException.Undetermined>(
                thrownBy { biller().decodeOnboarding(status, """{"code":"000"}""".toByteArray()) }
            )
        }
    }

    private class Expected(val name: String, val step: NextStep, val work: () -> Any)

    private companion object {
        val REFUSING = WireProfile { refusalCodes(CodesByOperation { settlement(listOf("E-17")) }) }
        val LOOKED_UP =
            WireProfile { settlementLookup(SettlementLookup(identityCode = "ref_id", purposeOfTransaction = "ref_id")) }
        val REFUSAL = """{"code":"E-17","message":"$MESSAGE","message_kh":"$MESSAGE_KH"}""".toByteArray()

        val KINDS: Map<KClass<out BillwireException>, Expected> =
            mapOf(
                BillwireException.InvalidRequest::class to
                    Expected("invalid_request", NextStep.FIX_REQUEST) {
                        biller().prepareOnboarding(SUB_BILLER.copy { name("") })
                    },
                BillwireException.InvalidConfig::class to
                    Expected("invalid_config", NextStep.FIX_REQUEST) { Biller(BillerConfig("http://service.example")) },
                BillwireException.MissingCredential::class to
                    Expected("missing_credential", NextStep.FIX_CREDENTIALS) {
                        Biller(BillerConfig("https://service.example") { bearer(BearerToken("b")) })
                            .prepareSettlement(BILL)
                    },
                BillwireException.Rejected::class to
                    Expected("rejected", NextStep.FIX_REQUEST) { biller(REFUSING).decodeSettlement(200, REFUSAL) },
                BillwireException.Undetermined::class to
                    Expected("undetermined", NextStep.VERIFY_FIRST) {
                        biller(LOOKED_UP).decodeSettlement(500, ByteArray(0))
                    },
                BillwireException.Unreadable::class to
                    Expected("unreadable", NextStep.VERIFY_AGAIN) { biller().decodeVerification(200, "{".toByteArray()) },
                BillwireException.Unauthenticated::class to
                    Expected("unauthenticated", NextStep.FIX_CREDENTIALS) {
                        receiver().receive(emptyMap(), ByteArray(0))
                    },
                BillwireException.InvalidWebhook::class to
                    Expected("invalid_webhook", NextStep.ASK_SERVICE) {
                        WebhookReceiver.checkout().receive(emptyMap(), ByteArray(0))
                    },
            )

        fun thrownBy(work: () -> Any): Throwable =
            checkNotNull(runCatching(work).exceptionOrNull()) { "nothing was thrown" }

        fun detailsOf(error: Throwable): ErrorDetails = assertIs<BillwireException>(error).details
    }
}
