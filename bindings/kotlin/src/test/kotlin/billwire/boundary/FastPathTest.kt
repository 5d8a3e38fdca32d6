package io.github.billwire.boundary

import io.github.billwire.Biller
import io.github.billwire.BillerFastPath
import io.github.billwire.BillwireException
import io.github.billwire.Line
import io.github.billwire.OperationName
import io.github.billwire.ReceiverFastPath
import io.github.billwire.SensitiveText
import io.github.billwire.Settlement
import io.github.billwire.SignedFields
import io.github.billwire.SigningFastPath
import io.github.billwire.SigningKey
import io.github.billwire.HashToken
import io.github.billwire.WebhookAuthentication
import io.github.billwire.WebhookEvent
import io.github.billwire.WebhookReceiver
import io.github.billwire.add
import io.github.billwire.ffi.HashToken as FfiHashToken
import io.github.billwire.ffi.SigningKey as FfiSigningKey
import io.github.billwire.lend
import io.github.billwire.lift
import io.github.billwire.lower
import io.github.billwire.native
import java.math.BigDecimal
import java.time.Instant
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue

private const val DRAFTS = 3_000
private val HEADERS = mapOf("Host" to listOf("merchant.example"), "Token" to listOf(TOKEN))

/** The fast path answers everyday input, and never otherwise than the full path. */
class FastPathTest {
    private val random = Random(22)
    private val biller = biller()
    private val receiver = receiver()
    private val fastBiller = BillerFastPath(biller.ffi)
    private val fastReceiver = ReceiverFastPath(receiver.ffi, WebhookAuthentication.TOKEN)

    @Test
    fun `everyday requests take the fast path`() {
        val line = Line { itemName("អង្ករ").quantity(2).price(BigDecimal("10.50")).amount(BigDecimal("21.00")) }
        val bills =
            listOf(0, 1, 50).map { count ->
                BILL.copy { totalAmount(21L * count).description("ខែមករា 😀").details(List(count) { line }) }
            }
        for (bill in bills + BILL) assertNotNull(fast(bill), "$bill")
        assertNotNull(fastBiller.prepare(OperationName.ONBOARDING) { add(SUB_BILLER) })
        assertNotNull(fastBiller.prepare(OperationName.VERIFICATION) { add(SEARCH) })
        assertNotNull(SigningFastPath(FfiSigningKey(FfiHashToken("hash-key"))).sign(signed(BILL)))
    }

    @Test
    fun `unusual requests take the full path`() {
        assertNull(fast(BILL.copy { refId("") }), "a violation")
        assertNull(fast(BILL.copy { currency("XYZ") }), "a warning")
        assertNull(fast(BILL.copy { extra("{}") }), "another member")
        assertNull(fastBiller.prepare(OperationName.GET_LIST_BILLS) { add(SEARCH) }, "an operation without a shape")
    }

    @Test
    fun `both paths prepare the same`() {
        var taken = 0
        repeat(DRAFTS) {
            val bill = bill()
            val full = outcome { native { biller.ffi.prepareSettlement(bill.lower()) }.request.lift() }
            assertEquals(full, outcome { biller.prepareSettlement(bill).use { it.request() } })
            fast(bill)?.let { assertEquals(full, it) }?.also { taken++ }
        }
        assertTrue(taken in DRAFTS / 10..DRAFTS * 9 / 10, "$taken of $DRAFTS drafts took the fast path")
    }

    @Test
    fun `both paths write every cent the same`() {
        for (cents in (0L..9_999).chunked(1_000)) {
            val lines = (0..2).flatMap { scale -> cents.map { Line { price(BigDecimal.valueOf(it, scale)) } } }
            val bill = BILL.copy { details(lines) }
            assertEquals(native { biller.ffi.prepareSettlement(bill.lower()) }.request.body, fast(bill)?.body)
        }
    }

    @Test
    fun `both paths sign the same`() {
        val (key, full) = Pair(SigningKey(HashToken("hash-key")), FfiSigningKey(FfiHashToken("hash-key")))
        repeat(DRAFTS) {
            val fields = signed(bill())
            assertEquals(outcome { native { full.sign(fields.lower(), null) } }, outcome { key.sign(fields) })
        }
    }

    @Test
    fun `everyday webhooks take the fast path`() {
        val customer = """{"customer_name":"សុខ ដារ៉ា","bill_no":"B-1","amount":"10.50"}"""
        val customers = List(20) { customer }.joinToString()
        for (body in
            listOf(
                "{}",
                """{"tran_id":"T-1","tran_amount":10.50,"status":"success","customers":null}""",
                """{"bank_name":"ធនាគារ 😀","payment_service_type":"KHQR","customers":[$customers]}""",
            )) {
            assertNotNull(fastReceiver.receive(HEADERS, body.toByteArray()), body)
        }
    }

    @Test
    fun `unusual webhooks take the full path`() {
        for (body in
            listOf(
                "[]",
                """{"new":1}""",
                """{"tran_id":"\u0041"}""",
                """{"tran_amount":1e3}""",
                """{"Customer":[]}""",
            )) {
            assertNull(fastReceiver.receive(HEADERS, body.toByteArray()), body)
        }
        for (headers in
            listOf(
                emptyMap(),
                mapOf("To\u212aen" to listOf(TOKEN)),
                mapOf("Token" to listOf("another")),
                mapOf("Token" to listOf("$TOKEN\u0100")),
                mapOf("Token" to emptyList()),
                mapOf("Token" to listOf(TOKEN, TOKEN)),
                mapOf("Token" to listOf(TOKEN), "TOKEN" to listOf(TOKEN)),
            )) {
            assertNull(fastReceiver.receive(headers, "{}".toByteArray()), "$headers")
        }
    }

    @Test
    fun `both paths receive the same`() {
        var taken = 0
        repeat(DRAFTS) {
            val body = notice().toByteArray()
            val full = outcome { seen(WebhookEvent(native { body.lend { receiver.ffi.receive(HEADERS, it) } })) }
            assertEquals(full, outcome { seen(receiver.receive(HEADERS, body)) }, body.decodeToString())
            fastReceiver.receive(HEADERS, body)?.let { assertEquals(full, seen(it)) }?.also { taken++ }
        }
        assertTrue(taken in DRAFTS / 10..DRAFTS * 9 / 10, "$taken of $DRAFTS webhooks took the fast path")
    }

    @Test
    fun `checkout webhooks need no token`() {
        val checkout = WebhookReceiver.checkout()
        val unauthenticated = WebhookAuthentication.UNAUTHENTICATED
        val body = "{}".toByteArray()
        val event = ReceiverFastPath(checkout.ffi, unauthenticated).receive(emptyMap(), body)
        assertEquals(unauthenticated, event?.authentication())
        assertEquals(unauthenticated, checkout.receive(HEADERS, body).authentication())
    }

    @Test
    fun `large requests and bodies grow the buffers`() {
        val lines = List(9_000) { Line { itemName("\"".repeat(40)).amount(BigDecimal("0.01")) } }
        val bill = BILL.copy { totalAmount(90).details(lines) }
        assertEquals(native { biller.ffi.prepareSettlement(bill.lower()) }.request.body, fast(bill)?.body)
        val customers = List(1_000) { """{"customer_name":"ដារ៉ា"}""" }.joinToString()
        val body = """{"customers":[$customers]}""".toByteArray()
        assertEquals(seen(receiver.receive(HEADERS, body)), fastReceiver.receive(HEADERS, body)?.let(::seen))
    }

    @Test
    fun `a list that fails or changes fails as on the full path`() {
        val lines = List(3) { Line { itemName("Rice") } }
        val failing =
            object : AbstractList<Line>() {
                override val size = 3

                override fun get(index: Int): Line = if (index < 2) lines[index] else error("this list fails")
            }
        val bill = BILL.copy { details(failing) }
        val error = assertFailsWith<IllegalStateException> { biller.prepareSettlement(bill) }
        assertEquals("this list fails", error.message)
        val shorter =
            object : AbstractList<Line>() {
                private var reads = 0
                override val size
                    get() = if (reads++ == 0) 3 else 2

                override fun get(index: Int): Line = lines[index]
            }
        assertNull(fast(BILL.copy { details(shorter) }))
    }

    @Test
    fun `a closed object throws the same on both paths`() {
        val closed = biller().also { it.prepareSettlement(BILL) }
        closed.close()
        val full = assertFailsWith<IllegalStateException> { closed.ffi.prepareSettlement(BILL.lower()) }
        assertEquals(full.message, assertFailsWith<IllegalStateException> { closed.prepareSettlement(BILL) }.message)
        val call = biller.prepareSettlement(BILL).also { it.close() }
        val event = receiver.receive("{}").also { it.close() }
        val uses =
            listOf(
                { call.decode(200, ByteArray(0)) },
                { call.warnings() },
                { event.fingerprint() },
                { event.authentication() },
            )
        for (use in uses) assertFailsWith<IllegalStateException> { use() }
    }

    @Test
    fun `a call outlives its closed biller and decodes`() {
        val call = biller().use { it.prepareSettlement(BILL) }
        assertEquals(emptyList(), call.warnings())
        val refused = assertFailsWith<BillwireException> { call.decode(401, ByteArray(0)) }
        assertEquals(OperationName.SETTLEMENT, refused.details.operation)
        assertEquals(OperationName.SETTLEMENT, call.operation())
        assertEquals(emptyList(), call.warnings())
    }

    private fun fast(bill: Settlement) = fastBiller.prepare(OperationName.SETTLEMENT) { add(bill) }

    /** A result, or what its error says. */
    private fun outcome(work: () -> Any): Any =
        try {
            work()
        } catch (error: BillwireException) {
            Pair(error::class, error.details)
        }

    private fun seen(event: WebhookEvent) =
        event.use {
            val known = listOf(it.payload(), it.authentication(), it.warnings())
            // Asking for these makes the library's object.
            known + listOf(it.dedupKey(), it.fingerprint(), it.acknowledge(), it.authentication(), it.warnings())
        }

    private fun signed(bill: Settlement) =
        SignedFields(bill.refId, bill.date, bill.currency, bill.totalAmount, bill.customerSyncCode, bill.settlementTo)

    private fun bill() =
        Settlement(
            refId = text("INV-1"),
            date = instant(BILL.date),
            dueDate = instant(BILL.dueDate),
            currency = usually("KHR", "USD", "XYZ"),
            totalAmount = usually(40_000, 0, -1, (1L shl 53) - 1, 1L shl 53, Long.MAX_VALUE, Long.MIN_VALUE),
            customerSyncCode = text("C-1"),
            settlementTo = text("S-1"),
        ) {
            totalTax(orNull { usually(3, 50_000) }).paymentMethodToken(orNull { SensitiveText(text("pm")) })
            description(orNull { text("ខែមករា") }).exchangeRateKhr(orNull { decimal("4100") })
            totalAmountKhr(orNull { decimal("40000") }).details(orNull { List(random.nextInt(3)) { line() } })
            extra(usually(null, "{}", "[]", """{"a":1}"""))
        }

    private fun line() = Line {
        itemName(orNull { text("Rice") }).description(orNull { text("5 kg\nJasmine") })
        quantity(orNull { usually(2, 0, -1) }).price(orNull { decimal("10.50") })
        amount(usually(null, BigDecimal("40000.00"), BigDecimal.ONE))
        taxAmount(usually(null, BigDecimal("3"), BigDecimal("0.0"))).taxName(orNull { text("VAT") })
    }

    private fun text(usual: String): String =
        usually(
            usual + random.nextInt(1_000),
            usual,
            "",
            " ",
            "អគ្គិសនី",
            "é",
            "😀",
            "\ud83d",
            "a\udc00b",
            "\u0001",
            "\u0085",
            "\"\\/",
            "\t\r\n",
            "a".repeat(5_000),
            "ក".repeat(3_000),
            "\u200b",
            "\uffff",
        )

    private fun decimal(usual: String): BigDecimal =
        BigDecimal(
            usually(
                usual,
                *arrayOf("0", "0.00", "1.5", "10.05", "-3", "0.001", "1E+3", "1e-20", "42949672.95", "42949672.96"),
                "9007199254740993",
                "1".repeat(40),
            )
        )

    private fun instant(usual: Instant): Instant =
        usually(usual, usual.plusNanos(1_999_999), usual.plusMillis(-1), Instant.EPOCH, Instant.MIN, Instant.MAX)

    private fun <T> orNull(make: () -> T): T? = if (random.nextBoolean()) make() else null

    private fun <T> usually(usual: T, vararg other: T): T =
        if (random.nextInt(12) > 0) usual else other[random.nextInt(other.size)]

    private fun notice(): String {
        val customers = List(random.nextInt(3)) { "{${members("customer_name", "bill_no", "amount")}}" }
        val list = usually("[${customers.joinToString()}]", "null", "[null]", "{}")
        val names = members("tran_id", "tran_no", "tran_amount", "status", "bank_name", "payment_service_type")
        return "{$names,\"${usually("customers", "Customer", "new")}\":$list}"
    }

    private fun members(vararg names: String): String =
        names.filter { it == names[0] || random.nextBoolean() }.joinToString { "\"$it\":${json(it)}" }

    private fun json(name: String): String {
        val others = arrayOf("null", "1", "true", "\"\\u1780\\n\"", "\"\\ud83d\"", "\"\u0001\"", "[]", "\"\"")
        return when {
            name.endsWith("amount") ->
                usually("12.50", "0", "\"10.50\"", "-1", "1e3", "\"0.10\"", "\"007\"", "100000", "\"x\"", *others)
            else -> {
                val words = listOf("T-1", "success", "KHQR", "Direct Debit", "ធនាគារ", "é", "😀", "2026-01-31T17:00:00")
                usually("\"${words.random(random)}\"", *others)
            }
        }
    }
}
