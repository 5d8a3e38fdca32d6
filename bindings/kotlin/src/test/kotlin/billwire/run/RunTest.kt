package io.github.billwire.run

import io.github.billwire.*
import java.io.IOException
import java.math.BigDecimal
import java.net.ConnectException
import java.time.Instant
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit
import kotlin.concurrent.thread
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertIs
import kotlin.test.assertTrue
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.withTimeoutOrNull

private const val SETTLED =
    """{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"""
private const val NOT_FOUND = """{"code":"404"}"""
private const val FOUND =
    """{"code":"SUCCESS","message":"","data":{"tran_id":"T-1","tran_date":"2026-01-31T09:00:00.000",
       "tran_amount":40000,"fee_amount":0,"total_amount":40000,"currency":"KHR","identity_code":"INV-1",
       "bank_code":"B","bank_ref":"R","purpose_of_transaction":"INV-1","status":"success"}}"""
private val POLICY =
    SettlementPolicy(
        pauseMs = 10,
        longestPauseMs = 10,
        notFoundHoldsMs = 100,
        inFlightMs = 50,
        deadlineMs = 1_000,
    )
private val EXPECTED = Expectation("INV-1", "INV-1", "KHR", BigDecimal("40000"))

/** A program with a clock of its own: waiting moves it. */
class RunTest {
    private val profile =
        WireProfile(
            settlementLookup = SettlementLookup("ref_id", "ref_id"),
            notFoundCodes = CodesByOperation(verification = listOf("404")),
        )
    private val biller =
        Biller(
            "https://service.example",
            BearerToken("b"),
            VerificationToken("v"),
            HashToken("h"),
            profile,
        )
    private val bill =
        Settlement(
            "INV-1",
            Instant.EPOCH,
            Instant.EPOCH,
            "KHR",
            40_000,
            "C-1",
            settlementTo = "SUB-1",
        )
    private var time = Instant.EPOCH
    private var stored: String? = null
    private val sent = mutableListOf<OperationName>()

    @Test
    fun `runs to the proof`() {
        val ending = assertIs<SettlementEnding.Settled>(settle { answer(SETTLED) })
        assertIs<SettlementProof.Answer>(ending.proof)
        assertTrue("\"state\":\"settled\"" in stored.orEmpty(), stored)
    }

    @Test
    fun `a failed send may have been sent`() {
        val ending = settle { if (it.isSettlement()) throw IOException("reset") else answer(FOUND) }
        assertIs<SettlementProof.Verification>(assertIs<SettlementEnding.Settled>(ending).proof)
        assertEquals(listOf(OperationName.SETTLEMENT, OperationName.VERIFICATION), sent)
    }

    @Test
    fun `a request without a connection is sent again`() {
        val ending = settle {
            if (!it.isSettlement()) answer(NOT_FOUND)
            else if (sent.size == 1) throw NotSentException(ConnectException()) else answer(SETTLED)
        }
        assertIs<SettlementEnding.Settled>(ending)
        assertEquals(
            listOf(OperationName.SETTLEMENT, OperationName.VERIFICATION, OperationName.SETTLEMENT),
            sent,
        )
    }

    @Test
    fun `a time-out inside of send is a lost answer`() =
        runBlocking<Unit> {
            val pause: suspend (Long) -> Unit = { millis ->
                delay(1)
                time = time.plusMillis(millis)
            }
            val run =
                start()
                    .run(
                        ::save,
                        {
                            if (it.isSettlement()) withTimeout(1) { awaitCancellation() }
                            else answer(FOUND)
                        },
                        { pause(it) },
                        now = { time },
                    )
            assertIs<SettlementEnding.Settled>(assertIs<SettlementRun.Ended>(run).ending)
        }

    @Test
    fun `a queue goes on after a long wait`() {
        val asked = start().runHere(maxWaitMs = 699) { FlowAnswer(429, ByteArray(0), 700) }
        val until = assertIs<SettlementRun.Waiting>(asked).until
        assertEquals(Instant.ofEpochMilli(700) to Instant.EPOCH, until to time)
        assertIs<SettlementRun.Waiting>(
            resume().runHere(maxWaitMs = 699) { error("it is not time yet") }
        )
        time = until
        assertIs<SettlementRun.Ended>(resume().runHere(maxWaitMs = 699) { answer(FOUND) })
        assertEquals(listOf(OperationName.SETTLEMENT, OperationName.VERIFICATION), sent)
    }

    @Test
    fun `sends nothing after a store that throws, and goes on from what it holds`() {
        for ((isStored, expected) in
            listOf(true to OperationName.VERIFICATION, false to OperationName.SETTLEMENT)) {
            stored = null
            sent.clear()
            val flow = start()
            assertFailsWith<IOException> {
                flow.runHere(
                    save = {
                        if (isStored) save(it)
                        throw IOException("no database")
                    }
                ) {
                    answer(SETTLED)
                }
            }
            assertEquals(emptyList(), sent)
            flow.stored(stored)
            flow.runHere { if (it.isSettlement()) answer(SETTLED) else answer(FOUND) }
            assertEquals(listOf(expected), sent)
        }
    }

    @Test
    fun `ends when another flow took over`() {
        assertIs<SettlementRun.TakenOver>(
            start().runHere(save = { it.revision == 1L && save(it) }) { answer(SETTLED) }
        )
        val error =
            assertFailsWith<BillwireException> {
                start().runHere(save = { false }) { answer(SETTLED) }
            }
        assertEquals(Code.RECORD_STORED, error.code())
        assertEquals(listOf(OperationName.SETTLEMENT), sent)
    }

    @Test
    fun `a cancellation ends the run at once, and a resumed one looks up`() = runBlocking {
        val isSent = CompletableDeferred<Unit>()
        val flow = start()
        val run = launch {
            flow.run(
                ::save,
                {
                    isSent.complete(Unit)
                    awaitCancellation()
                },
                { delay(it) },
                now = { time },
            )
        }
        isSent.await()
        run.cancelAndJoin()
        val step = assertIs<SettlementStep.Send>(resume().step(time, 1.0))
        assertEquals(OperationName.VERIFICATION, step.request.operation)
    }

    /** Such as `Thread.sleep`: nothing but `send` notices the cancellation. */
    @Test
    fun `a cancellation ends a run whose pause does not suspend`() = runBlocking {
        val isSent = CompletableDeferred<Unit>()
        var pauses = 0
        val run =
            launch(Dispatchers.Default) {
                start()
                    .run(
                        ::save,
                        {
                            isSent.complete(Unit)
                            awaitCancellation()
                        },
                        { pauses++ },
                        now = { time },
                    )
            }
        isSent.await()
        run.cancelAndJoin()
        assertEquals(0, pauses)
    }

    @Test
    fun `a time-out around a run ends it, also where its pause does not suspend`() = runBlocking {
        var sends = 0
        val send: suspend () -> FlowAnswer = {
            sends++
            awaitCancellation()
        }
        val run =
            withTimeoutOrNull(50) {
                start().run(::save, { send() }, { time = time.plusMillis(it) }, now = { time })
            }
        assertEquals(null to 2, run to sends)
    }

    @Test
    fun `an interrupt ends a blocking run at once`() {
        var ended: Throwable? = null
        val isSent = CountDownLatch(1)
        val send = FlowSender {
            isSent.countDown()
            Thread.sleep(20_000)
            answer(SETTLED)
        }
        val running = thread {
            ended =
                runCatching { biller.startFlow(bill).runBlocking(::save, send) }.exceptionOrNull()
        }
        assertTrue(isSent.await(5, TimeUnit.SECONDS))
        running.interrupt()
        running.join()
        assertIs<InterruptedException>(ended)
    }

    @Test
    fun `credits once and returns the reply`() {
        val json = """{"tran_id":"T-1","status":"success","identity_code":"INV-1"}"""
        val receiver = merchantProxyReceiver(listOf(WebhookToken("token")))
        val event = receiver.receive(mapOf("Token" to listOf("token")), json.toByteArray())
        val claims = mutableListOf<String>()
        val end =
            biller
                .creditFlow(event, EXPECTED, emptyList(), now = time)
                .run(
                    { answer(FOUND) },
                    {
                        claims += it.claimKey()
                        Claim.CREDITED
                    },
                    { false },
                    { time = time.plusMillis(it) },
                    { time },
                )
        assertIs<CreditEnding.Credited>(end.ending)
        assertEquals(listOf("T-1"), claims.toList())
        assertEquals(200, end.reply?.status)
        val blocking =
            biller
                .creditFlow(EXPECTED, emptyList())
                .runBlocking({ answer(FOUND) }, { Claim.CREDITED }, { false })
        assertIs<CreditEnding.Credited>(blocking.ending)
        assertEquals("FlowAnswer(status=200)", answer(SETTLED).toString())
    }

    @Test
    fun `stores what a person must see`() {
        val reviews = mutableListOf<CreditReview>()
        val other = BookedTransaction("T-0", BookedState.CREDITED, BigDecimal("40000"))
        val end =
            biller
                .creditFlow(EXPECTED, listOf(other))
                .runBlocking({ answer(FOUND) }, { Claim.CREDITED }, reviews::add)
        assertIs<CreditEnding.PaidTwice>(end.ending)
        val review = reviews.single()
        assertEquals("paidTwice" to "T-1", review.name to review.claimKey)
        assertEquals(BookedTransaction("T-1", BookedState.HELD, BigDecimal("40000")), review.booked)
        val same = biller.creditFlow(EXPECTED, checkNotNull(review.booked), listOf(other))
        assertIs<CreditEnding.NothingToCredit>(
            same.runBlocking({ answer(FOUND) }, { Claim.CREDITED }, { false }).ending
        )
    }

    private fun start() = biller.startFlow(bill, POLICY, time)

    private fun resume() = biller.resumeFlow(bill, checkNotNull(stored), POLICY)

    private fun settle(send: (FlowRequest) -> FlowAnswer): SettlementEnding =
        assertIs<SettlementRun.Ended>(start().runHere(send = send)).ending

    private fun SettlementFlow.runHere(
        save: (SettlementStep.Save) -> Boolean = ::save,
        maxWaitMs: Long? = null,
        send: (FlowRequest) -> FlowAnswer,
    ): SettlementRun {
        val noted = { request: FlowRequest ->
            sent += request.operation
            send(request)
        }
        return run(save, noted, { time = time.plusMillis(it) }, maxWaitMs, { time }, { 1.0 })
    }

    private fun save(step: SettlementStep.Save): Boolean {
        stored = step.record
        return true
    }

    private fun FlowRequest.isSettlement() = operation == OperationName.SETTLEMENT

    private fun answer(json: String) = FlowAnswer(200, json.toByteArray())
}
