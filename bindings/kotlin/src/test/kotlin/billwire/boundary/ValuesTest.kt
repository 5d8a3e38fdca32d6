package io.github.billwire.boundary

import io.github.billwire.Cause
import io.github.billwire.CodeShape
import io.github.billwire.CodeShapes
import io.github.billwire.Customers
import io.github.billwire.Line
import io.github.billwire.PaymentServiceType
import io.github.billwire.Reply
import io.github.billwire.SettlementOutcome
import io.github.billwire.Status
import io.github.billwire.WireProfile
import io.github.billwire.readWireProfile
import java.math.BigDecimal
import java.time.ZoneOffset
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertIs
import kotlin.test.assertNotEquals

/** Records and enums are values: they compare by content, serve as keys and print readably. */
class ValuesTest {
    private val full =
        BILL.copy {
            totalTax(10)
            exchangeRateKhr(BigDecimal("4100"))
            details(listOf(Line { itemName("Rice").price(BigDecimal("1.50")).extra("""{"a":1}""") }))
            extra("{}")
        }

    @Test
    fun `records of equal parts are equal`() {
        val same =
            full.copy {
                details(listOf(Line { itemName("Rice").price(BigDecimal("1.50")).extra("""{"a":1}""") }))
            }
        assertEquals(full, same)
        assertEquals(full.hashCode(), same.hashCode())
        assertEquals(1, setOf(full, same).size)
    }

    @Test
    fun `records with different parts differ`() {
        val others =
            listOf(
                full.copy { refId("INV-0002") },
                full.copy { date(full.date.plusMillis(1)) },
                full.copy { totalTax(null) },
                full.copy { details(full.details.orEmpty() + Line()) },
                full.copy { details(emptyList()) },
            )
        others.forEach { assertNotEquals(full, it) }
        assertEquals(others.size + 1, (others + full).toSet().size)
    }

    @Test
    fun `equal webhooks have equal payloads`() {
        val body =
            """{"status":"success","payment_service_type":"KHQR","tran_amount":1.50,"customers":[{"amount":"2"}],"a":1}"""
        val (one, other) = List(2) { receiver().receive(body).payload() }
        assertEquals(one, other)
        assertEquals(one.hashCode(), other.hashCode())
        assertNotEquals(one, receiver().receive(body.replace("KHQR", "khqr")).payload())
    }

    @Test
    fun `reads known words as constants, others as text`() {
        val type = { text: String ->
            receiver().receive("""{"payment_service_type":"$text"}""").payload().paymentServiceType
        }
        assertEquals(PaymentServiceType.BankChannel, type("Bank Channel"))
        assertEquals(PaymentServiceType.DeeplinkCheckout, type("Deeplink/Checkout"))
        assertEquals(PaymentServiceType.Other("bank channel"), type("bank channel"))
        assertEquals("BankChannel", "${PaymentServiceType.BankChannel}")
        assertEquals("Other(text=paid)", "${Status.Other("paid")}")
        assertEquals("Absent", "${Customers.Absent}")
    }

    @Test
    fun `outcomes are classes`() {
        val answer = { status: String ->
            """{"code":"000","data":{"bill":{"status":"$status"},"payment":{"status":"success"}}}"""
        }
        assertIs<SettlementOutcome.Settled>(biller().decodeSettlement(200, answer("success").toByteArray()))
        val accepted =
            assertIs<SettlementOutcome.Accepted>(biller().decodeSettlement(200, answer("pending").toByteArray()))
        assertEquals(Status.Other("pending"), accepted.response.data?.bill?.status)
    }

    @Test
    fun `optional settings have defaults`() {
        assertEquals(CodeShapes { refId(null).customerSyncCode(null).settlementTo(null) }, CodeShapes())
        assertEquals(CodeShape { prefix(null).length(null).pattern(null) }, CodeShape())
        assertEquals(
            WireProfile { signingOffset(ZoneOffset.ofHours(7)) }.signingOffset,
            readWireProfile("""{"signingOffset":"+07:00"}""").signingOffset,
        )
        assertEquals(Cause("hex", null, null, "x"), Cause("hex", null, null, "x"))
        assertEquals(Reply(200, emptyMap(), ""), Reply(200, mapOf(), ""))
    }
}
