package io.github.billwire.vectors

import io.github.billwire.*
import io.github.billwire.boundary.BILL
import java.math.BigDecimal
import java.time.ZoneOffset
import kotlin.test.assertEquals

internal fun checkSigning(one: Case) {
    val fields = valueOf<SignedFields>(one["fields"])
    val offset = ZoneOffset.of(one.text("signing_offset"))
    val token = HashToken(one.text("key"))
    SigningKey(token).use { key ->
        assertEquals(one.text("hash"), key.sign(fields, offset))
        if (offset == ZoneOffset.UTC) assertEquals(one.text("hash"), key.sign(fields))
    }

    val bill =
        BILL.copy(
            refId = fields.refId,
            date = fields.date,
            currency = fields.currency,
            totalAmount = fields.totalAmount,
            totalAmountKhr = if (fields.currency == "KHR") null else BigDecimal.ONE,
            customerSyncCode = fields.customerSyncCode,
            settlementTo = fields.settlementTo,
        )
    val call = biller(one.text("key"), profile = WireProfile(signingOffset = offset)).prepareSettlement(bill)
    assertEquals(one.text("hash"), JSON.readTree(call.request().body?.text)["hash"].textValue())
}

internal fun checkParses(one: Case) =
    assertEquals(one["parses"].longValue(), countParses(one.text("signing_string"), valueOf(one["shapes"])))
