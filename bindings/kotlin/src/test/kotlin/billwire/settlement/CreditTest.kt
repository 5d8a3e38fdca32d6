package io.github.billwire.settlement

import io.github.billwire.BillwireException
import io.github.billwire.Claim
import io.github.billwire.Code
import io.github.billwire.CreditEnding
import io.github.billwire.CreditFlow
import io.github.billwire.CreditPolicy
import io.github.billwire.CreditStep
import io.github.billwire.CreditWait
import io.github.billwire.Expectation
import io.github.billwire.FlowRequest
import io.github.billwire.NextStep
import io.github.billwire.Sent
import io.github.billwire.WebhookEvent
import io.github.billwire.WebhookReceiver
import io.github.billwire.boundary.receive
import io.github.billwire.boundary.receiver
import io.github.billwire.vectors.Vectors
import java.math.BigDecimal
import java.nio.file.Files
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertNotNull

private const val SUCCESS = """{"tran_id":"T-1","status":"success","identity_code":"INV-1"}"""
private val BILLED = Expectation("INV-1", "INV-1", "KHR", BigDecimal("40000"))
private val CREDIT_POLICY =
    CreditPolicy {
        attempts(2)
        pauseMs(10)
        longestPauseMs(40)
        inFlightMs(50)
        unauthenticatedPauseMs(500)
        unauthenticatedReplyMs(5)
    }

/** The flow as a program of Kotlin drives it. Core's tests have its rules. */
class CreditTest {
    @Test
    fun `credits a confirmed event`() {
        val flow = of(event(SUCCESS))
        assertEquals(kept("in-flight"), flow.save(0))
        flow.answer(0, transaction())
        val credit = assertIs<CreditStep.Credit>(flow.step(at(0), 1.0))
        assertEquals("T-1", credit.confirmed.claimKey())
        assertEquals(kept("paid"), credit.record)
        assertEquals(2L to 1L, credit.revision to credit.previous)
        flow.claimed(Claim.CREDITED)
        val (ending, status) = flow.finished(0)
        assertEquals("T-1", assertIs<CreditEnding.Credited>(ending).confirmed.transaction().tranId)
        assertEquals(200, status)
        assertOutOfTurn { flow.claimed(Claim.CREDITED) }
    }

    @Test
    fun `credits nothing for a claim of another bill`() {
        val flow = of(event(SUCCESS))
        flow.save(0)
        flow.answer(0, transaction())
        assertIs<CreditStep.Credit>(flow.step(at(0), 1.0))
        flow.claimed(Claim.PAID_OTHERWISE)
        assertFalse("claim_key" in flow.save(0))
        val (ending, status) = flow.finished(0)
        assertEquals("T-1", assertIs<CreditEnding.PaidOtherwise>(ending).confirmed.claimKey())
        assertEquals(409, status)
    }

    @Test
    fun `goes on from every kept record`() {
        val (busy, status) = of(event(SUCCESS), kept("in-flight")).finished(1)
        assertEquals(CreditEnding.Busy(at(100)) to 503, busy to status)
        val failed = CreditFlow.ofBill(flowBiller(), BILLED, kept("failed"), CREDIT_POLICY)
        assertEquals(CreditStep.Wait(at(15), CreditWait.VERIFY_AGAIN), failed.step(at(5), 1.0))
        val paid = CreditFlow.ofBill(flowBiller(), BILLED, kept("paid"), CREDIT_POLICY)
        assertEquals(CreditEnding.CreditedBefore to null, paid.finished(1))
    }

    @Test
    fun `stores a failed verification as it is kept`() {
        val flow = of(event(SUCCESS))
        flow.save(0)
        flow.noAnswer(flow.request(0).number, Sent.MAYBE, at(5))
        assertIs<CreditStep.Save>(flow.step(at(5), 1.0))
        assertEquals(kept("failed"), flow.save(5))
        val (ending, status) = flow.finished(5)
        assertEquals(NextStep.VERIFY_AGAIN, assertIs<CreditEnding.Unconfirmed>(ending).error.nextStep)
        assertEquals(503, status)
    }

    @Test
    fun `only one of two flows verifies`() {
        val flow = of(event(SUCCESS))
        val save = assertIs<CreditStep.Save>(flow.step(at(0), 1.0))
        assertOutOfTurn { flow.saved(save.revision + 1) }
        flow.notSaved(save.revision)
        assertIs<CreditEnding.Busy>(flow.finished(0).first)
    }

    @Test
    fun `answers without a verification`() {
        assertEquals(CreditEnding.NothingToCredit to 200, of(event("{}")).finished(0))
        val (mismatch, status) = of(event(SUCCESS.replace("INV-1", "INV-2"))).finished(0)
        assertEquals("identity_code", assertIs<CreditEnding.Mismatch>(mismatch).mismatches.single().field)
        assertEquals(409, status)
        val unknown = CreditFlow.ofUnknownBill(flowBiller(), event(SUCCESS), CREDIT_POLICY, at(0))
        assertEquals(CreditEnding.UnknownBill to 409, unknown.finished(0))
    }

    @Test
    fun `anyone waits for the reply`() {
        val anyones = WebhookReceiver.checkout().receive(emptyMap(), SUCCESS.toByteArray())
        val flow = of(anyones, kept("paid").replace("T-1", "T-2"))
        assertEquals(CreditStep.Wait(at(5), CreditWait.REPLY), flow.step(at(0), 1.0))
        assertEquals(CreditEnding.Ignored to 503, flow.finished(5))
    }

    @Test
    fun `refuses the record of another bill`() {
        val record = kept("paid").replace("INV-1", "INV-2")
        val error = assertFailsWith<BillwireException.InvalidRequest> { of(event(SUCCESS), record) }
        assertEquals(Code.OTHER_BILL, error.details.code)
    }

    @Test
    fun `prints no credential`() {
        val flow = of(event(SUCCESS))
        flow.save(0)
        val send = assertIs<CreditStep.Send>(flow.step(at(0), 1.0))
        assertNotNull(send.request.http.headers.find { it.value.text == SECRETS[1] })
        for (printed in listOf(flow, send)) assertFalse(SECRETS[1] in "$printed")
    }

    private fun event(json: String) = receiver().receive(json)

    private fun of(event: WebhookEvent, record: String? = null) =
        CreditFlow.ofEvent(flowBiller(), event, BILLED, record, CREDIT_POLICY, at(0))

    private fun kept(name: String) =
        Files.readString(Vectors.root().resolve("tests/records/credit-v1-$name.json")).trimEnd()

    private fun CreditFlow.save(now: Long): String {
        val save = assertIs<CreditStep.Save>(step(at(now), 1.0))
        saved(save.revision)
        return save.record
    }

    private fun CreditFlow.request(now: Long): FlowRequest = assertIs<CreditStep.Send>(step(at(now), 1.0)).request

    private fun CreditFlow.answer(now: Long, answer: String) =
        answered(request(now).number, 200, answer.toByteArray(), at(now))

    private fun CreditFlow.finished(now: Long): Pair<CreditEnding, Int?> =
        assertIs<CreditStep.Finished>(step(at(now), 1.0)).let { it.ending to it.reply?.status }

    private fun assertOutOfTurn(call: () -> Unit) {
        val error = assertFailsWith<BillwireException.InvalidRequest> { call() }
        assertEquals(Code.OUT_OF_TURN, error.details.code)
    }
}
