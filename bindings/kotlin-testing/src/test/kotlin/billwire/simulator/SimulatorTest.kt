package io.github.billwire.simulator

import io.github.billwire.BearerToken
import io.github.billwire.Biller
import io.github.billwire.BillerConfig
import io.github.billwire.BillwireException
import io.github.billwire.CodesByOperation
import io.github.billwire.Expectation
import io.github.billwire.HashToken
import io.github.billwire.NextStep
import io.github.billwire.Onboarding
import io.github.billwire.Reply
import io.github.billwire.Sent
import io.github.billwire.Settlement
import io.github.billwire.SettlementOutcome
import io.github.billwire.Verdict
import io.github.billwire.VerificationToken
import io.github.billwire.WebhookReceiver
import io.github.billwire.WebhookToken
import io.github.billwire.WireProfile
import io.github.billwire.testing.CustomerAmounts
import io.github.billwire.testing.CustomersKey
import io.github.billwire.testing.DueWebhook
import io.github.billwire.testing.ResponseTransport
import io.github.billwire.testing.Simulator
import io.github.billwire.testing.SimulatorConfig
import io.github.billwire.testing.WebhookEndpoint
import io.github.billwire.testing.WebhookTarget
import io.github.billwire.testing.webhookFixtures
import java.math.BigDecimal
import java.time.Instant
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertNull
import kotlin.test.assertTrue

private val NOW = Instant.parse("2026-01-31T17:00:00Z")
private const val CANARY = "canary-4711"
private const val ACKNOWLEDGEMENT = """{"status":"success","message":"success"}"""

/** Life of a bill without a network. The bill determines the expected values. */
class SimulatorTest {
    private val service =
        Simulator(
            SimulatorConfig(BearerToken(CANARY), VerificationToken(CANARY), HashToken(CANARY)) {
                baseUrl("https://service.example/api/")
                webhook(WebhookEndpoint("https://merchant.example/hook") { token(WebhookToken(CANARY)) })
                fee(500)
            }
        )
    private val biller = biller("https://service.example/api")
    private val bill =
        Settlement(
            refId = "INV-1",
            date = NOW,
            dueDate = NOW.plusSeconds(86_400),
            currency = "KHR",
            totalAmount = 40_000,
            customerSyncCode = "C-1",
            settlementTo = "S-1",
        )

    init {
        biller.prepareOnboarding(Onboarding("S-1", "Sok Dara Store")).use { call ->
            val answer = service.handle(call.request(), NOW)
            assertEquals("S-1", call.decode(answer.status, answer.body).data?.supplierSyncCode)
        }
    }

    @Test
    fun `webhook confirms a settled bill`() {
        assertIs<SettlementOutcome.Settled>(settle())
        val due = service.dueWebhooks(NOW).single()
        assertEquals("https://merchant.example/hook", due.request.url)
        val claimed = confirm(due)
        service.delivered(due.id, Reply(200, emptyMap(), ACKNOWLEDGEMENT), NOW)

        val books = service.books()
        assertEquals(mapOf("S-1" to mapOf("KHR" to "40000")), books.balances)
        assertEquals(mapOf("KHR" to "40000"), books.totals)
        assertEquals(listOf(claimed), books.bills.single().tranIds)
        val counts = books.webhooks.let { listOf(it.due, it.delivered, it.acknowledged, it.failed, it.pending) }
        assertEquals(listOf(1, 1, 1, 0, 0), counts)
        assertNull(service.nextDue())
    }

    @Test
    fun `books a blind retry twice`() {
        service.script("""{"settlement":[{"ref_id":"INV-1","fault":{"kind":"drop_after"}}]}""")
        biller.prepareSettlement(bill).use { call ->
            assertEquals(ResponseTransport.DropAfter, service.handle(call.request(), NOW).transport)
            assertEquals(NextStep.ASK_SERVICE, call.noAnswer(Sent.MAYBE).details.nextStep)
            service.handle(call.request(), NOW)
        }
        val books = service.books()
        assertEquals(mapOf("KHR" to "80000"), books.totals)
        assertEquals(2, books.bills.single().tranIds.size)
        assertEquals(mapOf("settlement/drop_after" to 1), books.faultsServed)
    }

    @Test
    fun `delivers a late webhook until it is acknowledged`() {
        service.script("""{"webhooks":[{"ref_id":"INV-1","fault":{"kind":"late","delay_ms":5000}}]}""")
        settle()
        assertEquals(emptyList(), service.dueWebhooks(NOW))
        val late = NOW.plusSeconds(5)
        assertEquals(late, service.nextDue())
        service.delivered(service.dueWebhooks(late).single().id, null, late)
        assertEquals(late.plusMillis(250), service.nextDue())
        assertEquals(2, service.dueWebhooks(late.plusSeconds(1)).single().attempt)
    }

    @Test
    fun `only the reply of section 2_8 acknowledges`() {
        settle()
        val answers = listOf(Reply(200, emptyMap(), ""), Reply(204, emptyMap(), ACKNOWLEDGEMENT))
        var now = NOW
        for (answer in answers) {
            service.delivered(service.dueWebhooks(now).single().id, answer, now)
            assertEquals(0, service.books().webhooks.acknowledged)
            now = checkNotNull(service.nextDue())
        }
        service.delivered(service.dueWebhooks(now).single().id, Reply(200, emptyMap(), ACKNOWLEDGEMENT), now)
        assertEquals(1, service.books().webhooks.acknowledged)
    }

    @Test
    fun `sends checkout customers in either form`() {
        for ((form, expected) in
            listOf(
                WebhookEndpoint("https://m.example") to listOf(""""customers":[{""", """"amount":"40000""""),
                WebhookEndpoint("https://m.example") {
                    amounts(CustomerAmounts.NUMBER)
                    customersKey(CustomersKey.CUSTOMER)
                } to listOf(""""Customer":[{""", """"amount":40000"""),
            )) {
            service.sendWebhooksTo(form)
            settle()
            val due = service.dueWebhooks(NOW).last()
            val body = checkNotNull(due.request.body).text
            assertTrue(expected.all { it in body }, body)
            service.delivered(due.id, Reply(200, emptyMap(), ACKNOWLEDGEMENT), NOW)
        }
    }

    @Test
    fun `sample target answers as its headers select`() {
        val target = WebhookTarget(WebhookReceiver.checkout())
        fun status(vararg headers: Pair<String, String>, body: String = """{"tran_id":"T-1"}""") =
            target.receive(headers.associate { (name, value) -> name to listOf(value) }, body.toByteArray()).status
        assertEquals(200, status())
        assertEquals(200, status("Success" to "success"))
        assertEquals(500, status("fail" to "fail", "Success" to "success"))
        assertEquals(400, status(body = "[]"))
        assertEquals(listOf("T-1", "T-1"), target.events().map { it.payload().tranId })
    }

    @Test
    fun `names the violation in a script`() {
        val script = """{"settlement":[{"ref_id":"I","fault":{"kind":"fast"}}]}"""
        val error = assertFailsWith<BillwireException.InvalidConfig> { service.script(script) }
        assertEquals("settlement[0].fault.kind", error.details.violations.single().path)
    }

    @Test
    fun `request to another address fails to connect`() {
        val request = biller("https://elsewhere.example").prepareSettlement(bill).use { it.request() }
        assertEquals(ResponseTransport.DropBefore, service.handle(request, NOW).transport)
        assertEquals(emptyList(), service.books().bills)
    }

    @Test
    fun `simulator prints no token and no body`() {
        settle()
        val due = service.dueWebhooks(NOW).single()
        assertEquals(listOf(CANARY), due.headers()["Token"])
        for (printed in listOf(due, due.request, service, service.books())) {
            assertFalse(CANARY in "$printed" || "tran_amount" in "$printed", printed.javaClass.name)
        }
    }

    @Test
    fun `closed object is no argument`() {
        val token = WebhookToken(CANARY)
        val receiver = WebhookReceiver.merchantProxy(listOf(token))
        token.close()
        receiver.close()
        assertFailsWith<IllegalStateException> {
            service.sendWebhooksTo(WebhookEndpoint("https://m.example") { token(token) })
        }
        assertFailsWith<IllegalStateException> { WebhookTarget(receiver) }
    }

    @Test
    fun `answers with the first success code of its profile`() {
        val config =
            SimulatorConfig(BearerToken(CANARY), VerificationToken(CANARY), HashToken(CANARY)) {
                baseUrl("https://service.example/api")
                profile(WireProfile { successCodes(CodesByOperation { onboarding(listOf("900", "901")) }) })
            }
        Simulator(config).use { simulator ->
            val request = biller.prepareOnboarding(Onboarding("S-1", "Sok Dara Store")).use { it.request() }
            val body = simulator.handle(request, NOW).body.decodeToString()
            assertTrue("\"900\"" in body, body)
        }
    }

    @Test
    fun `receiver takes or refuses each fixture`() {
        val fixtures = webhookFixtures()
        assertTrue(fixtures.size > 20, "there are ${fixtures.size}")
        for (fixture in fixtures) {
            val receiver =
                fixture.token?.let { WebhookReceiver.merchantProxy(listOf(it)) } ?: WebhookReceiver.checkout()
            val outcome = runCatching { receiver.receive(fixture.headers, fixture.body).close() }
            val error = outcome.exceptionOrNull()?.let { assertIs<BillwireException>(it) }
            assertEquals(fixture.error, error?.details?.code, fixture.name)
        }
    }

    private fun settle() =
        biller.prepareSettlement(bill).use { call ->
            val answer = service.handle(call.request(), NOW)
            call.decode(answer.status, answer.body)
        }

    /** Returns the key that claims the webhook's transaction. */
    private fun confirm(due: DueWebhook): String {
        val receiver = WebhookReceiver.merchantProxy(listOf(WebhookToken(CANARY)))
        val event = receiver.receive(due.headers(), checkNotNull(due.request.body).text.toByteArray())
        val confirmation = event.confirm(biller, Expectation("INV-1", "INV-1", "KHR") { amount(BigDecimal(40_000)) })
        val answer = service.handle(confirmation.call().request(), NOW)
        return assertIs<Verdict.Confirmed>(confirmation.decide(answer.status, answer.body)).confirmed.claimKey()
    }

    private fun DueWebhook.headers() = request.headers.associate { it.name to listOf(it.value.text) }

    private fun biller(baseUrl: String) =
        Biller(
            BillerConfig(baseUrl) {
                bearer(BearerToken(CANARY))
                verificationToken(VerificationToken(CANARY))
                hashToken(HashToken(CANARY))
            }
        )
}
