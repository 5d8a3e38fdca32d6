package io.github.billwire.boundary

import com.sun.management.ThreadMXBean
import io.github.billwire.BillwireException
import io.github.billwire.Code
import io.github.billwire.readWireProfile
import java.lang.management.BufferPoolMXBean
import java.lang.management.ManagementFactory
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

private const val MEGABYTE = 1_000_000

/** Input beyond its limits. */
class LimitTest {
    @Test
    fun `a webhook above the limit costs no copy of it`() {
        val receiver = receiver()
        val body = ByteArray(60 * MEGABYTE) { ' '.code.toByte() }
        for ((token, code) in listOf(TOKEN to Code.TOO_LARGE, "another" to Code.WRONG_TOKEN)) {
            val receive = {
                val error =
                    assertFailsWith<BillwireException> { receiver.receive(mapOf("Token" to listOf(token)), body) }
                assertEquals(code, error.details.code)
            }
            receive() // loads what a first call loads
            val before = allocated() to direct()
            receive()
            assertTrue(allocated() - before.first < MEGABYTE, "it took ${allocated() - before.first} bytes")
            assertTrue(direct() - before.second < MEGABYTE, "it kept ${direct() - before.second} bytes")
        }
    }

    @Test
    fun `an offset of no zone is a finding`() {
        for (setting in listOf("dateOffset", "tranDateOffset", "signingOffset")) {
            val error =
                assertFailsWith<BillwireException.InvalidConfig> { readWireProfile("""{"$setting":"+18:01"}""") }
            assertEquals(listOf("profile.$setting"), error.details.violations.map { it.path })
            readWireProfile("""{"$setting":"-18:00"}""")
        }
    }

    private fun allocated(): Long =
        (ManagementFactory.getThreadMXBean() as ThreadMXBean).getThreadAllocatedBytes(Thread.currentThread().id)

    private fun direct(): Long =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean::class.java).first { it.name == "direct" }.memoryUsed
}
