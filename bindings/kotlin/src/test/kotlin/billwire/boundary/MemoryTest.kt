package io.github.billwire.boundary

import io.github.billwire.*
import java.math.BigDecimal
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.CountDownLatch
import kotlin.concurrent.thread
import kotlin.test.Test
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import org.junit.jupiter.api.Tag
import org.junit.jupiter.api.condition.EnabledOnOs
import org.junit.jupiter.api.condition.OS

private const val MOST_KILOBYTES = 5_000
private const val THREADS = 200
/** A busy machine left 10,000 to 49,000, and 427,000 without `purge.c`. */
private const val MOST_KILOBYTES_AFTER_A_BURST = 150_000

/** Runs in a separate JVM with a resident heap, so that only the library's memory can grow. */
@Tag("memory")
class MemoryTest {
    @Test
    @EnabledOnOs(OS.LINUX)
    fun `memory stays constant over many calls`() {
        val (biller, receiver) = biller() to receiver()
        val line = Line(itemName = "Rice", price = BigDecimal("1.5"), quantity = 2)
        val bill = BILL.copy(details = List(3) { line })
        val wrong = bill.copy(refId = "", totalAmount = -1)
        val settled =
            """{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}""".toByteArray()
        val notice =
            """{"tran_id":"T-1","tran_amount":1.5,"customers":[{"bill_no":"INV-0001","amount":"1.5"}],"a":[1]}"""

        /** Runs each job in turn. Closes half of the objects and leaves the others to the garbage collector. */
        fun call(number: Int) {
            val isClosed = number % 8 < 4
            when (number % 4) {
                0 -> biller.prepareSettlement(bill).also { it.request() }.also { if (isClosed) it.close() }
                1 -> biller.decodeSettlement(200, settled)
                2 -> receiver.receive(notice).also { it.payload() }.also { if (isClosed) it.close() }
                else -> assertFailsWith<BillwireException> { biller.prepareSettlement(wrong) }
            }
        }

        for (number in 1..10_000) call(number)
        val (heap, resident) = heapKilobytes() to residentKilobytes()
        for (number in 10_001..100_000) call(number)
        val (kept, grown) = heapKilobytes() - heap to residentKilobytes() - resident
        println("from call 10,000 to call 100,000: resident size $grown kB more, heap $kept kB more")
        assertTrue(grown <= MOST_KILOBYTES, "the resident size grew by $grown kB, from $resident kB")
        assertTrue(kept <= MOST_KILOBYTES, "the heap grew by $kept kB, from $heap kB")
        listOf(biller, receiver).forEach { it.close() }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    fun `a burst of threads gives its memory back`() {
        val (biller, receiver) = biller() to receiver()
        val bill = BILL.copy(details = List(50) { Line(itemName = "Rice", price = BigDecimal("1.5"), quantity = 2) })
        val notice = """{"tran_id":"T-1","customers":[${List(50) { "{\"amount\":1}" }.joinToString(",")}]}"""

        /** Lets each thread hold what it has made until all have. */
        fun burst(threads: Int) {
            val (all, none) = CountDownLatch(threads) to CountDownLatch(1)
            val running =
                List(threads) {
                    thread {
                        val calls = List(20) { biller.prepareSettlement(bill) }
                        val events = List(20) { receiver.receive(notice) }
                        all.countDown()
                        none.await()
                        (calls + events).forEach { it.close() }
                    }
                }
            all.await()
            println("a burst of $threads threads: resident size ${residentKilobytes()} kB")
            none.countDown()
            running.forEach { it.join() }
        }

        burst(1)
        val before = residentKilobytes()
        burst(THREADS)
        val grown = residentKilobytes() - before
        println("after it: resident size $grown kB more than before")
        assertTrue(grown <= MOST_KILOBYTES_AFTER_A_BURST, "the resident size grew by $grown kB, from $before kB")
        listOf(biller, receiver).forEach { it.close() }
    }

    private fun residentKilobytes(): Long {
        val line = Files.readAllLines(Path.of("/proc/self/status")).first { it.startsWith("VmRSS:") }
        return line.filter(Char::isDigit).toLong()
    }

    /** Returns the lowest use while the garbage collector releases unreachable objects. */
    private fun heapKilobytes(): Long =
        (1..20).minOf {
            System.gc()
            Thread.sleep(100)
            Runtime.getRuntime().run { totalMemory() - freeMemory() } / 1024
        }
}
