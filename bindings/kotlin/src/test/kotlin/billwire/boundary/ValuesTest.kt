package io.github.billwire.boundary

import io.github.billwire.*
import java.math.BigDecimal
import java.time.Instant
import java.time.ZoneOffset
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertNotEquals
import kotlin.test.assertTrue

/** Values of the language beyond those of the vectors, which compare every body, event and date. */
class ValuesTest {
    @Test
    fun `keeps unknown members unchanged`() {
        val extra = """{"a":null,"b":[1.50,1e400,"ខ្មែរ"]}"""
        assertEquals(extra, receiver().receive(extra).payload().extra)
        val body = biller().prepareSettlement(BILL.copy(extra = extra)).request().body?.text.orEmpty()
        assertTrue(body.endsWith(extra.drop(1)))
        assertEquals(listOf("extra" to "invalid_json"), violationsOf { bodyOf(BILL.copy(extra = "[")) })
    }

    @Test
    fun `refuses every other whole number`() {
        for (amount in listOf(Long.MAX_VALUE, Long.MIN_VALUE)) {
            val bill = BILL.copy(totalAmount = amount, totalAmountKhr = BigDecimal.ONE)
            assertEquals(listOf("total_amount" to "out_of_range"), violationsOf { bodyOf(bill) }, "$amount")
        }
    }

    @Test
    fun `a count below one or above its bound is refused`() {
        for (count in listOf(Int.MIN_VALUE, -1, 0, Int.MAX_VALUE)) {
            val error =
                assertFailsWith<BillwireException.InvalidConfig> {
                    Biller(BillerConfig("https://service.example", maxLines = count))
                }
            assertEquals(
                listOf("maxLines" to "out_of_range"),
                error.violations.listed.map { it.path to codeText(it.code) },
            )
        }
        assertFailsWith<BillwireException.InvalidConfig> { checkoutReceiver(WebhookLimits(bytes = -1)) }
        val large = "{}" + " ".repeat(100_000)
        checkoutReceiver(WebhookLimits(bytes = Int.MAX_VALUE)).receive(emptyMap(), large.toByteArray())
    }

    @Test
    fun `refuses decimals of more than 34 digits with their path`() {
        assertEquals(BigDecimal("1e34"), BigDecimal(written(BigDecimal("1e34"))).stripTrailingZeros())
        for (text in listOf("7".repeat(35), "7".repeat(100_000))) {
            assertEquals("too_many_digits", fault(BigDecimal(text)))
        }
        for (text in listOf("1e35", "1e-35", "1e2147483647", "-1e-2147483647")) {
            assertEquals("out_of_range", fault(BigDecimal(text)), text)
        }
    }

    @Test
    fun `truncates instants to milliseconds`() {
        for ((given, written) in
            mapOf(
                "2026-01-31T17:00:00.123999999Z" to "2026-01-31T17:00:00.123Z",
                "1969-12-31T23:59:59.999999999Z" to "1969-12-31T23:59:59.999Z",
                "0000-01-01T00:00:00Z" to "0000-01-01T00:00:00.000Z",
                "9999-12-31T23:59:59.999999999Z" to "9999-12-31T23:59:59.999Z",
            )) {
            assertEquals(written, bodyOf(BILL.copy(date = Instant.parse(given), dueDate = LAST))["date"].textValue())
        }
        biller().use { biller ->
            for (millis in 0L..999L) {
                val bill = BILL.copy(date = BILL.date.plusMillis(millis))
                val body = biller.prepareSettlement(bill).use { it.request().body }
                assertEquals("2026-01-31T17:00:00.%03dZ".format(millis), json(body?.text)["date"].textValue())
            }
        }
    }

    @Test
    fun `rejects a year without four digits`() {
        for (date in listOf(FIRST.minusMillis(1), LAST.plusMillis(1), Instant.MIN, Instant.MAX, FIRST.minusNanos(1))) {
            val expected = listOf("date" to "year_out_of_range")
            assertEquals(expected, violationsOf { bodyOf(BILL.copy(date = date)) }, "$date")
            assertEquals(
                expected,
                violationsOf { SigningKey(HashToken("key")).use { it.sign(SIGNED.copy(date = date)) } },
            )
        }
    }

    @Test
    fun `an offset of no zone is a finding`() {
        for (setting in listOf("dateOffset", "tranDateOffset", "signingOffset")) {
            val error =
                assertFailsWith<BillwireException.InvalidConfig> { readWireProfile("""{"$setting":"+18:01"}""") }
            assertEquals(listOf("profile.$setting"), error.violations.listed.map { it.path })
            readWireProfile("""{"$setting":"-18:00"}""")
        }
        assertEquals(ZoneOffset.ofHours(7), readWireProfile("""{"signingOffset":"+07:00"}""").signingOffset)
    }

    @Test
    fun `equal values are equal`() {
        val full = BILL.copy(totalTax = 10, details = listOf(Line(itemName = "Rice", price = BigDecimal("1.50"))))
        assertEquals(full, full.copy(details = full.details.orEmpty().map { it.copy() }))
        assertEquals(full.hashCode(), full.copy().hashCode())
        assertNotEquals(full, full.copy(date = full.date.plusMillis(1)))
        val body = """{"status":"success","payment_service_type":"KHQR","customers":[{"amount":"2"}],"a":1}"""
        val (one, other) = List(2) { receiver().receive(body).payload() }
        assertEquals(one, other)
        assertIs<PaymentServiceType.Khqr>(one.paymentServiceType)
        assertEquals(Status.Other("paid"), receiver().receive("""{"status":"paid"}""").payload().status)
    }

    @Test
    fun `a received value goes out again`() {
        val customer = """{"amount":"many","customer_name":[7],"c":1.50}"""
        val body = """{"tran_id":7,"tran_amount":"0.10","status":"paid","customers":[$customer],"b":{"extra":1}}"""
        val payload = receiver().receive(body).payload()
        assertEquals(payload, webhookPayloadFromJson(payload.toJson()))
        assertEquals("0.10", json(payload.toJson())["tran_amount"].textValue())
        val linked = """{"code":"000","message":7,"data":{"add_link_account":{"web_url":"https://a.example"}}}"""
        val response = biller().decodeOnboarding(200, linked.toByteArray()).response
        assertEquals(response, onboardingResponseFromJson(response.toJson()))
        assertFalse("https" in "$response" || "https" !in response.toJson())
        val error = assertFailsWith<BillwireException> { transactionFromJson(payload.toJson()) }
        assertEquals(NextStep.VERIFY_AGAIN, error.nextStep())
    }

    @Test
    fun `the builder has every setting`() {
        val settings =
            BillerConfig::class.java.declaredFields.map { it.name }.filter { it != "baseUrl" && it != "Companion" }
        val setters =
            BillerConfigBuilder::class.java.methods.filter { it.returnType == BillerConfigBuilder::class.java }
        assertEquals(settings.sorted(), setters.map { it.name }.sorted())
        val profile = WireProfile(sendEmptyText = true)
        val built = BillerConfigBuilder("https://a.example").strict(true).maxLines(7).profile(profile).build()
        assertEquals(BillerConfig("https://a.example", strict = true, maxLines = 7, profile = profile), built)
    }

    private fun priced(price: BigDecimal) = BILL.copy(details = listOf(Line(price = price)))

    private fun written(price: BigDecimal): String {
        val body = biller().prepareSettlement(priced(price)).request().body?.text
        return checkNotNull(Regex(""""price":([^,}]*)""").find(checkNotNull(body))).groupValues[1]
    }

    private fun fault(price: BigDecimal): String {
        val (path, code) = violationsOf { bodyOf(priced(price)) }.single()
        assertEquals("details[0].price", path)
        return code
    }

    private companion object {
        val FIRST: Instant = Instant.parse("0000-01-01T00:00:00Z")
        val LAST: Instant = Instant.parse("9999-12-31T23:59:59.999Z")
    }
}
