package io.github.billwire.boundary

import com.fasterxml.jackson.databind.SerializationFeature
import com.fasterxml.jackson.databind.json.JsonMapper
import io.github.billwire.*
import java.io.ByteArrayOutputStream
import java.io.NotSerializableException
import java.io.ObjectOutputStream
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertTrue

private const val CANARY = "Canary7e1f"
private val JACKSON = JsonMapper.builder().disable(SerializationFeature.FAIL_ON_EMPTY_BEANS).build()

/** A canary stands for each secret. Nothing that prints contains it. */
class SecretsTest {
    private val config =
        BillerConfig("https://service.example", BearerToken(CANARY), VerificationToken(CANARY), HashToken(CANARY))
    private val bill = BILL.copy(paymentMethodToken = SensitiveText(CANARY))

    @Test
    fun `hides credentials and their holders`() {
        val biller = Biller(config)
        val others = listOf(biller, biller.withBearer(BearerToken(CANARY)), SigningKey(HashToken(CANARY)))
        val receiver = listOf(WebhookToken(CANARY), merchantProxyReceiver(listOf(WebhookToken(CANARY))))
        assertHidden(listOf(config, config.bearer, config.verificationToken, config.hashToken) + others + receiver)
    }

    @Test
    fun `hides credentials and bodies of calls`() {
        val biller = Biller(config)
        val settlement = biller.prepareSettlement(bill)
        val onboarding = biller.prepareOnboarding(SUB_BILLER)
        val verification = biller.prepareVerification(SEARCH)
        val request = UntypedRequest("/wallet", json = """{"a":"$CANARY"}""", authentication = Authentication.BEARER)
        val operation = biller.prepareOperation(OperationName.GET_WALLET_BALANCE, request)
        val requests = listOf(settlement.request(), onboarding.request(), verification.request(), operation.request())
        assertTrue(
            requests.all { sent -> sent.headers.any { CANARY in it.value.text } || CANARY in sent.body?.text.orEmpty() }
        )
        assertHidden(listOf(settlement, onboarding, verification, operation) + requests + requests.map { it.headers })
    }

    @Test
    fun `hides the payment token and the linking address`() {
        assertHidden(listOf(bill, bill.copy(refId = "INV-0002"), bill.paymentMethodToken))
        val answer = """{"code":"000","data":{"add_link_account":{"web_url":"https://a.example/$CANARY"}}}"""
        val outcome = biller().decodeOnboarding(200, answer.toByteArray())
        assertEquals("https://a.example/$CANARY", outcome.link?.text)
        assertHidden(listOf(outcome, outcome.response, outcome.response.data))
    }

    @Test
    fun `hides what an error keeps of its answer`() {
        val answer = """{"code":"310","data":{"name":"$CANARY","add_link_account":{"web_url":"https://a.example/"}}}"""
        val error =
            assertFailsWith<BillwireException.Undetermined> { biller().decodeOnboarding(200, answer.toByteArray()) }
        val data = assertIs<AnswerData.Onboarding>(error.answerData())
        assertEquals(CANARY, data.subBiller.name)
        assertHidden(listOf(error, error.details, data))
    }

    @Test
    fun `hides values in violations and explanations`() {
        val wrong = bill.copy(refId = "", description = CANARY + "\u0001", settlementTo = " $CANARY")
        val refused = runCatching { Biller(config).prepareSettlement(wrong) }.exceptionOrNull()
        val tokens =
            listOf("Bearer $CANARY", "$CANARY ", "").map { token ->
                runCatching { Biller(config.copy(bearer = BearerToken(token))) }.exceptionOrNull()
            }
        val explanation = explainSignature(SIGNED, HashToken(CANARY), ExplainOptions(observedHash = "A".repeat(88)))
        assertHidden(listOf(refused, explanation) + tokens)
    }

    @Test
    fun `sensitive text compares but does not print`() {
        val text = SensitiveText(CANARY)
        assertEquals(SensitiveText(CANARY), text)
        assertEquals(SensitiveText(CANARY).hashCode(), text.hashCode())
        assertFalse(text.equals(CANARY))
        assertHidden(listOf(text, listOf(text), mapOf("token" to text), Pair(text, text), Result.success(text)))
        assertFailsWith<NotSerializableException> { ObjectOutputStream(ByteArrayOutputStream()).writeObject(text) }
        assertFalse(CANARY in JACKSON.writeValueAsString(mapOf("text" to text, "fields" to Header("token", text))))
    }

    private fun assertHidden(values: List<Any?>) {
        for (value in values) {
            checkNotNull(value)
            val thrown = value as? Throwable
            val printed =
                listOfNotNull("$value", thrown?.message, thrown?.localizedMessage, thrown?.stackTraceToString())
            printed.forEach { assertFalse(CANARY in it, it) }
        }
    }
}
