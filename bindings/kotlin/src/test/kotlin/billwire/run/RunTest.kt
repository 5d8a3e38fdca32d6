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

private const val SETTLED = """{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"""
private const val NOT_FOUND = """{"code":"404"}"""
private const val FOUND =
    """{"code":"SUCCESS","message":"","data":{"tran_id":"T-1","tran_date":"2026-01-31T09:00:00.000",
       "tran_amount":40000,"fee_amount":0,"total_amount":40000,"currency":"KHR","identity_code":"INV-1",
       "bank_code":"B","bank_ref":"R","purpose_of_transaction":"INV-1","status":"success"}}"""
private val POLICY =
    SettlementPolicy(pauseMs = 10, longestPauseMs = 10, notFoundHoldsMs = 100, inFlightMs = 50, deadlineMs = 1_000)
private val EXPECTED = Expectation("INV-1", "INV-1", "KHR", BigDecimal("40000"))

/** A program with a clock of its own: waiting moves it. */
class RunTest {
    private val profile =
        WireProfile(
            settlementLookup = SettlementLookup("ref_id", "ref_id"),
            notFoundCodes = CodesByOperation(verification = listOf("404")),
        )
    private val biller =
        Biller("https://service.example", BearerToken("b"), VerificationToken("v"), HashToken("h"), profile)
    private val bill = Settlement("INV-1", Instant.EPOCH, Instant.EPOCH, "KHR", 40_000, "C-1", settlementTo = "SUB-1")
    private var time = Instant.EPOCH
    private var stored: SettlementStep.Save? = null
    private val sent = mutableListOf<OperationName>()

    @Test
    fun `runs to the proof`() {
        val ending = assertIs<SettlementEnding.Settled>(settle { answer(SETTLED) })
        assertIs<SettlementProof.Answer>(ending.proof)
        assertEquals(SettlementState.SETTLED to null, stored?.state to stored?.until)
    }

    @Test
    fun `a failed send may have been sent`() {
        val ending = settle { if (it.isSettlement()) throw IOException("reset") else answer(FOUND) }
        val proof = assertIs<SettlementEnding.Settled>(ending).proof
        assertEquals("T-1", assertIs<SettlementProof.Verification>(proof).claimKey)
        assertEquals("T-1", stored?.claimKey)
        assertEquals(listOf(OperationName.SETTLEMENT, OperationName.VERIFICATION), sent)
    }

    @Test
    fun `a request without a connection is sent again`() {
        val ending = settle { if (sent.size == 1) throw NotSentException(ConnectException()) else answer(SETTLED) }
        assertIs<SettlementEnding.Settled>(ending)
        assertEquals(listOf(OperationName.SETTLEMENT, OperationName.SETTLEMENT), sent)
    }

    @Test
    fun `a time-out inside of send is a lost answer`() =
        runBlocking<Unit> {
            val pause: suspend (Long) -> Unit = { millis ->
                delay(1)
                time = time.plusMillis(millis)
            }
            val run =
                flow().runSuspending(pause) {
                    if (it.isSettlement()) withTimeout(1) { awaitCancellation() } else answer(FOUND)
                }
            assertIs<SettlementEnding.Settled>(assertIs<SettlementRun.Ended>(run).ending)
        }

    @Test
    fun `a queue goes on after a long wait`() {
        val asked = flow().runHere(maxWaitMs = 699) { FlowAnswer(429, ByteArray(0), 700) }
        val until = Instant.ofEpochMilli(700)
        assertEquals(SettlementRun.Waiting(until, WaitReason.SEND_AGAIN), asked)
        assertEquals(Instant.EPOCH, time)
        assertEquals(SettlementState.OPEN to until, stored?.state to stored?.until)
        assertIs<SettlementRun.Waiting>(flow().runHere(maxWaitMs = 699) { error("too early") })
        time = until
        assertIs<SettlementRun.Ended>(flow().runHere(maxWaitMs = 699) { answer(FOUND) })
        assertEquals(listOf(OperationName.SETTLEMENT, OperationName.VERIFICATION), sent)
    }

    @Test
    fun `a store may fail once in a row, and is asked for what it holds`() {
        for (isStored in listOf(true, false)) {
            stored = null
            sent.clear()
            var hasFailed = false
            val failing = { step: SettlementStep.Save ->
                val fails = step.revision == 2L && !hasFailed
                val isSaved = (isStored || !fails) && save(step)
                hasFailed = hasFailed || fails
                if (fails) throw IOException("no database") else isSaved
            }
            assertIs<SettlementRun.Ended>(flow().runHere(failing) { answer(SETTLED) })
            assertEquals(listOf(OperationName.SETTLEMENT), sent)
            assertEquals(SettlementState.SETTLED to 2L, stored?.state to stored?.revision)
        }
        stored = null
        sent.clear()
        val run = { flow().runHere({ throw IOException("no database") }) { answer(SETTLED) } }
        assertEquals("no database", assertFailsWith<IOException> { run() }.message)
        assertEquals(emptyList(), sent)
    }

    @Test
    fun `a flow that comes second adds what it heard`() {
        val saveLate = { step: SettlementStep.Save ->
            // Another process looks the bill up, and stores that.
            if (sent.size == 1) flow().runHere(maxWaitMs = 0) { answer(NOT_FOUND) }
            save(step)
        }
        val run = flow().runHere(saveLate) { answer(SETTLED) }
        val ending = assertIs<SettlementEnding.Settled>(assertIs<SettlementRun.Ended>(run).ending)
        assertIs<SettlementProof.Answer>(ending.proof)
        assertEquals(SettlementState.SETTLED to 3L, stored?.state to stored?.revision)
        assertEquals(listOf(OperationName.SETTLEMENT, OperationName.VERIFICATION), sent)
    }

    @Test
    fun `a control of the books makes not found count`() {
        val controls = mutableListOf<OperationName>()
        val send = { request: FlowRequest ->
            when {
                request.isSettlement() -> if (sent.size == 1) throw IOException("reset") else answer(SETTLED)
                "INV-0" in request.http.body?.text.orEmpty() -> {
                    controls += request.operation
                    answer(FOUND.replace("INV-1", "INV-0"))
                }
                else -> answer(NOT_FOUND)
            }
        }
        assertIs<SettlementEnding.Settled>(settle({ bill.copy(refId = "INV-0") }, send))
        assertEquals(2 to 2, sent.count { it == OperationName.SETTLEMENT } to controls.size)
        stored = null
        sent.clear()
        val unclear = assertIs<SettlementEnding.Unclear>(settle({ null }, send))
        assertEquals(Code.NO_CONTROL, unclear.reason.code)
    }

    @Test
    fun `a refused credential waits, and a renewed biller goes on`() {
        val refused = { _: FlowRequest -> FlowAnswer(401, ByteArray(0)) }
        val waiting = assertIs<SettlementRun.Waiting>(flow().runHere(send = refused))
        assertEquals(WaitReason.CREDENTIALS, waiting.reason)
        assertEquals(SettlementState.OPEN, stored?.state)
        stored = null
        sent.clear()
        var bearer = "old"
        val bearers = mutableListOf<String?>()
        val send = { request: FlowRequest ->
            sent += request.operation
            bearers += request.http.headers.find { it.name == "Authorization" }?.value?.text
            if (!request.isSettlement()) answer(NOT_FOUND)
            else if (bearer == "old") FlowAnswer(401, ByteArray(0)) else answer(SETTLED)
        }
        val pause = { millis: Long ->
            bearer = "new"
            time = time.plusMillis(millis)
        }
        val renewed = { biller.withBearer(BearerToken(bearer)) }
        val run = flow().run(::load, ::save, send, { null }, pause, renewed, now = { time })
        assertIs<SettlementEnding.Settled>(assertIs<SettlementRun.Ended>(run).ending)
        assertEquals(listOf("Bearer old", "Bearer new"), bearers.filterNotNull())
        assertEquals(listOf(OperationName.SETTLEMENT, OperationName.VERIFICATION, OperationName.SETTLEMENT), sent)
    }

    @Test
    fun `a person's word, a reopening and a further look`() {
        val lost = { request: FlowRequest ->
            if (request.isSettlement()) throw IOException("reset") else answer(NOT_FOUND)
        }
        assertIs<SettlementEnding.Unclear>(settle(send = lost))
        flow().use {
            it.resolved(Resolution.NOTHING_MOVED)
            val ending = assertIs<SettlementRun.Ended>(it.runHere(send = lost)).ending
            assertIs<SettlementEnding.Refused>(ending)
        }
        val reopened = flow(SettlementMode.REOPEN).runHere { answer(if (it.isSettlement()) SETTLED else NOT_FOUND) }
        assertIs<SettlementEnding.Settled>(assertIs<SettlementRun.Ended>(reopened).ending)
        val again = assertIs<SettlementRun.Ended>(flow(SettlementMode.LOOK_AGAIN).runHere { answer(FOUND) })
        val settled = assertIs<SettlementEnding.Settled>(again.ending)
        assertIs<LookupVerdict.Settled>(settled.lookup)
        assertEquals("T-1", stored?.claimKey)
        flow().use {
            it.notThisBill("T-1")
            it.runHere(send = lost)
        }
        assertEquals(null, stored?.claimKey)
    }

    @Test
    fun `a cancellation ends the run at once, and a resumed one looks up`() = runBlocking {
        val isSent = CompletableDeferred<Unit>()
        val run = launch {
            flow().runSuspending {
                isSent.complete(Unit)
                awaitCancellation()
            }
        }
        isSent.await()
        run.cancelAndJoin()
        time = time.plusMillis(60)
        flow().runHere { answer(FOUND) }
        assertEquals(listOf(OperationName.VERIFICATION), sent)
    }

    /** Such as `Thread.sleep`: nothing but `send` notices the cancellation. */
    @Test
    fun `a cancellation ends a run whose pause does not suspend`() = runBlocking {
        val isSent = CompletableDeferred<Unit>()
        var pauses = 0
        val run =
            launch(Dispatchers.Default) {
                flow().runSuspending({ pauses++ }) {
                    isSent.complete(Unit)
                    awaitCancellation()
                }
            }
        isSent.await()
        run.cancelAndJoin()
        assertEquals(0, pauses)
    }

    @Test
    fun `a time-out around a run ends it, also where its pause does not suspend`() = runBlocking {
        var sends = 0
        val run =
            withTimeoutOrNull(50) {
                flow().runSuspending({ time = time.plusMillis(it) }) {
                    sends++
                    awaitCancellation()
                }
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
        val running = thread { ended = runCatching { flow().runBlocking(Table(), send) }.exceptionOrNull() }
        assertTrue(isSent.await(5, TimeUnit.SECONDS))
        running.interrupt()
        running.join()
        assertIs<InterruptedException>(ended)
    }

    @Test
    fun `credits once and returns the reply`() {
        val claims = mutableListOf<String>()
        val end =
            biller
                .creditFlow(event(), EXPECTED, emptyList(), now = time)
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
            biller.creditFlow(EXPECTED, emptyList()).runBlocking({ answer(FOUND) }, { Claim.CREDITED }, { false })
        assertIs<CreditEnding.Credited>(blocking.ending)
        assertEquals("FlowAnswer(status=200)", answer(SETTLED).toString())
    }

    @Test
    fun `stores what a person must see, and replies as it is stored`() {
        val other = BookedTransaction("T-0", BookedState.CREDITED, BigDecimal("40000"))
        val held = BookedTransaction("T-1", BookedState.HELD, BigDecimal("40000"))
        for ((isStored, status) in mapOf(true to 200, false to 409)) {
            val reviews = mutableListOf<CreditReview>()
            val store = ReviewStore {
                reviews += it
                isStored
            }
            val flow = biller.creditFlow(event(), EXPECTED, listOf(other))
            val end = flow.runBlocking({ answer(FOUND) }, { Claim.CREDITED }, store)
            assertIs<CreditEnding.PaidTwice>(end.ending)
            assertEquals(status, end.reply?.status)
            val review = reviews.single()
            assertEquals("paidTwice" to "T-1", review.name to review.claimKey)
            assertEquals(held, review.booked)
        }
        val same = biller.creditFlow(EXPECTED, held, listOf(other))
        assertIs<CreditEnding.NothingToCredit>(
            same.runBlocking({ answer(FOUND) }, { Claim.CREDITED }, { false }).ending
        )
    }

    private fun event(): WebhookEvent {
        val json = """{"tran_id":"T-1","status":"success","identity_code":"INV-1"}"""
        val receiver = merchantProxyReceiver(listOf(WebhookToken("token")))
        return receiver.receive(mapOf("Token" to listOf("token")), json.toByteArray())
    }

    private fun flow(mode: SettlementMode? = null) = biller.settlementFlow(bill, POLICY, mode)

    private fun settle(control: () -> Settlement? = { null }, send: (FlowRequest) -> FlowAnswer): SettlementEnding =
        assertIs<SettlementRun.Ended>(flow().runHere(control = control, send = send)).ending

    private fun SettlementFlow.runHere(
        save: (SettlementStep.Save) -> Boolean = ::save,
        maxWaitMs: Long? = null,
        control: () -> Settlement? = { null },
        send: (FlowRequest) -> FlowAnswer,
    ): SettlementRun {
        val noted = { request: FlowRequest ->
            sent += request.operation
            send(request)
        }
        val pause = { millis: Long -> time = time.plusMillis(millis) }
        return run(::load, save, noted, control, pause, { null }, maxWaitMs, { time }, { 1.0 })
    }

    private suspend fun SettlementFlow.runSuspending(
        pause: suspend (Long) -> Unit = { delay(it) },
        send: suspend (FlowRequest) -> FlowAnswer,
    ): SettlementRun = run(::load, ::save, { send(it) }, { null }, { pause(it) }, now = { time })

    private fun load(): String? = stored?.record

    /** Stores where the stored record has the revision `previous`, as a table does. */
    private fun save(step: SettlementStep.Save): Boolean {
        if (step.previous != (stored?.revision ?: 0)) return false
        stored = step
        return true
    }

    private inner class Table : RecordStore {
        override fun load(): String? = this@RunTest.load()

        override fun save(step: SettlementStep.Save): Boolean = this@RunTest.save(step)

        override fun control(): Settlement? = null
    }

    private fun FlowRequest.isSettlement() = operation == OperationName.SETTLEMENT

    private fun answer(json: String) = FlowAnswer(200, json.toByteArray())
}
