package io.github.billwire.coroutines

import io.github.billwire.BearerToken
import io.github.billwire.Biller
import io.github.billwire.BillerConfig
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
import kotlin.test.assertNull
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
        val ending = assertIs<SettlementEnding.Settled>(settle { answer(SETTLED) })
        assertIs<SettlementProof.Answer>(ending.proof)
        assertTrue("\"state\":\"settled\"" in stored.orEmpty(), stored)
    }

    @Test
    fun `a failed send may have been sent`() {
        val ending =
            assertIs<SettlementEnding.Settled>(
                settle { if (it.operation == OperationName.SETTLEMENT) throw IOException("reset") else answer(FOUND) }
            )
        assertIs<SettlementProof.Verification>(ending.proof)
        assertEquals(listOf(OperationName.SETTLEMENT, OperationName.VERIFICATION), sent)
    }

    @Test
    fun `a request without a connection is sent again`() {
        val ending = settle { if (sent.size == 1) throw NotSentException(ConnectException()) else answer(SETTLED) }
        assertIs<SettlementEnding.Settled>(ending)
        assertEquals(listOf(OperationName.SETTLEMENT, OperationName.SETTLEMENT), sent)
    }

    @Test
    fun `a time-out inside of send is a lost answer`() {
        val ending = settle {
            if (it.operation == OperationName.SETTLEMENT) withTimeout(1) { awaitCancellation() } else answer(FOUND)
        }
        assertIs<SettlementEnding.Settled>(ending)
    }

    @Test
    fun `waits by the given clock until it is clear`() {
        val ending = assertIs<SettlementEnding.Refused>(settle(POLICY.copy { attempts(1) }) { answer(NOT_FOUND) })
        assertEquals(Code.ATTEMPTS_USED_UP, ending.reason.code)
        assertTrue(time >= Instant.ofEpochMilli(100), "$time")
    }

    @Test
    fun `sends nothing after a store that throws`() {
        assertFailsWith<IOException> { settle(save = { throw IOException("no database") }, send = { answer(SETTLED) }) }
        assertEquals(emptyList(), sent)
    }

    @Test
    fun `ends when another flow took over`() {
        assertNull(settle(save = { false }) { answer(SETTLED) })
        assertEquals(emptyList(), sent)
    }

    @Test
    fun `resumes after a cancellation with a lookup`() = runBlocking {
        val isSent = CompletableDeferred<Unit>()
        val run = launch {
            SettlementFlow.start(biller, bill(), POLICY, time)
                .run(
                    { save(it) },
                    {
                        isSent.complete(Unit)
                        awaitCancellation()
                    },
                    { time },
                    { 1.0 },
                ) {
                    time = it
                }
        }
        isSent.await()
        run.cancelAndJoin()
        val flow = SettlementFlow.resume(biller, bill(), checkNotNull(stored), POLICY)
        val step = assertIs<SettlementStep.Send>(flow.step(time, 1.0))
        assertEquals(OperationName.VERIFICATION, step.request.operation)
    }

    @Test
    fun `a cancellation by the store is passed on`() {
        assertFailsWith<CancellationException> { settle(save = { throw CancellationException() }) { answer(SETTLED) } }
    }

    @Test
    fun `credits once and returns the reply`() = runBlocking {
        val receiver = WebhookReceiver.merchantProxy(listOf(WebhookToken("token")))
        val json = """{"tran_id":"T-1","status":"success","identity_code":"INV-1"}"""
        val event = receiver.receive(mapOf("Token" to listOf("token")), json.toByteArray())
        val bill = Expectation("INV-1", "INV-1", "KHR", BigDecimal("40000"))
        val claims = mutableListOf<String>()
        val end =
            CreditFlow.ofEvent(biller, event, bill, null, now = time)
                .run(
                    save = { true },
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
        send: suspend (FlowRequest) -> FlowAnswer,
    ): SettlementEnding? = runBlocking {
        val noted: suspend (FlowRequest) -> FlowAnswer = {
            sent += it.operation
            send(it)
        }
        SettlementFlow.start(biller, bill(), policy, time).run(save, noted, { time }, { 1.0 }) { time = it }
    }

    private fun save(save: SettlementStep.Save): Boolean {
        stored = save.record
        return true
    }

    private fun answer(json: String) = FlowAnswer(200, json.toByteArray())

    private fun bill() =
        Settlement("INV-1", Instant.EPOCH, Instant.EPOCH, "KHR", 40_000, "C-1", settlementTo = "SUB-1")
}
