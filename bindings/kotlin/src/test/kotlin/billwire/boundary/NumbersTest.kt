package io.github.billwire.boundary

import io.github.billwire.Biller
import io.github.billwire.BillerConfig
import io.github.billwire.BillwireException
import io.github.billwire.Line
import io.github.billwire.WebhookLimits
import io.github.billwire.WebhookReceiver
import io.github.billwire.text
import java.math.BigDecimal
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

private const val LARGEST = (1L shl 53) - 1

class NumbersTest {
    @Test
    fun `accepts whole numbers up to 2^53-1`() {
        for (amount in listOf(0, 1, LARGEST)) {
            assertEquals(amount, bodyOf(BILL.copy { totalAmount(amount) })["total_amount"].longValue())
        }
        for (amount in listOf(-1, LARGEST + 1, Long.MAX_VALUE, Long.MIN_VALUE)) {
            val found = violationsOf { bodyOf(BILL.copy { totalAmount(amount).totalAmountKhr(BigDecimal.ONE) }) }
            assertEquals(listOf("total_amount" to "out_of_range"), found, "$amount")
        }
    }

    @Test
    fun `a count below one or above its bound is refused`() {
        val refused = mapOf(
            "maxLines" to { count: Int -> Biller(BillerConfig("https://service.example") { maxLines(count) }) },
            "limits.bytes" to { count: Int -> WebhookReceiver.checkout(WebhookLimits { bytes(minOf(count, 0)) }) },
        )
        for (count in listOf(Int.MIN_VALUE, -1, 0, Int.MAX_VALUE)) {
            for ((path, work) in refused) {
                val error = assertFailsWith<BillwireException.InvalidConfig>("$path $count") { work(count) }
                assertEquals(listOf(path to "out_of_range"), error.details.violations.map { it.path to it.code.text() })
            }
        }
    }

    @Test
    fun `sends decimals of up to 34 digits`() {
        val digits = "1234567890".repeat(4)
        for (text in
            listOf(digits.take(34), "0." + digits.take(34), "-" + digits.take(20) + "." + digits.drop(20).take(14))) {
            assertEquals(text, written(BigDecimal(text)))
        }
        assertEquals("too_many_digits", fault(BigDecimal(digits.take(35))))
        assertEquals("too_many_digits", fault(BigDecimal("0." + digits.take(35))))
        assertEquals("too_many_digits", fault(BigDecimal("7".repeat(100_000))))
    }

    @Test
    fun `accepts exponents from -34 to 34`() {
        assertEquals(BigDecimal("1e34"), BigDecimal(written(BigDecimal("1e34"))).stripTrailingZeros())
        assertEquals(BigDecimal("1e-34"), BigDecimal(written(BigDecimal("1e-34"))))
        for (text in listOf("1e35", "1e-35", "1e2147483647", "1e-2147483647", "-1e2147483647")) {
            assertEquals("out_of_range", fault(BigDecimal(text)), text)
        }
    }

    @Test
    fun `price may be zero or negative, a rate may not`() {
        assertEquals("-0.5", written(BigDecimal("-0.5")))
        for (rate in listOf("0", "-1", "0e10")) {
            val bill = BILL.copy {
                currency("USD")
                exchangeRateKhr(BigDecimal(rate))
                totalAmountKhr(BigDecimal.TEN)
            }
            assertEquals(listOf("exchange_rate_khr" to "out_of_range"), violationsOf { bodyOf(bill) }, rate)
        }
    }

    @Test
    fun `reads amounts with every digit`() {
        for (text in listOf("0.10", "12345678901234567890.12345678901234", "1e-7")) {
            for (json in listOf(text, "\"$text\"")) {
                val amount = receiver().receive("""{"tran_amount":$json}""").payload().tranAmount
                assertEquals(0, BigDecimal(text).compareTo(amount), json)
            }
        }
    }

    private fun priced(price: BigDecimal) = BILL.copy { details(listOf(Line { price(price) })) }

    private fun written(price: BigDecimal): String {
        val body = biller().prepareSettlement(priced(price)).request().body?.text
        return checkNotNull(Regex(""""price":([^,}]*)""").find(checkNotNull(body))).groupValues[1]
    }

    private fun fault(price: BigDecimal): String {
        val (path, code) = violationsOf { bodyOf(priced(price)) }.single()
        assertEquals("details[0].price", path)
        return code
    }
}
