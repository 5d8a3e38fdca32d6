package io.github.billwire.vectors

import com.fasterxml.jackson.databind.JsonNode
import io.github.billwire.*
import java.time.OffsetDateTime
import java.time.ZoneOffset
import kotlin.test.assertEquals

private val PARTS = listOf("ref_id", "date", "currency", "total_amount", "customer_sync_code", "settlement_to")

internal fun checkExplanation(one: Case) {
    val offset = ZoneOffset.of(one.text("signing_offset"))
    val options = ExplainOptions(observedHash = one.text("hash"), signingOffset = offset)
    val explanation = explainSignature(valueOf(one["fields"]), HashToken(one.text("key")), options)
    assertEquals(one.text("signing_string"), explanation.signingString)
    assertEquals(one.text("signing_string"), explanation.parts.joinToString("") { it.text })
    assertEquals(PARTS, explanation.parts.map { it.field })
    assertEquals(one.text("hash"), explanation.hash)
    assertEquals(true, explanation.observed?.matches)
}

internal fun checkMistake(one: Case) {
    val (bill, body) = one["bill"] to one["body"].textValue()
    val candidates = { kind: String -> one["candidates"].path(kind).map { it.textValue() } }
    val options =
        ExplainOptions(
            observedHash = one.text("observed_hash"),
            totalAmountKhr = body?.let { JSON.readTree(it).path("total_amount_khr").textValue() },
            dueDate = bill["due_date"]?.let { OffsetDateTime.parse(it.textValue()).toInstant() },
            body = body?.let(::SensitiveText),
            signingOffset = ZoneOffset.of(one.text("signing_offset")),
            zones = candidates("zones").map(ZoneOffset::of),
            separators = candidates("separators"),
            destinations = candidates("destinations"),
        )
    val fields = jsonObject { PARTS.forEach { set<JsonNode>(it, bill[it]) } }
    val explanation = explainSignature(valueOf(fields), HashToken(one.text("key")), options)
    val observed = checkNotNull(explanation.observed)
    val expected = one["causes"].map { cause -> listOf("mistake", "with", "setting").map { cause[it]?.textValue() } }
    assertEquals(expected, observed.causes.map { listOf(it.mistake, it.with, it.setting) })
    assertEquals(one["matches"].booleanValue(), observed.matches)
    assertEquals(one["trimmed"].booleanValue(), observed.trimmed)
    assertEquals(one.text("code"), observed.code.name.lowercase())
    assertEquals(observed.matches && !observed.trimmed, explanation.hash == one.text("observed_hash"))
}
