package billwire.conformance

import billwire.Biller
import billwire.BillwireException
import billwire.Finding
import billwire.HttpRequest
import billwire.NextStep
import billwire.Onboarding
import billwire.OperationName
import billwire.Settlement
import billwire.Verification
import billwire.vectors.Case
import billwire.vectors.Drafts
import billwire.vectors.Unsayable
import kotlin.test.assertEquals
import kotlin.test.assertIs

/** Parts of a call of any operation. */
private class Prepared(val operation: OperationName, val request: HttpRequest, val warnings: List<Finding>)

internal fun checkRequest(one: Case) {
    val biller = billerOf(one)
    check(one) { prepareJson(biller, one) }
    val draft = draftOf(one) ?: return
    check(one) { prepare(biller, draft) }
}

private fun check(one: Case, work: () -> Prepared) {
    if (one.has("violations")) {
        val error = assertIs<BillwireException.InvalidRequest>(errorOf(work))
        assertEquals(one.text("operation"), error.details.operation?.name?.lowercase())
        assertEquals(NextStep.FIX_REQUEST, error.details.nextStep)
        assertFindings(one["violations"], error.details.violations)
        assertEquals(one["violations_omitted"].longValue(), error.details.violationsOmitted)
        return
    }
    val prepared = work()
    assertEquals(one.text("operation"), prepared.operation.name.lowercase())
    assertEquals(one.text("method"), prepared.request.method)
    assertEquals(BASE_URL + one.text("path"), prepared.request.url)
    val headers = one["headers"].map { it[0].textValue() to it[1].textValue() }
    assertEquals(headers, prepared.request.headers.map { it.name to it.value.text })
    assertEquals(one.text("body"), prepared.request.body?.text)
    assertFindings(one["warnings"], prepared.warnings)
}

private fun prepareJson(biller: Biller, one: Case): Prepared {
    val json = one.json("request")
    return when (one.text("operation")) {
        "onboarding" -> biller.prepareOnboardingJson(json).use { Prepared(it.operation(), it.request(), it.warnings()) }
        "settlement" -> biller.prepareSettlementJson(json).use { Prepared(it.operation(), it.request(), it.warnings()) }
        "verification" ->
            biller.prepareVerificationJson(json).use { Prepared(it.operation(), it.request(), it.warnings()) }
        else -> error("no shape: ${one.text("operation")}")
    }
}

private fun prepare(biller: Biller, draft: Any): Prepared =
    when (draft) {
        is Onboarding -> biller.prepareOnboarding(draft).use { Prepared(it.operation(), it.request(), it.warnings()) }
        is Settlement -> biller.prepareSettlement(draft).use { Prepared(it.operation(), it.request(), it.warnings()) }
        is Verification ->
            biller.prepareVerification(draft).use { Prepared(it.operation(), it.request(), it.warnings()) }
        else -> error("no draft: $draft")
    }

/** Returns the request as a draft, or null if the types cannot express it. */
internal fun draftOf(one: Case): Any? {
    // An Instant has no offset.
    if (one["profile"].path("dateStyle").asText().startsWith("offset")) return null
    val type =
        when (one.text("operation")) {
            "onboarding" -> Onboarding::class.java
            "settlement" -> Settlement::class.java
            "verification" -> Verification::class.java
            else -> error("no shape: ${one.text("operation")}")
        }
    return try {
        Drafts.said(type, one["request"])
    } catch (_: Unsayable) {
        null
    }
}
