package io.github.billwire.boundary

import com.sun.management.ThreadMXBean
import io.github.billwire.*
import java.lang.management.ManagementFactory
import java.util.Base64
import java.util.concurrent.atomic.AtomicLong
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec
import kotlin.concurrent.thread
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

private const val THREADS = 8
private const val CALLS = 2_000
private const val MEGABYTE = 1L shl 20
private const val MOST_BYTES_OF_A_CALL = 8_000

/** Objects that threads share and close, and the cost of what is refused. */
class LifetimeTest {
    @Test
    fun `eight threads share a key and a biller`() {
        val (key, biller) = SigningKey(HashToken("hash-key")) to biller()
        val right = AtomicLong()
        onThreads { thread ->
            val mac =
                Mac.getInstance("HmacSHA512").apply { init(SecretKeySpec("hash-key".toByteArray(), "HmacSHA512")) }
            for (call in 1L..CALLS) {
                val fields = SIGNED.copy(refId = "INV-$thread-", totalAmount = call)
                val text = "INV-$thread-20260131170000KHR${call}C-1S-1"
                val hash = Base64.getEncoder().encodeToString(mac.doFinal(text.toByteArray()))
                assertEquals(hash, key.sign(fields))
                if (call % 10 == 0L) {
                    val bill = BILL.copy(refId = fields.refId, totalAmount = call)
                    val body = biller.prepareSettlement(bill).use { it.request().body?.text }
                    assertEquals(hash, json(body)["hash"].textValue())
                }
                right.incrementAndGet()
            }
        }
        assertEquals(THREADS * CALLS.toLong(), right.get())
    }

    @Test
    fun `close during a call is safe`() {
        repeat(200) {
            val key = SigningKey(HashToken("hash-key"))
            val hash = key.sign(SIGNED)
            onThreads { thread ->
                if (thread == THREADS / 2) key.close()
                val outcome = runCatching { key.sign(SIGNED) }
                assertTrue(outcome.getOrNull() == hash || outcome.exceptionOrNull() is IllegalStateException)
            }
        }
    }

    @Test
    fun `closed object throws and may be closed again`() {
        val biller = biller()
        repeat(2) { biller.close() }
        biller.destroy()
        assertFailsWith<IllegalStateException> { biller.prepareSettlement(BILL) }
        assertFailsWith<IllegalStateException> { biller.warnings() }
        assertTrue("Biller" in "$biller")
    }

    @Test
    fun `call outlives its closed biller`() {
        val call = biller().use { it.prepareSettlement(BILL) }
        assertEquals(Method.POST, call.request().method)
        val token = HashToken("hash-key")
        val key = SigningKey(token)
        token.close()
        assertEquals(88, key.sign(SIGNED).length)
    }

    @Test
    fun `a webhook above the limit is not copied`() {
        val huge = ByteArray(64 shl 20) { ' '.code.toByte() }
        val receivers =
            mapOf(
                checkoutReceiver() to Code.TOO_LARGE,
                receiver() to Code.MISSING_TOKEN,
                checkoutReceiver(WebhookLimits(bytes = 4)) to Code.TOO_LARGE,
            )
        for ((receiver, code) in receivers) {
            val refuse = {
                assertEquals(code, assertFailsWith<BillwireException> { receiver.receive(emptyMap(), huge) }.code())
            }
            refuse() // loads what a first call loads
            val before = allocated()
            refuse()
            assertTrue(allocated() - before < 2 * MEGABYTE, "it took ${allocated() - before} bytes")
        }
    }

    /** Where JNA makes each structure, a signature takes 13,000 bytes. */
    @Test
    fun `a call uses the statuses of earlier ones, also of failed ones`() {
        val (key, wrong) = SigningKey(HashToken("hash-key")) to SIGNED.copy(refId = "")
        repeat(CALLS) { runCatching { key.sign(wrong) } }
        val before = allocated()
        repeat(CALLS) { key.sign(SIGNED) }
        val bytes = (allocated() - before) / CALLS
        assertTrue(bytes < MOST_BYTES_OF_A_CALL, "a call allocated $bytes bytes")
    }

    @Test
    fun `a panic becomes an exception`() {
        // No buffer has a capacity without memory: freeing this one panics.
        val impossible = RustBuffer.ByValue().apply { capacity = 1 }
        val status = UniffiRustCallStatus()
        repeat(2) {
            UniffiLib.ffi_billwire_rustbuffer_free(impossible, status)
            assertTrue(status.isPanic())
        }
    }

    private fun onThreads(work: (Int) -> Unit) {
        val failures = mutableListOf<Throwable>()
        List(THREADS) { number ->
                thread { runCatching { work(number) }.onFailure { synchronized(failures) { failures += it } } }
            }
            .forEach { it.join() }
        failures.firstOrNull()?.let { throw it }
    }

    private fun allocated(): Long =
        (ManagementFactory.getThreadMXBean() as ThreadMXBean).getThreadAllocatedBytes(Thread.currentThread().id)
}
