package io.github.billwire.coroutines

import io.github.billwire.BearerToken
import io.github.billwire.Biller
import io.github.billwire.BillerConfig
import io.github.billwire.BillwireException
import io.github.billwire.Claim
import io.github.billwire.Code
import io.github.billwire.CodesByOperation
import io.github.billwire.CreditEnding
import io.github.billwire.CreditFlow
import io.github.billwire.Expectation
import io.github.billwire.FlowRequest
import io.github.billwire.HashToken
import io.github.billwire.OperationName
import io.github.billwire.Settlement
import io.github.billwire.SettlementEnding
import io.github.billwire.SettlementFlow
import io.github.billwire.SettlementLookup
import io.github.billwire.SettlementPolicy
import io.github.billwire.SettlementProof
import io.github.billwire.SettlementStep
import io.github.billwire.VerificationToken
import io.github.billwire.WebhookReceiver
import io.github.billwire.WebhookToken
import io.github.billwire.WireProfile
import java.io.IOException
import java.math.BigDecimal
import java.net.ConnectException
import java.time.Instant
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertIs
import kotlin.test.assertTrue
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout

private const val SETTLED = """{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"""
private const val NOT_FOUND = """{"code":"404"}"""
private const val FOUND =
    """{"code":"SUCCESS","message":"","data":{"tran_id":"T-1","tran_date":"2026-01-31T09:00:00.000",
       "tran_amount":40000,"fee_amount":0,"total_amount":40000,"currency":"KHR","identity_code":"INV-1",
       "bank_code":"B","bank_ref":"R","purpose_of_transaction":"INV-1","status":"success"}}"""
private val POLICY =
    SettlementPolicy {
        pauseMs(10)
        longestPauseMs(10)
        notFoundHoldsMs(100)
        inFlightMs(50)
        deadlineMs(1_000)
    }

/** A program with a clock of its own: waiting moves it. */
class RunTest {
    private val biller =
        Biller(
            BillerConfig("https://service.example") {
                bearer(BearerToken("bearer"))
                verificationToken(VerificationToken("verification"))
                hashToken(HashToken("hash"))
                profile(WireProfile {
                        settlementLookup(SettlementLookup(identityCode = "ref_id", purposeOfTransaction = "ref_id"))
                        notFoundCodes(CodesByOperation { verification(listOf("404")) })
                    })
            }
        )
    private var time = Instant.ofEpochMilli(0)
    private var stored: String? = null
    private val sent = mutableListOf<OperationName>()

    @Test
    fun `runs to the proof`() {
        val ending = assertIs<SettlementEnding.Settled>(settle { answer(SETTLED) }.ending())
        assertIs<SettlementProof.Answer>(ending.proof)
        assertTrue("\"state\":\"settled\"" in stored.orEmpty(), stored)
    }

    @Test
    fun `a failed send may have been sent`() {
        val ending =
            assertIs<SettlementEnding.Settled>(
                settle { if (it.operation == OperationName.SETTLEMENT) throw IOException("reset") else answer(FOUND) }.ending()
            )
        assertIs<SettlementProof.Verification>(ending.proof)
        assertEquals(listOf(OperationName.SETTLEMENT, OperationName.VERIFICATION), sent)
    }

    @Test
    fun `a request without a connection is sent again`() {
        val ending = settle {
            when (it.operation) {
                OperationName.VERIFICATION -> answer(NOT_FOUND)
                else -> if (sent.size == 1) throw NotSentException(ConnectException()) else answer(SETTLED)
            }
        }
        assertIs<SettlementEnding.Settled>(ending.ending())
        assertEquals(listOf(OperationName.SETTLEMENT, OperationName.VERIFICATION, OperationName.SETTLEMENT), sent)
    }

    @Test
    fun `a time-out inside of send is a lost answer`() {
        val ending = settle {
            if (it.operation == OperationName.SETTLEMENT) withTimeout(1) { awaitCancellation() } else answer(FOUND)
        }
        assertIs<SettlementEnding.Settled>(ending.ending())
    }

    @Test
    fun `waits by the given clock until it is clear`() {
        val lost: (FlowRequest) -> FlowAnswer = {
            if (it.operation == OperationName.SETTLEMENT) throw IOException("reset") else answer(NOT_FOUND)
        }
        val refused = assertIs<SettlementEnding.Refused>(settle(POLICY.copy { attempts(1) }, send = lost).ending())
        assertEquals(Code.ATTEMPTS_USED_UP, refused.reason.code)
        assertTrue(time >= Instant.ofEpochMilli(100), "$time")
    }

    @Test
    fun `a wait lasts as long as the service asks`() {
        settle { if (sent.size == 1) FlowAnswer(429, ByteArray(0), 700) else answer(FOUND) }
        assertEquals(Instant.ofEpochMilli(700), time)
    }

    @Test
    fun `a queue goes on after a long wait`() {
        val run = settle(maxWaitMs = 699) { FlowAnswer(429, ByteArray(0), 700) }
        val until = assertIs<SettlementRun.Waiting>(run).until
        assertEquals(Instant.ofEpochMilli(700) to Instant.EPOCH, until to time)
        assertIs<SettlementRun.Waiting>(resume(maxWaitMs = 699) { error("it is not time yet") })
        time = until
        assertIs<SettlementEnding.Settled>(resume(maxWaitMs = 699) { answer(FOUND) }.ending())
        assertEquals(listOf(OperationName.SETTLEMENT, OperationName.VERIFICATION), sent)
    }

    @Test
    fun `a bill answered 000 under HTTP 500 is sent once`() {
        val run = settle { if (it.operation == OperationName.SETTLEMENT) answer(SETTLED, 500) else answer(NOT_FOUND) }
        assertIs<SettlementEnding.Unclear>(run.ending())
        repeat(2) { assertIs<SettlementEnding.Unclear>(resume { answer(NOT_FOUND) }.ending()) }
        assertEquals(1, sent.count { it == OperationName.SETTLEMENT })
    }

    @Test
    fun `sends nothing after a store that throws`() {
        assertFailsWith<IOException> { settle(save = { throw IOException("no database") }, send = { answer(SETTLED) }) }
        assertEquals(emptyList(), sent)
    }

    @Test
    fun `goes on from what a store that threw holds`() {
        for ((isStored, expected) in listOf(true to OperationName.VERIFICATION, false to OperationName.SETTLEMENT)) {
            stored = null
            sent.clear()
            val flow = SettlementFlow.start(biller, bill(), POLICY, time)
            val broken: suspend (SettlementStep.Save) -> Boolean = {
                if (isStored) save(it)
                throw IOException("no database")
            }
            assertFailsWith<IOException> { flow.run(save = broken) { answer(SETTLED) } }
            val run = flow.run(load = { stored }) {
                if (it.operation == OperationName.SETTLEMENT) answer(SETTLED) else answer(FOUND)
            }
            assertIs<SettlementEnding.Settled>(run.ending())
            assertEquals(listOf(expected), sent)
        }
    }

    @Test
    fun `a store that threw is not taken over by itself`() {
        val flow = SettlementFlow.start(biller, bill(), POLICY, time)
        val broken: suspend (SettlementStep.Save) -> Boolean = {
            save(it)
            throw IOException("no database")
        }
        assertFailsWith<IOException> { flow.run(save = broken) { answer(SETTLED) } }
        val error = assertFailsWith<BillwireException> { flow.run(save = { false }) { answer(SETTLED) } }
        assertEquals(Code.RECORD_STORED, error.details.code)
    }

    @Test
    fun `ends when another flow took over`() {
        val run = settle(save = { it.revision == 1L && save(it) }) { answer(SETTLED) }
        assertIs<SettlementRun.TakenOver>(run)
        val error = assertFailsWith<BillwireException> { settle(save = { false }) { answer(SETTLED) } }
        assertEquals(Code.RECORD_STORED, error.details.code)
        assertEquals(listOf(OperationName.SETTLEMENT), sent)
    }

    @Test
    fun `resumes after a cancellation with a lookup`() = runBlocking {
        val isSent = CompletableDeferred<Unit>()
        val run = launch {
            SettlementFlow.start(biller, bill(), POLICY, time)
                .run(
                    save = { save(it) },
                    send = {
                        isSent.complete(Unit)
                        awaitCancellation()
                    },
                    now = { time },
                )
        }
        isSent.await()
        run.cancelAndJoin()
        val flow = SettlementFlow.resume(biller, bill(), checkNotNull(stored), POLICY)
        val step = assertIs<SettlementStep.Send>(flow.step(time, 1.0))
        assertEquals(OperationName.VERIFICATION, step.request.operation)
    }

    @Test
    fun `a cancelled store may have stored the record`() {
        val flow = SettlementFlow.start(biller, bill(), POLICY, time)
        assertFailsWith<CancellationException> {
            flow.run(save = { throw CancellationException() }) { answer(SETTLED) }
        }
        assertTrue(flow.isMaybeSaved)
    }

    @Test
    fun `credits once and returns the reply`() = runBlocking {
        val receiver = WebhookReceiver.merchantProxy(listOf(WebhookToken("token")))
        val json = """{"tran_id":"T-1","status":"success","identity_code":"INV-1"}"""
        val event = receiver.receive(mapOf("Token" to listOf("token")), json.toByteArray())
        val bill = Expectation("INV-1", "INV-1", "KHR") { amount(BigDecimal("40000")) }
        val claims = mutableListOf<String>()
        val end =
            CreditFlow.ofEvent(biller, event, bill, emptyList(), now = time)
                .run(
                    send = { answer(FOUND) },
                    credit = {
                        claims += it.confirmed.claimKey()
                        Claim.CREDITED
                    },
                    now = { time },
                )
        assertIs<CreditEnding.Credited>(end.ending)
        assertEquals(listOf("T-1"), claims)
        assertEquals(200, end.reply?.status)
    }

    @Test
    fun `an answer does not print its body`() {
        assertEquals("FlowAnswer(status=200)", answer(SETTLED).toString())
    }

    private fun settle(
        policy: SettlementPolicy = POLICY,
        save: suspend (SettlementStep.Save) -> Boolean = ::save,
        maxWaitMs: Long? = null,
        send: suspend (FlowRequest) -> FlowAnswer,
    ): SettlementRun = SettlementFlow.start(biller, bill(), policy, time).run(save, null, maxWaitMs, send)

    private fun resume(maxWaitMs: Long? = null, send: suspend (FlowRequest) -> FlowAnswer): SettlementRun =
        SettlementFlow.resume(biller, bill(), checkNotNull(stored), POLICY).run(maxWaitMs = maxWaitMs, send = send)

    private fun SettlementFlow.run(
        save: suspend (SettlementStep.Save) -> Boolean = ::save,
        load: (suspend () -> String?)? = null,
        maxWaitMs: Long? = null,
        send: suspend (FlowRequest) -> FlowAnswer,
    ): SettlementRun = runBlocking {
        val noted: suspend (FlowRequest) -> FlowAnswer = {
            sent += it.operation
            send(it)
        }
        run(save, noted, load, maxWaitMs, { time }, { 1.0 }) { time = it }
    }

    private fun SettlementRun.ending() = assertIs<SettlementRun.Ended>(this).ending

    private fun save(save: SettlementStep.Save): Boolean {
        stored = save.record
        return true
    }

    private fun answer(json: String, status: Int = 200) = FlowAnswer(status, json.toByteArray())

    private fun bill() =
        Settlement("INV-1", Instant.EPOCH, Instant.EPOCH, "KHR", 40_000, "C-1", settlementTo = "SUB-1")
}
