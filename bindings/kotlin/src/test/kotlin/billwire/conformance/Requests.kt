package io.github.billwire.conformance

import io.github.billwire.Biller
import io.github.billwire.BillwireException
import io.github.billwire.Finding
import io.github.billwire.HttpRequest
import io.github.billwire.NextStep
import io.github.billwire.OperationName
import io.github.billwire.vectors.Case
import io.github.billwire.vectors.Drafts
import io.github.billwire.vectors.Operations
import io.github.billwire.vectors.Unsayable
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
        assertEquals(one["violations_omitted"].intValue(), error.details.violationsOmitted)
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
