package io.github.billwire.coroutines

import io.github.billwire.Attempt
import io.github.billwire.BearerToken
import io.github.billwire.Biller
import io.github.billwire.BillerConfig
import io.github.billwire.BillwireException
import io.github.billwire.Code
import io.github.billwire.CreditFlow
import io.github.billwire.CreditStep
import io.github.billwire.Expectation
import io.github.billwire.HashToken
import io.github.billwire.HttpSender
import io.github.billwire.LookupVerdict
import io.github.billwire.NextStep
import io.github.billwire.Onboarding
import io.github.billwire.OperationName
import io.github.billwire.Settlement
import io.github.billwire.SettlementEnding
import io.github.billwire.SettlementFlow
import io.github.billwire.SettlementLookup
import io.github.billwire.SettlementOutcome
import io.github.billwire.SettlementPolicy
import io.github.billwire.SettlementProof
import io.github.billwire.SettlementStep
import io.github.billwire.Verification
import io.github.billwire.VerificationToken
import io.github.billwire.WaitReason
import io.github.billwire.WireProfile
import io.github.billwire.okhttp.OkHttpTransport
import io.github.billwire.vectors.http.RawServer
import io.github.billwire.vectors.http.RawServer.Received
import io.github.billwire.vectors.http.RawServer.answer
import java.math.BigDecimal
import java.net.ConnectException
import java.time.Duration
import java.time.Instant
import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import okhttp3.OkHttpClient

private const val SETTLED = """{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"""
// A transaction from before the first attempt would be another one.
private val FOUND =
    """{"code":"SUCCESS","message":"","data":{"tran_id":"T-1","tran_date":"${Instant.now().toString().take(19)}.000",
       "tran_amount":40000,"fee_amount":0,"total_amount":40000,"currency":"KHR","identity_code":"INV-1",
       "bank_code":"B","bank_ref":"R","purpose_of_transaction":"INV-1","status":"success"}}"""
private val POLICY = SettlementPolicy {
    attempts(2)
    pauseMs(10)
    longestPauseMs(10)
    inFlightMs(50)
}

/** The sender over OkHttp, against a server on bare sockets. The adapters have tests of their own. */
class SendTest {
    private val server = RawServer { socket, request -> answer(socket, 200, success(request)) }
    private val attempts = mutableListOf<Attempt>()
    private val biller =
        Biller(
            BillerConfig(server.url()) {
                bearer(BearerToken("secret-bearer"))
                verificationToken(VerificationToken("secret-verification"))
                hashToken(HashToken("secret-hash"))
                allowLoopbackHttp(true)
                profile(WireProfile { settlementLookup(SettlementLookup("ref_id", "ref_id")) })
            }
        )

    @AfterTest fun stop() = server.close()

    @Test
    fun `a cut connection is looked up, and received once`() = overOkHttp { sender ->
        assertIs<SettlementEnding.Settled>(settle(sender)) // leaves a connection in the pool
        server.received().clear()
        server.respond { socket, request ->
            if (request.isSettlement()) socket.close() else answer(socket, 200, success(request))
        }
        val proof = assertIs<SettlementEnding.Settled>(settle(sender)).proof
        assertIs<SettlementProof.Verification>(proof)
        assertEquals(listOf(true, false), server.received().map { it.isSettlement() })
    }

    @Test
    fun `control, OkHttp's default settles twice`() = runBlocking {
        val client = OkHttpClient() // a program that sends by itself
        val call = biller.prepareSettlement(bill())
        sentBy(client, call.request())
        server.received().clear()
        server.respond { socket, _ -> if (server.received().size == 1) socket.close() else answer(socket, 200, SETTLED) }
        assertIs<SettlementOutcome.Settled>(call.decode(200, sentBy(client, call.request())))
        assertEquals(listOf(true, true), server.received().map { it.isSettlement() })
    }

    @Test
    fun `a refused connection is sent again without a lookup`() = overOkHttp { sender ->
        val closed = RawServer { _, _ -> }.also { it.close() }
        val settings = BillerConfig(closed.url()) {
            bearer(BearerToken("b"))
            hashToken(HashToken("h"))
            allowLoopbackHttp(true)
        }
        val flow = SettlementFlow.start(Biller(settings), bill(), POLICY)
        val refused = assertIs<SettlementEnding.Refused>(flow.run(save = { true }, send = sender::answer).ending())
        assertEquals(Code.ATTEMPTS_USED_UP, refused.reason.code)
        assertEquals(2, attempts.size)
        assertTrue(attempts.all { it.operation == OperationName.SETTLEMENT && it.cause is ConnectException })
    }

    @Test
    fun `every kind of call is decoded`() = overOkHttp { sender ->
        assertIs<SettlementOutcome.Settled>(sender.send(biller.prepareSettlement(bill())))
        assertEquals("000", sender.send(biller.prepareOnboarding(Onboarding("S-1", "Store"))).code)
        val search = Verification("INV-1", purposeOfTransaction = "INV-1")
        assertEquals("T-1", sender.send(biller.prepareVerification(search)).data.tranId)
        assertIs<LookupVerdict.Settled>(sender.suspending { send(biller.prepareSettlementLookup(bill())) })
        assertEquals(List(4) { 200 }, attempts.map { it.status })
        assertTrue(attempts.all { it.nextStep == null && it.code == null && it.cause == null })
    }

    @Test
    fun `without an answer, the error keeps the cause`() = overOkHttp { sender ->
        server.respond { socket, _ -> socket.close() }
        val error = assertFailsWith<BillwireException> { sender.send(biller.prepareSettlement(bill())) }
        assertEquals(Code.NO_ANSWER to NextStep.VERIFY_FIRST, error.details.code to error.details.nextStep)
        val attempt = attempts.single()
        assertEquals(error.cause, attempt.cause)
        assertNull(attempt.status)
        assertFalse("secret" in "$attempt" + error.stackTraceToString(), "$attempt")
    }

    @Test
    fun `a closed port allows to send again`() = overOkHttp { sender ->
        server.close()
        val error = assertFailsWith<BillwireException> { sender.send(biller.prepareSettlement(bill())) }
        assertEquals(NextStep.SEND_AGAIN, error.details.nextStep)
        assertIs<ConnectException>(error.cause)
    }

    @Test
    fun `the error and the attempt say how long to wait`() = overOkHttp { sender ->
        server.respond { socket, _ -> answer(socket, 429, "", "Retry-After: 7") }
        val error = assertFailsWith<BillwireException> { sender.send(biller.prepareSettlement(bill())) }
        assertEquals(Duration.ofSeconds(7), error.retryAfter)
        val attempt = attempts.single()
        assertEquals(429 to Duration.ofSeconds(7), attempt.status to attempt.retryAfter)
        assertEquals(error.details.nextStep to error.details.code, attempt.nextStep to attempt.code)
    }

    @Test
    fun `a failing onAttempt cannot fail a settled bill`() {
        val sender = HttpSender(OkHttpTransport(), onAttempt = { error("mine") })
        assertIs<SettlementOutcome.Settled>(sender.send(biller.prepareSettlement(bill())))
    }

    @Test
    fun `a cancellation ends the attempt at once`() = overOkHttp { sender ->
        val isReceived = CompletableDeferred<Unit>()
        server.respond { _, _ ->
            isReceived.complete(Unit)
            Thread.sleep(20_000)
        }
        val run = launch { sender.suspending { send(biller.prepareSettlement(bill())) } }
        isReceived.await()
        delay(200) // until the client reads
        val cancelled = System.nanoTime()
        run.cancelAndJoin()
        assertTrue(System.nanoTime() - cancelled < 2_000_000_000, "it waited for the answer")
        assertIs<InterruptedException>(attempts.single().cause)
    }

    @Test
    fun `a blocking loop settles and credits`() = overOkHttp { sender ->
        val flow = SettlementFlow.start(biller, bill())
        flow.saved(assertIs<SettlementStep.Save>(flow.step()).revision)
        sender.send(flow, assertIs<SettlementStep.Send>(flow.step()).request)
        flow.saved(assertIs<SettlementStep.Save>(flow.step()).revision)
        assertIs<SettlementEnding.Settled>(assertIs<SettlementStep.Finished>(flow.step()).ending)
        val billed = Expectation("INV-1", "INV-1", "KHR") { amount(BigDecimal("40000")) }
        val credit = CreditFlow.ofBill(biller, billed, emptyList())
        sender.send(credit, assertIs<CreditStep.Send>(credit.step()).request)
        assertIs<CreditStep.Credit>(credit.step())
    }

    @Test
    fun `a settlement that is too late is not sent`() = runBlocking {
        var now = Instant.EPOCH
        val late = HttpSender(OkHttpTransport(), now = { now })
        val flow = SettlementFlow.start(biller, bill(), POLICY, now)
        flow.saved(assertIs<SettlementStep.Save>(flow.step(now)).revision)
        val request = assertIs<SettlementStep.Send>(flow.step(now)).request
        now = now.plusMillis(50)
        assertFailsWith<NotSentException> { late.answer(request) }
        late.send(flow, request)
        assertEquals(emptyList(), server.received())
        flow.saved(assertIs<SettlementStep.Save>(flow.step(now)).revision)
        assertEquals(WaitReason.SEND_AGAIN, assertIs<SettlementStep.Wait>(flow.step(now)).reason)
    }

    @Test
    fun `a flow waits as long as the service asks`() = overOkHttp { sender ->
        server.respond { socket, _ -> answer(socket, 429, "", "Retry-After: 7") }
        val sent = Instant.now()
        val run = SettlementFlow.start(biller, bill(), POLICY).run({ true }, sender::answer, maxWaitMs = 6_000)
        assertTrue(assertIs<SettlementRun.Waiting>(run).until >= sent.plusSeconds(7))
        val flow = SettlementFlow.start(biller, bill(), POLICY)
        flow.saved(assertIs<SettlementStep.Save>(flow.step()).revision)
        sender.send(flow, assertIs<SettlementStep.Send>(flow.step()).request)
        flow.saved(assertIs<SettlementStep.Save>(flow.step()).revision)
        assertTrue(assertIs<SettlementStep.Wait>(flow.step()).until >= sent.plusSeconds(7))
    }

    @Test
    fun `refuses limits below one`() {
        assertFailsWith<IllegalArgumentException> { HttpSender(OkHttpTransport(), timeout = Duration.ZERO) }
        assertFailsWith<IllegalArgumentException> { HttpSender(OkHttpTransport(), maxBytes = 0) }
    }

    private fun overOkHttp(test: suspend kotlinx.coroutines.CoroutineScope.(HttpSender) -> Unit) = runBlocking {
        test(HttpSender(OkHttpTransport(), Duration.ofSeconds(5)) { attempts += it })
    }

    private suspend fun settle(sender: HttpSender): SettlementEnding =
        SettlementFlow.start(biller, bill(), POLICY).run(save = { true }, send = sender::answer).ending()

    private fun SettlementRun.ending() = assertIs<SettlementRun.Ended>(this).ending

    private fun sentBy(client: OkHttpClient, request: io.github.billwire.HttpRequest): ByteArray {
        val body = okhttp3.RequestBody.create(null, assertNotNull(request.body).text)
        val builder = okhttp3.Request.Builder().url(request.url).post(body)
        request.headers.forEach { builder.header(it.name, it.value.text) }
        return client.newCall(builder.build()).execute().use { assertNotNull(it.body).bytes() }
    }

    private fun Received.isSettlement() = "push_bill_with_payment" in head()

    private fun success(request: Received) = if ("verify" in request.head()) FOUND else SETTLED

    private fun bill() =
        Settlement("INV-1", Instant.EPOCH, Instant.EPOCH, "KHR", 40_000, "C-1", settlementTo = "SUB-1")
}
