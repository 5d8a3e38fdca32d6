package io.github.billwire.boundary

import io.github.billwire.ffi.RustBuffer
import io.github.billwire.ffi.UniffiLib
import io.github.billwire.ffi.UniffiRustCallStatus
import kotlin.test.Test
import kotlin.test.assertEquals

private const val UNEXPECTED: Byte = 2

/** A panic unwinds to the edge of the library, and ends no program. */
class PanicTest {
    @Test
    fun `panic becomes an unexpected error`() {
        // No buffer has a capacity without memory: freeing this one panics.
        val impossible = RustBuffer.ByValue().apply { capacity = 1 }
        repeat(2) {
            val status = UniffiRustCallStatus()
            UniffiLib.ffi_billwire_ffi_rustbuffer_free(impossible, status)
            assertEquals(UNEXPECTED, status.code)
        }
    }
}
