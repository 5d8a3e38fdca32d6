package billwire.conformance

import billwire.Biller
import billwire.BillwireException
import billwire.Finding
import billwire.HttpRequest
import billwire.NextStep
import billwire.OperationName
import billwire.vectors.Case
import billwire.vectors.Drafts
import billwire.vectors.Operations
import billwire.vectors.Unsayable
import kotlin.test.assertEquals
import kotlin.test.assertIs

/** Parts of a call of any operation. */
private class Prepared(val operation: OperationName, val request: HttpRequest, val warnings: List<Finding>)

internal fun checkRequest(one: Case) {
    val biller = billerOf(one)
    check(one) { prepareJson(biller, one) }
    val draft = draftOf(one) ?: return
    check(one) { prepare(biller, one, draft) }
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

private fun prepareJson(biller: Biller, one: Case): Prepared =
    prepared(Operations.prepareJson(biller, one.text("operation"), one.json("request")))

private fun prepare(biller: Biller, one: Case, draft: Any): Prepared =
    prepared(Operations.prepare(biller, one.text("operation"), draft))

private fun prepared(call: Any): Prepared =
    (call as AutoCloseable).use {
        val warnings = (Operations.invoke(it, "warnings") as List<*>).map { finding -> finding as Finding }
        val operation = Operations.invoke(it, "operation") as OperationName
        Prepared(operation, Operations.invoke(it, "request") as HttpRequest, warnings)
    }

/** Returns the request as a draft, or null if the types cannot express it. */
internal fun draftOf(one: Case): Any? {
    // An Instant has no offset.
    if (one["profile"].path("dateStyle").asText().startsWith("offset")) return null
    return try {
        Drafts.said(Operations.draft(Biller::class.java, one.text("operation")), one["request"])
    } catch (_: Unsayable) {
        null
    }
}
