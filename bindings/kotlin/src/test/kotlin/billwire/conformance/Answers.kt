package io.github.billwire.conformance

import com.fasterxml.jackson.databind.JsonNode
import io.github.billwire.Biller
import io.github.billwire.BillwireException
import io.github.billwire.ErrorDetails
import io.github.billwire.NextStep
import io.github.billwire.SettlementOutcome
import io.github.billwire.text
import io.github.billwire.vectors.Case
import io.github.billwire.vectors.Operations
import io.github.billwire.vectors.Shown
import kotlin.test.assertEquals

internal fun checkResponse(one: Case) {
    val biller = billerOf(one)
    val body = one.body()
    for (decode in listOf(::decodeByCall, ::decodeByName)) {
        if (one.has("error")) checkError(errorOf { decode(biller, one, body) }, one)
        else assertSame(one["outcome"], outcome(decode(biller, one, body)))
    }
}

private fun decodeByCall(biller: Biller, one: Case, body: ByteArray): Any =
    (Operations.prepareMinimal(biller, one.text("operation")) as AutoCloseable).use {
        Operations.invoke(it, "decode", one["status"].intValue(), body)
    }

private fun decodeByName(biller: Biller, one: Case, body: ByteArray): Any =
    Operations.decode(biller, one.text("operation"), one["status"].intValue(), body)

/** Returns the outcome in the form of JavaScript, which has one object for all outcomes of a settlement. */
private fun outcome(decoded: Any): JsonNode =
    when (decoded) {
        is SettlementOutcome.Settled ->
            jsonObject {
                put("outcome", "settled")
                putNull("nextStep")
                set<JsonNode>("response", Shown.of(decoded.response))
            }
        is SettlementOutcome.Accepted ->
            jsonObject {
                put("outcome", "accepted")
                put("nextStep", word(decoded.nextStep))
                set<JsonNode>("response", Shown.of(decoded.response))
            }
        is SettlementOutcome.Failed ->
            jsonObject {
                put("outcome", "failed")
                put("nextStep", word(decoded.nextStep))
                set<JsonNode>("response", Shown.of(decoded.response))
            }
        else -> Shown.of(decoded)
    }

private fun checkError(error: BillwireException, one: Case) {
    val details = error.details
    assertSame(one["error"], shown(details, one["error"]))
    assertEquals(one.text("operation"), details.operation?.name?.lowercase())
    assertEquals(one["status"].intValue(), details.httpStatus)
    assertFindings(one["error"].path("violations"), details.violations)
}

private fun shown(details: ErrorDetails, expected: JsonNode) = jsonObject {
    put("kind", details.kind)
    put("code", details.code.text())
    put("next_step", word(details.nextStep))
    details.responseCode?.let { put("response_code", it) }
    details.messageEn?.let { put("message_en", it.text) }
    details.messageKh?.let { put("message_kh", it.text) }
    expected["violations"]?.let { set<JsonNode>("violations", it) }
}

/** `SEND_AGAIN` is `sendAgain` in the vectors. */
internal fun word(step: NextStep): String =
    step.name
        .lowercase()
        .split("_")
        .joinToString("") { it.replaceFirstChar(Char::uppercase) }
        .replaceFirstChar(Char::lowercase)
