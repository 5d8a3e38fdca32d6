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
import java.math.BigDecimal
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertNotNull
import kotlin.test.assertNull

private const val SUCCESS = """{"tran_id":"T-1","status":"success","identity_code":"INV-1"}"""
private val BILLED = Expectation("INV-1", "INV-1", "KHR") { amount(BigDecimal("40000")) }
private val CREDIT_POLICY =
    CreditPolicy {
        attempts(2)
        pauseMs(10)
        longestPauseMs(40)
        unauthenticatedReplyMs(5)
    }

/** The flow as a program of Kotlin drives it. Core's tests have its rules. */
class CreditTest {
    @Test
    fun `credits a paid webhook without a record`() {
        val withoutStatus = SUCCESS.replace(""""status":"success",""", "")
        for (json in listOf(SUCCESS, withoutStatus, SUCCESS.replace("success", "paid"))) {
            val flow = of(event(json))
            flow.answer(0, transaction())
            val credit = assertIs<CreditStep.Credit>(flow.step(at(0), 1.0))
            assertEquals("T-1" to BigDecimal("40000"), credit.confirmed.let { it.claimKey() to it.amount() })
            flow.claimed(Claim.CREDITED)
            val (ending, status) = flow.finished(0)
            assertEquals("T-1", assertIs<CreditEnding.Credited>(ending).confirmed.transaction().tranId)
            assertEquals(200, status)
            assertOutOfTurn { flow.claimed(Claim.CREDITED) }
        }
    }

    @Test
    fun `credits nothing for a claim of another bill`() {
        val flow = of(event(SUCCESS))
        flow.answer(0, transaction())
        assertIs<CreditStep.Credit>(flow.step(at(0), 1.0))
        flow.claimed(Claim.PAID_OTHERWISE)
        val (ending, status) = flow.finished(0)
        assertEquals("T-1", assertIs<CreditEnding.PaidTwice>(ending).confirmed.claimKey())
        assertEquals(409, status)
    }

    @Test
    fun `a paid bill is not credited again`() {
        assertEquals(CreditEnding.CreditedBefore to 200, of(event(SUCCESS), "T-1").finished(0))
        val unpaid = CreditFlow.ofBill(flowBiller(), BILLED, listOf("T-1"), CREDIT_POLICY)
        assertEquals(CreditEnding.CreditedBefore to null, unpaid.finished(0))
        val second = of(event(SUCCESS.replace("T-1", "T-2")), "T-1")
        second.answer(0, transaction(tranId = "T-2"))
        val (ending, status) = second.finished(0)
        assertEquals("T-2", assertIs<CreditEnding.PaidTwice>(ending).confirmed.claimKey())
        assertEquals(409, status)
    }

    @Test
    fun `a payment that failed later is reversed`() {
        val failed = event(SUCCESS.replace("success", "failed"))
        val paid = of(failed, "T-1")
        paid.answer(0, transaction(status = "failed"))
        val (ending, status) = paid.finished(0)
        assertEquals("T-1" to 200, assertIs<CreditEnding.Reversed>(ending).transaction.tranId to status)
        assertEquals(CreditEnding.NothingToCredit to 200, of(failed).finished(0))
    }

    @Test
    fun `a verification that does not credit keeps its transaction`() {
        val failed = of(event(SUCCESS)).also { it.answer(0, transaction(status = "failed")) }
        assertEquals("T-1", assertIs<CreditEnding.PaymentFailed>(failed.finished(0).first).transaction.tranId)
        val pending = of(event(SUCCESS)).also { it.answer(0, transaction(status = "pending")) }
        val (ending, status) = pending.finished(0)
        assertEquals("T-1" to 503, assertIs<CreditEnding.Pending>(ending).transaction.tranId to status)
        val partial = of(event(SUCCESS)).also { it.answer(0, transaction(amount = "39999")) }
        val mismatch = assertIs<CreditEnding.Mismatch>(partial.finished(0).first)
        assertEquals("tran_amount", mismatch.mismatches.single().field)
        assertEquals(BigDecimal("39999"), mismatch.transaction?.tranAmount)
    }

    @Test
    fun `an account takes any amount in its range`() {
        val open = Expectation("INV-1", "INV-1", "KHR") { minAmount(BigDecimal.ZERO) }
        val limited = open.copy { minAmount(BigDecimal("10")).maxAmount(BigDecimal("45.25")) }
        for ((bill, amount) in listOf(open to "0.01", limited to "45.25", limited to "10")) {
            val flow = of(event(SUCCESS), bill = bill)
            flow.answer(0, transaction(amount = amount))
            val credit = assertIs<CreditStep.Credit>(flow.step(at(0), 1.0))
            assertEquals(BigDecimal(amount), credit.confirmed.amount())
        }
        for ((bill, amount) in listOf(open to "0", limited to "45.26", limited to "9.99")) {
            val flow = of(event(SUCCESS), bill = bill)
            flow.answer(0, transaction(amount = amount))
            assertIs<CreditEnding.Mismatch>(flow.finished(0).first, amount)
        }
        val bounds = BILLED.copy { amount(null).minAmount(BigDecimal("2")).maxAmount(BigDecimal.ONE) }
        for ((bill, path) in listOf(BILLED.copy { amount(null) } to "amount", bounds to "max_amount")) {
            val error = assertFailsWith<BillwireException.InvalidRequest> { of(event(SUCCESS), bill = bill) }
            assertEquals(listOf(path), error.details.violations.map { it.path })
        }
    }

    @Test
    fun `an unpaid bill is verified again`() {
        val flow = CreditFlow.ofBill(flowBiller(), BILLED, emptyList(), CREDIT_POLICY)
        flow.noAnswer(flow.request(0).number, Sent.MAYBE, at(0), 700)
        assertEquals(CreditStep.Wait(at(700), CreditWait.VERIFY_AGAIN), flow.step(at(0), 1.0))
        val second = flow.request(700)
        assertNull(second.sendBefore)
        flow.answered(second.number, 503, ByteArray(0), at(700), 900)
        val (ending, status) = flow.finished(700)
        assertEquals(NextStep.VERIFY_AGAIN, assertIs<CreditEnding.Unconfirmed>(ending).error.nextStep)
        assertNull(status)
    }

    @Test
    fun `answers without a verification`() {
        val (mismatch, status) = of(event(SUCCESS.replace("INV-1", "INV-2"))).finished(0)
        assertEquals("identity_code", assertIs<CreditEnding.Mismatch>(mismatch).mismatches.single().field)
        assertNull(mismatch.transaction)
        assertEquals(409, status)
        val unknown = CreditFlow.ofUnknownBill(flowBiller(), event(SUCCESS), CREDIT_POLICY, at(0))
        assertEquals(CreditEnding.UnknownBill to 409, unknown.finished(0))
    }

    @Test
    fun `anyone waits for the reply`() {
        val anyones = WebhookReceiver.checkout().receive(emptyMap(), SUCCESS.toByteArray())
        val flow = of(anyones, "T-2")
        assertEquals(CreditStep.Wait(at(5), CreditWait.REPLY), flow.step(at(0), 1.0))
        assertEquals(CreditEnding.Ignored to 503, flow.finished(5))
    }

    @Test
    fun `a lone surrogate is no claim key`() {
        val flow = of(event(SUCCESS), "\uD800")
        flow.answer(0, transaction())
        assertIs<CreditEnding.PaidTwice>(flow.finished(0).first)
    }

    @Test
    fun `prints no credential`() {
        val flow = of(event(SUCCESS))
        val send = assertIs<CreditStep.Send>(flow.step(at(0), 1.0))
        assertNotNull(send.request.http.headers.find { it.value.text == SECRETS[1] })
        for (printed in listOf(flow, send)) assertFalse(SECRETS[1] in "$printed")
    }

    private fun event(json: String) = receiver().receive(json)

    private fun of(event: WebhookEvent, vararg claimKeys: String, bill: Expectation = BILLED) =
        CreditFlow.ofEvent(flowBiller(), event, bill, claimKeys.asList(), CREDIT_POLICY, at(0))

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
