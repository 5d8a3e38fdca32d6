package io.github.billwire.settlement

import io.github.billwire.BillwireException
import io.github.billwire.Code
import io.github.billwire.NextStep
import io.github.billwire.OperationName
import io.github.billwire.Resolution
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
import kotlin.test.assertTrue

/** The flow as a program of Kotlin drives it. Core's tests have its rules. */
class FlowTest {
    private val clock = Clock()

    @Test
    fun `saves, sends, saves and ends`() {
        val flow = start()
        assertEquals(1, assertIs<SettlementStep.Save>(flow.next(0)).revision)
        flow.save(0)
        val sent = flow.answer(clock, SETTLED)
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
        flow.request(clock)
        assertOutOfTurn { flow.next(0) }
        assertOutOfTurn { flow.resolved(Resolution.SETTLED) }
    }

    @Test
    fun `a late answer changes nothing`() {
        val flow = start()
        val first = flow.request(clock).number
        flow.noAnswer(first, Sent.MAYBE, at(0))
        val before = flow.toString()
        assertOutOfTurn { flow.answered(first, 200, SETTLED.toByteArray(), at(1)) }
        assertOutOfTurn { flow.noAnswer(first, Sent.NO, at(1)) }
        assertEquals(before, flow.toString())
    }

    @Test
    fun `a settlement says until when it may be sent`() {
        val flow = start()
        val settlement = flow.request(clock)
        assertEquals(at(50), settlement.sendBefore)
        flow.noAnswer(settlement.number, Sent.MAYBE, at(0))
        assertNull(flow.request(clock).sendBefore)
    }

    @Test
    fun `waits as long as the service asks`() {
        val answered = start().also { it.answered(it.request(clock).number, 429, ByteArray(0), at(0), 700) }
        answered.save(0)
        assertEquals(SettlementStep.Wait(at(700), WaitReason.SEND_AGAIN), answered.next(0))
        val unanswered = start().also { it.noAnswer(it.request(clock).number, Sent.MAYBE, at(0), 800) }
        unanswered.save(0)
        assertEquals(SettlementStep.Wait(at(800), WaitReason.LOOK_UP), unanswered.next(0))
    }

    @Test
    fun `looks up what brought no answer`() {
        val flow = start()
        flow.noAnswer(flow.request(clock).number, Sent.MAYBE, at(0))
        assertEquals(OperationName.VERIFICATION, flow.answer(clock, transaction()).operation)
        val record = flow.save(clock.now)
        val proof = assertIs<SettlementProof.Verification>(settled(flow, clock.now))
        assertEquals("T-1" to "T-1", proof.claimKey to proof.transaction?.tranId)
        assertEquals(SettlementProof.Verification("T-1", null), settled(resume(record), clock.now))
    }

    @Test
    fun `an accepted bill is never sent twice`() {
        val flow = start()
        flow.answer(clock, SETTLED, status = 500)
        val record = flow.save(0)
        for (one in listOf(flow, resume(record))) {
            val sent = mutableListOf<OperationName>()
            val ending = one.run(Clock()) { NOT_FOUND.also { _ -> sent += it.operation } }
            val reason = assertIs<SettlementEnding.Unclear>(ending).reason
            assertEquals(500, reason.answer?.httpStatus)
            assertTrue(sent.size > 3 && sent.none { it == OperationName.SETTLEMENT }, "$sent")
        }
    }

    @Test
    fun `ends as unclear with the verdict`() {
        val unclear = assertIs<SettlementEnding.Unclear>(ending(unclear().first, clock.now)).reason
        assertEquals(Code.OTHER_TRANSACTION to NextStep.ASK_SERVICE, unclear.code to unclear.nextStep)
        assertNotNull(unclear.lookup)
        assertEquals(Code.NO_ANSWER to null, unclear.answer?.let { it.code to it.httpStatus })
        assertEquals(Code.NO_ANSWER, unclear.error?.code)
    }

    @Test
    fun `ends as refused with the last answer`() {
        val flow = start()
        flow.answer(clock, """{"code":"77"}""", status = 400)
        val record = flow.save(0)
        val refused = assertIs<SettlementEnding.Refused>(ending(flow, 0)).reason
        assertEquals("77", refused.error?.responseCode)
        val stored = assertIs<SettlementEnding.Refused>(ending(resume(record), 0)).reason
        assertNull(stored.error)
        for (answer in listOf(refused.answer, stored.answer)) {
            assertEquals(400 to "77", answer?.let { it.httpStatus to it.responseCode })
        }
    }

    @Test
    fun `reopens a refused bill with corrections`() {
        val flow = start()
        flow.answer(clock, "", status = 400)
        val corrected = INVOICE.copy { totalAmount(39_000) }
        val reopened = SettlementFlow.reopen(flowBiller(), corrected, flow.save(0), POLICY, at(5))
        assertEquals(3L, assertIs<SettlementStep.Save>(reopened.next(5)).revision)
        val sent = reopened.answer(clock, SETTLED)
        assertEquals(OperationName.SETTLEMENT, sent.operation)
        assertTrue("39000" in sent.http.body?.text.orEmpty())
        reopened.save(5)
        assertIs<SettlementProof.Answer>(settled(reopened, 5))
    }

    @Test
    fun `reopens nothing else`() {
        for (record in listOf(start().save(0), unclear().second, keptRecord("settled-by-answer"))) {
            assertCode(Code.NOT_REFUSED) { SettlementFlow.reopen(flowBiller(), INVOICE, record, POLICY) }
        }
    }

    @Test
    fun `a person resolves an unclear bill`() {
        val record = unclear().second
        val settled = resume(record).also { it.resolved(Resolution.SETTLED) }
        val proof = settled.save(clock.now)
        for (flow in listOf(settled, resume(proof))) assertEquals(SettlementProof.Person, settled(flow, clock.now))
        val unmoved = resume(record).also { it.resolved(Resolution.NOTHING_MOVED) }
        val refused = unmoved.save(clock.now)
        assertEquals(Code.PERSONS_WORD, assertIs<SettlementEnding.Refused>(ending(unmoved, clock.now)).reason.code)
        val reopened = SettlementFlow.reopen(flowBiller(), INVOICE, refused, POLICY, at(clock.now))
        assertEquals(OperationName.SETTLEMENT, reopened.request(clock).operation)
        assertCode(Code.NOT_REFUSED) { start().resolved(Resolution.SETTLED) }
    }

    @Test
    fun `looks first if it is asked to`() {
        val policy = POLICY.copy { lookFirst(true) }
        val flow = SettlementFlow.start(flowBiller(), INVOICE, policy, at(0))
        assertEquals(OperationName.VERIFICATION, flow.answer(clock, transaction()).operation)
    }

    @Test
    fun `gives the warnings of the bill`() {
        assertEquals(emptyList(), start().warnings())
        val warned = start(INVOICE.copy { dueDate(at(-1)) })
        assertEquals(listOf(Code.DUE_BEFORE_DATE), warned.warnings().map { it.code })
    }

    @Test
    fun `ends when another flow stored a record`() {
        val flow = resume(start().save(0))
        flow.answer(clock, transaction())
        val save = assertIs<SettlementStep.Save>(flow.next(0))
        flow.notSaved(save.revision)
        assertEquals(SettlementStep.TakenOver, flow.next(0))
        assertOutOfTurn { flow.saved(save.revision) }
    }

    @Test
    fun `a flow without the stored record asks for it`() {
        val flow = start()
        val save = assertIs<SettlementStep.Save>(flow.next(0))
        assertCode(Code.RECORD_STORED) { flow.notSaved(save.revision) }
    }

    @Test
    fun `goes on from what a silent store holds`() {
        for (isStored in listOf(false, true)) {
            val flow = start()
            val save = assertIs<SettlementStep.Save>(flow.next(0))
            assertOutOfTurn { flow.maybeSaved(save.revision + 1) }
            assertFalse(flow.isMaybeSaved)
            flow.maybeSaved(save.revision)
            assertTrue(flow.isMaybeSaved)
            flow.stored(if (isStored) save.record else null)
            assertFalse(flow.isMaybeSaved)
            val expected = if (isStored) OperationName.VERIFICATION else OperationName.SETTLEMENT
            assertEquals(expected, flow.request(clock).operation)
        }
        assertOutOfTurn { start().stored(null) }
    }

    @Test
    fun `resumes every record of version 1`() {
        for (name in listOf("open", "in-doubt", "not-found", "unclear")) {
            assertEquals(OperationName.VERIFICATION, resume(keptRecord(name)).request(Clock(500)).operation, name)
        }
        assertEquals(SettlementProof.Answer(null), settled(resume(keptRecord("settled-by-answer")), 500))
        val verified = settled(resume(keptRecord("settled-by-verification")), 500)
        assertEquals(SettlementProof.Verification(null, null), verified)
        val refused = assertIs<SettlementEnding.Refused>(ending(resume(keptRecord("refused")), 500)).reason
        assertEquals(Code.HTTP_STATUS to NextStep.FIX_REQUEST, refused.code to refused.nextStep)
    }

    @Test
    fun `a record of version 1 becomes one of version 2`() {
        val flow = resume(keptRecord("in-doubt"))
        flow.answer(Clock(500), transaction())
        val record = flow.save(500)
        assertTrue("\"version\":2" in record && "\"revision\":2" in record, record)
        assertEquals(SettlementProof.Verification("T-1", null), settled(resume(record), 500))
    }

    @Test
    fun `refuses the record of another bill`() {
        val record = start().save(0)
        // Also one that differs in a field that is not signed.
        for (other in listOf(INVOICE.copy { totalAmount(1) }, INVOICE.copy { description("January") })) {
            assertCode(Code.OTHER_BILL) { resume(record, other) }
        }
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
        assertEquals(OperationName.VERIFICATION, flow.answer(clock, transaction(bill.refId)).operation)
        flow.save(clock.now)
        assertIs<SettlementProof.Verification>(settled(flow, clock.now))
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

    /** A flow that found another transaction until it gave up, and its record. */
    private fun unclear(): Pair<SettlementFlow, String> {
        val flow = start()
        flow.noAnswer(flow.request(clock).number, Sent.MAYBE, at(clock.now))
        repeat(3) { flow.answer(clock, transaction("INV-2")) }
        return flow to flow.save(clock.now)
    }

    private fun ending(flow: SettlementFlow, now: Long) = assertIs<SettlementStep.Finished>(flow.next(now)).ending

    private fun settled(flow: SettlementFlow, now: Long) = assertIs<SettlementEnding.Settled>(ending(flow, now)).proof

    private fun assertOutOfTurn(call: () -> Any) = assertCode(Code.OUT_OF_TURN, call)

    private fun assertCode(code: Code, call: () -> Any) {
        val error = assertFailsWith<BillwireException.InvalidRequest> { call() }
        assertEquals(code, error.details.code)
    }
}
