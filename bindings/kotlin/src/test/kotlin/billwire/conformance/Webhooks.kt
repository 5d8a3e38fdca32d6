package io.github.billwire.conformance

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode
import io.github.billwire.BillwireException
import io.github.billwire.Delivery
import io.github.billwire.Expectation
import io.github.billwire.LookupVerdict
import io.github.billwire.NextStep
import io.github.billwire.OperationName
import io.github.billwire.Reply
import io.github.billwire.Settlement
import io.github.billwire.Verdict
import io.github.billwire.WebhookEvent
import io.github.billwire.WebhookReceiver
import io.github.billwire.WebhookToken
import io.github.billwire.text
import io.github.billwire.vectors.Case
import io.github.billwire.vectors.Drafts
import io.github.billwire.vectors.Shown
import kotlin.test.assertEquals

private val ACKNOWLEDGED =
    Reply(200, mapOf("Content-Type" to "application/json"), """{"status":"success","message":"success"}""")

internal fun checkWebhook(one: Case) {
    val receiver =
        when (one.text("variant")) {
            "checkout" -> WebhookReceiver.checkout()
            else -> WebhookReceiver.merchantProxy(one["tokens"].map { WebhookToken(it.textValue()) })
        }
    val headers = one["headers"].groupBy({ it[0].textValue() }, { it[1].textValue() })
    if (one.has("error")) {
        checkError(errorOf { receiver.receive(headers, one.body()) }, one["error"])
        return
    }
    val event = receiver.receive(headers, one.body())
    val expected = one["event"].deepCopy<ObjectNode>()
    assertFindings(expected.path("warnings"), event.warnings())
    expected.remove("warnings")
    assertSame(expected, shown(event))
    assertEquals(ACKNOWLEDGED, event.acknowledge())
}

private fun shown(event: WebhookEvent) = jsonObject {
    set<JsonNode>("authentication", Shown.of(event.authentication()))
    set<JsonNode>("payload", Shown.of(event.payload()))
    put("dedup_key", event.dedupKey())
}

private fun checkError(error: BillwireException, expected: JsonNode) {
    val details = error.details
    assertEquals(expected["kind"].textValue(), details.kind)
    assertEquals(expected["code"].textValue(), details.code.text())
    assertEquals(expected["status"].intValue(), details.response?.status)
    assertEquals(OperationName.WEBHOOK, details.operation)
    if (details.violations.isEmpty()) assertEquals("", expected["path"].textValue())
    else assertFindings(listOf(expected), details.violations)
}

internal fun checkConfirmation(one: Case) {
    val event = WebhookReceiver.checkout().receive(emptyMap(), one.json("payload").toByteArray())
    val confirmation = event.confirm(billerOf(one), Drafts.said(Expectation::class.java, one["expectation"]))
    val call = confirmation.call()
    assertEquals(OperationName.VERIFICATION, call.operation())
    assertEquals(one.text("request_body"), call.request().body?.text)

    val status = one["status"].intValue()
    if (one.has("error")) {
        val details = errorOf { confirmation.decide(status, one.body()) }.details
        val found = listOf(details.kind, details.code.text(), word(details.nextStep))
        assertEquals(listOf("kind", "code", "next_step").map { one["error"][it].textValue() }, found)
        return
    }
    val verdict = confirmation.decide(status, one.body())
    when (verdict) {
        is Verdict.Confirmed -> assertEquals(one.text("claim_key"), verdict.confirmed.claimKey())
        is Verdict.Mismatch -> assertSame(one["mismatches"], Shown.of(verdict.mismatches))
        is Verdict.Pending -> assertEquals("pending", one.text("verdict"))
        is Verdict.Failed -> assertEquals("failed", one.text("verdict"))
    }
    val warnings =
        when (verdict) {
            is Verdict.Confirmed -> verdict.warnings
            is Verdict.Mismatch -> verdict.warnings
            is Verdict.Pending -> verdict.warnings
            is Verdict.Failed -> verdict.warnings
        }
    assertFindings(one["warnings"] ?: emptyList(), warnings)
}

internal fun checkLookup(one: Case) {
    val bill = Drafts.said(Settlement::class.java, one["bill"])
    val lookup = billerOf(one).prepareSettlementLookup(bill)
    val call = lookup.call()
    assertEquals(OperationName.VERIFICATION, call.operation())
    assertEquals(one.text("request_body"), call.request().body?.text)
    assertSame(one["expected"], shown(lookup.decide(one["status"].intValue(), one.body())))
}

private fun shown(told: LookupVerdict) = jsonObject {
    val (verdict, step, transaction) =
        when (told) {
            is LookupVerdict.Settled -> Triple("settled", null, told.transaction)
            is LookupVerdict.NotFound -> Triple("notFound", NextStep.VERIFY_AGAIN, null)
            is LookupVerdict.Different -> Triple("different", NextStep.ASK_SERVICE, told.transaction)
            is LookupVerdict.Failed -> Triple("failed", NextStep.ASK_SERVICE, told.transaction)
            is LookupVerdict.Pending -> Triple("pending", NextStep.VERIFY_AGAIN, told.transaction)
            is LookupVerdict.Unclear -> Triple("unclear", told.nextStep, told.transaction)
        }
    put("verdict", verdict)
    put("next_step", step?.let(::word))
    put("tran_id", transaction?.tranId)
    if (told is LookupVerdict.Different) set<JsonNode>("mismatches", Shown.of(told.mismatches))
    (told as? LookupVerdict.Unclear)?.error?.let {
        set<JsonNode>("error", jsonObject { put("kind", it.kind).put("code", it.code.text()) })
    }
}

internal fun checkDelivery(one: Case) {
    val receiver = WebhookReceiver.checkout()
    val (first, second) = listOf("first", "second").map { receiver.receive(emptyMap(), one.json(it).toByteArray()) }
    for (verdict in listOf(second.compare(first.fingerprint()), first.compare(second.fingerprint()))) {
        assertEquals(one.text("delivery"), verdict.delivery.name.lowercase())
        assertEquals(if (verdict.delivery == Delivery.CONFLICT) 409 else 200, verdict.reply.status)
    }
    assertEquals(Delivery.NEW, second.compare(null).delivery)
}
