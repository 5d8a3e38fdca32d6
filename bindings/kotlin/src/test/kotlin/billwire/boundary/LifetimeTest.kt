package io.github.billwire.boundary

import io.github.billwire.Biller
import io.github.billwire.BillerConfig
import io.github.billwire.CreditFlow
import io.github.billwire.HashToken
import io.github.billwire.Settlement
import io.github.billwire.SettlementFlow
import io.github.billwire.SignedFields
import io.github.billwire.SigningKey
import io.github.billwire.WebhookReceiver
import java.util.Base64
import java.util.concurrent.Callable
import java.util.concurrent.Executors
import java.util.concurrent.atomic.AtomicLong
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

private const val THREADS = 8
private const val CALLS = 25_000

/** Lifetime of objects that threads share and close. */
class LifetimeTest {
    @Test
    fun `eight threads share a key and a biller`() {
        val key = SigningKey(HashToken("hash-key"))
        val biller = biller()
        val right = AtomicLong()
        onThreads { thread ->
            val mac =
                Mac.getInstance("HmacSHA512").apply { init(SecretKeySpec("hash-key".toByteArray(), "HmacSHA512")) }
            for (call in 1L..CALLS) {
                val fields = SignedFields("INV-$thread-", BILL.date, "KHR", call, "C-1", "S-1")
                val text = "INV-$thread-20260131170000KHR${call}C-1S-1"
                val hash = Base64.getEncoder().encodeToString(mac.doFinal(text.toByteArray()))
                assertEquals(hash, key.sign(fields))
                right.incrementAndGet()
                if (call % 10 == 0L) assertEquals(hash, json(body(biller, fields))["hash"].textValue())
            }
        }
        assertEquals(THREADS * CALLS.toLong(), right.get())
    }

    @Test
    fun `a closed object prints its name`() {
        val event = receiver().receive("""{"tran_id":"T-1"}""")
        val objects =
            listOf(
                biller(),
                receiver(),
                SigningKey(HashToken("hash-key")),
                SettlementFlow.start(biller(), BILL),
                CreditFlow.ofUnknownBill(biller(), event),
            )
        for (one in objects) {
            val name = one::class.simpleName
            assertTrue(one.toString().startsWith("$name"), one.toString())
            one.close()
            assertEquals("$name (closed)", one.toString())
        }
    }

    @Test
    fun `close during a call is safe`() {
        repeat(200) {
            val key = SigningKey(HashToken("hash-key"))
            val fields = SignedFields("INV-1", BILL.date, "KHR", 1, "C-1", "S-1")
            val hash = key.sign(fields)
            onThreads { thread ->
                if (thread == THREADS / 2) key.close()
                val outcome = runCatching { key.sign(fields) }
                assertTrue(outcome.getOrNull() == hash || outcome.exceptionOrNull() is IllegalStateException)
            }
        }
    }

    @Test
    fun `closed object throws and may be closed again`() {
        val biller = biller()
        biller.close()
        biller.close()
        assertFailsWith<IllegalStateException> { biller.prepareSettlement(BILL) }
    }

    @Test
    fun `closed object is no argument`() {
        val biller = biller()
        val token = HashToken("hash-key")
        val event = WebhookReceiver.checkout().receive(emptyMap(), """{"tran_id":"T-1"}""".toByteArray())
        val open = biller()
        listOf(biller, token, event).forEach { it.close() }
        assertFailsWith<IllegalStateException> { SigningKey(token) }
        assertFailsWith<IllegalStateException> { Biller(BillerConfig("https://service.example") { hashToken(token) }) }
        assertFailsWith<IllegalStateException> { SettlementFlow.start(biller, BILL) }
        assertFailsWith<IllegalStateException> { CreditFlow.ofUnknownBill(open, event) }
    }

    @Test
    fun `call outlives its closed biller`() {
        val call = biller().use { it.prepareSettlement(BILL) }
        assertEquals("POST", call.request().method)
        val token = HashToken("hash-key")
        val key = SigningKey(token)
        token.close()
        assertEquals(88, key.sign(SignedFields("INV-1", BILL.date, "KHR", 1, "C-1", "S-1")).length)
    }

    private fun body(biller: Biller, fields: SignedFields): String? {
        val bill: Settlement = BILL.copy {
            refId(fields.refId)
            totalAmount(fields.totalAmount)
        }
        return biller.prepareSettlement(bill).use { it.request() }.body?.text
    }

    private fun onThreads(work: (Int) -> Unit) {
        val pool = Executors.newFixedThreadPool(THREADS)
        try {
            pool.invokeAll(List(THREADS) { thread -> Callable { work(thread) } }).forEach { it.get() }
        } finally {
            pool.shutdown()
        }
    }
}
