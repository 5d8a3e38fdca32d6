package io.github.billwire.settlement

import io.github.billwire.BillwireException
import io.github.billwire.Code
import io.github.billwire.NextStep
import io.github.billwire.OperationName
import io.github.billwire.SensitiveText
import io.github.billwire.Sent
import io.github.billwire.SettlementEnding
import io.github.billwire.SettlementFlow
import io.github.billwire.SettlementPolicy
import io.github.billwire.SettlementProof
import io.github.billwire.SettlementStep
import io.github.billwire.WaitReason
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertNotNull
import kotlin.test.assertNull

/** The flow as a program of Kotlin drives it. Core's tests have its rules. */
class FlowTest {
    @Test
    fun `saves, sends, saves and ends`() {
        val flow = start()
        assertEquals(1, assertIs<SettlementStep.Save>(flow.next(0)).revision)
        flow.save(0)
        val sent = flow.answer(0, SETTLED)
        assertEquals(OperationName.SETTLEMENT, sent.operation)
        assertEquals(flowBiller().use { it.prepareSettlement(INVOICE).request() }, sent.http)
        flow.save(0)
        val proof = assertIs<SettlementProof.Answer>(settled(flow, 0))
        assertEquals("000", proof.response?.code)
    }

    @Test
    fun `sends nothing before its record is saved`() {
        val flow = start()
        repeat(3) { assertIs<SettlementStep.Save>(flow.next(0)) }
        assertOutOfTurn { flow.saved(2) }
        assertOutOfTurn { flow.saved(-1) }
        assertOutOfTurn { flow.answered(1, 200, SETTLED.toByteArray()) }
        assertIs<SettlementStep.Save>(flow.next(0))
    }

    @Test
    fun `a request that is open allows no other step`() {
        val flow = start()
        flow.save(0)
        flow.request(0)
        assertOutOfTurn { flow.next(0) }
    }

    @Test
    fun `a late answer changes nothing`() {
        val flow = start()
        flow.save(0)
        val first = flow.request(0).number
        flow.noAnswer(first, Sent.MAYBE, at(0))
        val before = flow.toString()
        assertOutOfTurn { flow.answered(first, 200, SETTLED.toByteArray(), at(1)) }
        assertOutOfTurn { flow.noAnswer(first, Sent.NO, at(1)) }
        assertEquals(before, flow.toString())
    }

    @Test
    fun `looks up what brought no answer`() {
        val flow = start()
        flow.save(0)
        flow.noAnswer(flow.request(0).number, Sent.MAYBE, at(0))
        assertEquals(SettlementStep.Wait(at(10), WaitReason.LOOK_UP), flow.next(0))
        assertEquals(OperationName.VERIFICATION, flow.answer(10, transaction()).operation)
        flow.save(10)
        assertEquals("T-1", assertIs<SettlementProof.Verification>(settled(flow, 10)).transaction?.tranId)
    }

    @Test
    fun `ends as unclear with the verdict`() {
        val flow = start()
        flow.save(0)
        flow.noAnswer(flow.request(0).number, Sent.MAYBE, at(0))
        flow.answer(10, transaction("INV-2"))
        flow.save(10)
        val unclear = assertIs<SettlementEnding.Unclear>(ending(flow, 10)).reason
        assertEquals(Code.OTHER_TRANSACTION to NextStep.ASK_SERVICE, unclear.code to unclear.nextStep)
        assertNotNull(unclear.lookup)
        assertNull(unclear.error)
    }

    @Test
    fun `ends as refused with the error`() {
        val flow = start()
        flow.save(0)
        flow.answer(0, "", status = 400)
        flow.save(0)
        val refused = assertIs<SettlementEnding.Refused>(ending(flow, 0)).reason
        assertEquals(Code.HTTP_STATUS to NextStep.FIX_REQUEST, refused.code to refused.nextStep)
        assertEquals(400, refused.error?.httpStatus)
    }

    @Test
    fun `ends when another flow stored a record`() {
        val flow = start()
        val save = assertIs<SettlementStep.Save>(flow.next(0))
        flow.notSaved(save.revision)
        assertEquals(SettlementStep.TakenOver, flow.next(0))
        assertOutOfTurn { flow.saved(save.revision) }
    }

    @Test
    fun `resumes every kept record`() {
        assertIs<SettlementStep.Save>(resume(keptRecord("open")).next(500))
        for (name in listOf("in-doubt", "not-found")) {
            assertEquals(OperationName.VERIFICATION, resume(keptRecord(name)).request(500).operation)
        }
        assertEquals(SettlementProof.Answer(null), settled(resume(keptRecord("settled-by-answer")), 500))
        assertEquals(SettlementProof.Verification(null), settled(resume(keptRecord("settled-by-verification")), 500))
        val refused = assertIs<SettlementEnding.Refused>(ending(resume(keptRecord("refused")), 500)).reason
        assertEquals(Code.HTTP_STATUS to NextStep.FIX_REQUEST, refused.code to refused.nextStep)
        val unclear = assertIs<SettlementEnding.Unclear>(ending(resume(keptRecord("unclear")), 500)).reason
        assertEquals(Code.DEADLINE_PASSED to NextStep.ASK_SERVICE, unclear.code to unclear.nextStep)
    }

    @Test
    fun `writes every kept record byte for byte`() {
        val sent = { start().also { assertEquals(keptRecord("in-doubt"), it.save(0)) } }
        val answered = { status: Int, text: String -> sent().also { it.answer(0, text, status) }.save(0) }
        assertEquals(keptRecord("open"), answered(429, ""))
        assertEquals(keptRecord("refused"), answered(400, ""))
        assertEquals(keptRecord("settled-by-answer"), answered(200, SETTLED))
        val inDoubt = { sent().also { it.noAnswer(it.request(0).number, Sent.MAYBE, at(0)) } }
        val lookedUp = { text: String -> inDoubt().also { it.answer(10, text) } }
        assertEquals(keptRecord("settled-by-verification"), lookedUp(transaction()).save(10))
        val notFound = lookedUp(NOT_FOUND)
        assertEquals(keptRecord("not-found"), notFound.save(10))
        assertEquals(keptRecord("unclear"), notFound.save(1_200))
    }

    @Test
    fun `another language's record goes on here`() {
        // tests/records comes from core, as records of JavaScript do.
        val flow = resume(keptRecord("open"))
        assertEquals(keptRecord("in-doubt").with(attempts = 2, revision = 3, begun = 20), flow.save(20))
        flow.answer(20, SETTLED)
        assertEquals(keptRecord("settled-by-answer").with(attempts = 2, revision = 4), flow.save(20))
    }

    @Test
    fun `refuses the record of another bill`() {
        val record = start().save(0)
        val other = INVOICE.copy { totalAmount(1) }
        val error = assertFailsWith<BillwireException.InvalidRequest> { resume(record, other) }
        assertEquals(Code.OTHER_BILL, error.details.code)
        val broken = assertFailsWith<BillwireException.InvalidRequest> { resume("\uD800") }
        assertEquals("record" to Code.INVALID_JSON, broken.details.violations.single().let { it.path to it.code })
    }

    @Test
    fun `a bill in Khmer keeps its digest in the record`() {
        val bill = INVOICE.copy {
            refId("វិក្កយបត្រ-១")
            description("ទូទាត់ខែមករា")
        }
        val record = start(bill).save(0)
        val flow = resume(record, bill)
        assertEquals(OperationName.VERIFICATION, flow.answer(5, transaction(bill.refId)).operation)
        flow.save(5)
        assertIs<SettlementProof.Verification>(settled(flow, 5))
        assertFailsWith<BillwireException.InvalidRequest> { resume(record, bill.copy { refId("វិក្កយបត្រ-២") }) }
    }

    @Test
    fun `names a wrong setting of the policy`() {
        val error =
            assertFailsWith<BillwireException.InvalidConfig> {
                val policy = SettlementPolicy { attempts(-1).deadlineMs(Long.MAX_VALUE) }
                SettlementFlow.start(flowBiller(), INVOICE, policy)
            }
        assertEquals(listOf("policy.attempts", "policy.deadlineMs"), error.details.violations.map { it.path })
    }

    @Test
    fun `reports all violations of the bill at once`() {
        val wrong = INVOICE.copy { refId("\uD800").totalAmount(-1) }
        val error = assertFailsWith<BillwireException.InvalidRequest> { start(wrong) }
        assertEquals(listOf("ref_id", "total_amount"), error.details.violations.map { it.path })
    }

    @Test
    fun `prints neither credentials nor body`() {
        val bill = INVOICE.copy {
            paymentMethodToken(SensitiveText("secret-payment"))
            description("secret-words")
        }
        val flow = start(bill)
        val save = flow.next(0)
        flow.save(0)
        val send = assertIs<SettlementStep.Send>(flow.next(0))
        val body = assertNotNull(send.request.http.body).text
        assertEquals(true, "secret-payment" in body)
        for (printed in listOf(flow, save, send, send.request, send.request.http)) {
            assertFalse("secret" in printed.toString(), printed.toString())
        }
    }

    @Test
    fun `a closed flow throws`() {
        val flow = start()
        flow.close()
        assertFailsWith<IllegalStateException> { flow.next(0) }
    }

    private fun ending(flow: SettlementFlow, now: Long) = assertIs<SettlementStep.Finished>(flow.next(now)).ending

    private fun settled(flow: SettlementFlow, now: Long) = assertIs<SettlementEnding.Settled>(ending(flow, now)).proof

    private fun assertOutOfTurn(call: () -> Any) {
        val error = assertFailsWith<BillwireException.InvalidRequest> { call() }
        assertEquals(Code.OUT_OF_TURN, error.details.code)
    }

    private fun String.with(attempts: Int, revision: Int, begun: Int = 0) =
        replace(Regex(""""attempts":\d+"""), """"attempts":$attempts""")
            .replace(Regex(""""revision":\d+"""), """"revision":$revision""")
            .replace(Regex(""""begun":\d+"""), """"begun":$begun""")
}
