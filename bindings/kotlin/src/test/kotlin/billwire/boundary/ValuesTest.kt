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
import kotlin.test.assertNull
import kotlin.test.assertTrue

private const val LARGEST = (1L shl 53) - 1

/** Numbers, instants, and absent, null and empty values. */
class ValuesTest {
    @Test
    fun `does not send absent fields`() {
        val keys = bodyOf(BILL).fieldNames().asSequence().toList()
        val required =
            listOf("ref_id", "date", "due_date", "currency", "total_amount", "customer_sync_code", "settlement_to")
        assertEquals(required + listOf("total_amount_khr", "hash"), keys)
    }

    @Test
    fun `null, empty and absent differ`() {
        assertEquals(false, bodyOf(BILL.copy(details = null)).has("details"))
        assertEquals(0, bodyOf(BILL.copy(details = emptyList()))["details"].size())
        assertEquals(0, bodyOf(BILL.copy(details = listOf(Line())))["details"][0].size())
        assertEquals(listOf("description" to "empty"), violationsOf { bodyOf(BILL.copy(description = "")) })
        val customers = { body: String -> receiver().receive(body).payload().customers }
        assertEquals(Customers.Absent, customers("{}"))
        assertEquals(Customers.Null, customers("""{"customers":null}"""))
        assertEquals(Customers.Listed(emptyList()), customers("""{"customers":[]}"""))
        val payload = receiver().receive("""{"tran_id":null,"bank_name":""}""").payload()
        assertNull(payload.tranId)
        assertEquals("", payload.bankName)
        assertEquals("{}", payload.extra)
    }

    @Test
    fun `keeps unknown members unchanged`() {
        val extra = """{"a":null,"b":[1.50,1e400,"ខ្មែរ"]}"""
        assertEquals(extra, receiver().receive(extra).payload().extra)
        val body = biller().prepareSettlement(BILL.copy(extra = extra)).request().body?.text.orEmpty()
        assertTrue(body.endsWith(extra.drop(1)))
        assertEquals(listOf("extra" to "invalid_json"), violationsOf { bodyOf(BILL.copy(extra = "[")) })
    }

    @Test
    fun `accepts whole numbers up to 2^53-1`() {
        for (amount in listOf(0, 1, LARGEST)) {
            assertEquals(amount, bodyOf(BILL.copy(totalAmount = amount))["total_amount"].longValue())
        }
        for (amount in listOf(-1, LARGEST + 1, Long.MAX_VALUE, Long.MIN_VALUE)) {
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
    fun `sends decimals of up to 34 digits, and refuses others with their path`() {
        val digits = "1234567890".repeat(4)
        val sent =
            listOf(
                digits.take(34),
                "0." + digits.take(34),
                "-" + digits.take(20) + "." + digits.drop(20).take(14),
                "-0.5",
            )
        for (text in sent) assertEquals(text, written(BigDecimal(text)))
        assertEquals(BigDecimal("1e34"), BigDecimal(written(BigDecimal("1e34"))).stripTrailingZeros())
        for (text in listOf(digits.take(35), "7".repeat(100_000))) {
            assertEquals("too_many_digits", fault(BigDecimal(text)))
        }
        for (text in listOf("1e35", "1e-35", "1e2147483647", "-1e-2147483647")) {
            assertEquals("out_of_range", fault(BigDecimal(text)), text)
        }
    }

    @Test
    fun `reads amounts with every digit`() {
        for (text in listOf("0.10", "12345678901234567890.12345678901234", "1e-7")) {
            val amount = receiver().receive("""{"tran_amount":$text}""").payload().tranAmount
            assertEquals(0, BigDecimal(text).compareTo(amount), text)
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
    fun `reads a received date in an assumed zone`() {
        val text = "2026-01-31T17:00:00.1234567"
        assertEquals(Instant.parse("2026-01-31T10:00:00.123Z"), readTranDate(text, ZoneOffset.ofHours(7)))
        assertNull(readTranDate("yesterday", ZoneOffset.UTC))
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
