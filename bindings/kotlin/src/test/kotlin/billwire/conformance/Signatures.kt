package io.github.billwire.conformance

import com.fasterxml.jackson.databind.JsonNode
import io.github.billwire.CodeShapes
import io.github.billwire.ExplainOptions
import io.github.billwire.HashToken
import io.github.billwire.SensitiveText
import io.github.billwire.SignedFields
import io.github.billwire.SigningKey
import io.github.billwire.WireProfile
import io.github.billwire.boundary.BILL
import io.github.billwire.countParses
import io.github.billwire.explainSignature
import io.github.billwire.vectors.Case
import io.github.billwire.vectors.Drafts
import java.math.BigDecimal
import java.time.OffsetDateTime
import java.time.ZoneOffset
import kotlin.test.assertEquals

private val PARTS = listOf("ref_id", "date", "currency", "total_amount", "customer_sync_code", "settlement_to")

internal fun checkSigning(one: Case) {
    val fields = Drafts.said(SignedFields::class.java, one["fields"])
    val offset = ZoneOffset.of(one.text("signing_offset"))
    val token = HashToken(one.text("key"))
    SigningKey(token).use { key ->
        assertEquals(one.text("hash"), key.sign(fields, offset))
        if (offset == ZoneOffset.UTC) assertEquals(one.text("hash"), key.sign(fields))
    }

    val options = ExplainOptions { observedHash(one.text("hash")).signingOffset(offset) }
    val explanation = explainSignature(fields, token, options)
    assertEquals(one.text("signing_string"), explanation.signingString)
    assertEquals(one.text("signing_string"), explanation.parts.joinToString("") { it.text })
    assertEquals(PARTS, explanation.parts.map { it.field })
    assertEquals(one.text("hash"), explanation.hash)
    assertEquals(true, explanation.observed?.matches)

    val bill =
        BILL.copy {
            refId(fields.refId)
            date(fields.date)
            currency(fields.currency)
            totalAmount(fields.totalAmount)
            customerSyncCode(fields.customerSyncCode)
            settlementTo(fields.settlementTo)
            if (fields.currency != "KHR") totalAmountKhr(BigDecimal.ONE)
        }
    val biller = biller(hashToken = one.text("key"), profile = WireProfile { signingOffset(offset) })
    val body = biller.prepareSettlement(bill).request().body?.text
    assertEquals(one.text("hash"), json(body)["hash"].textValue())
}

internal fun checkMistake(one: Case) {
    val bill = one["bill"]
    val explanation =
        explainSignature(
            Drafts.said(SignedFields::class.java, signedFieldsOf(bill)),
            HashToken(one.text("key")),
            ExplainOptions {
                observedHash(one.text("observed_hash"))
                totalAmountKhr(amountInKhr(bill))
                dueDate(bill["due_date"]?.let { OffsetDateTime.parse(it.textValue()).toInstant() })
                body(one["body"].textValue()?.let { SensitiveText(it) })
                signingOffset(ZoneOffset.of(one.text("signing_offset")))
                zones(candidates(one, "zones").map(ZoneOffset::of))
                separators(candidates(one, "separators"))
                destinations(candidates(one, "destinations"))
            },
        )
    val observed = checkNotNull(explanation.observed)
    val expected = one["causes"].map { cause -> listOf("mistake", "with", "setting").map { cause[it]?.textValue() } }
    assertEquals(expected, observed.causes.map { listOf(it.mistake, it.with, it.setting) })
    assertEquals(one["matches"].booleanValue(), observed.matches)
    assertEquals(one["trimmed"].booleanValue(), observed.trimmed)
    assertEquals(one.text("code"), observed.code.name.lowercase())
    assertEquals(observed.matches && !observed.trimmed, explanation.hash == one.text("observed_hash"))
    assertEquals(explanation.signingString, explanation.parts.joinToString("") { it.text })
}

internal fun checkParses(one: Case) {
    val shapes = Drafts.said(CodeShapes::class.java, one["shapes"])
    assertEquals(one["parses"].longValue(), countParses(one.text("signing_string"), shapes))
}

private fun signedFieldsOf(bill: JsonNode): JsonNode = jsonObject { PARTS.forEach { set<JsonNode>(it, bill[it]) } }

/** Returns the amount in KHR (interface section 2.3): the bill's own, or the amount multiplied by the exchange rate. */
private fun amountInKhr(bill: JsonNode): String? {
    bill["total_amount_khr"]?.let {
        return it.asText()
    }
    val amount = bill["total_amount"].decimalValue()
    if (bill["currency"].textValue() == "KHR") return plain(amount)
    return bill["exchange_rate_khr"]?.let { plain(amount * BigDecimal(it.asText())) }
}

private fun plain(amount: BigDecimal) = amount.stripTrailingZeros().toPlainString()

private fun candidates(one: Case, kind: String): List<String> = one["candidates"].path(kind).map { it.textValue() }
