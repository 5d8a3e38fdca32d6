package io.github.billwire

import io.github.billwire.ffi.BillwireException as FfiException
import io.github.billwire.ffi.InternalException
import java.nio.ByteBuffer

/** Calls the native library, and throws its errors as [BillwireException]. */
internal inline fun <T> native(call: () -> T): T =
    try {
        call()
    } catch (error: FfiException) {
        throw error.lift()
    } catch (_: InternalException) {
        // The message of a panic may quote values.
        throw panicked()
    }

/**
 * Refuses a closed object that a call takes. uniffi refuses only the object whose method is called, and would read freed
 * memory here.
 */
internal fun checkOpen(isClosed: Boolean): Unit = check(!isClosed) { "the object is closed" }

/** Printed form of a closed object, which has no native one any more. */
internal fun closed(name: String): String = "$name (closed)"

/** Lends these bytes to a call of the native library, which reads only direct buffers. */
internal inline fun <T> ByteArray.lend(call: (ByteBuffer) -> T): T {
    val buffer = ByteBuffer.allocateDirect(size)
    buffer.duplicate().put(this)
    try {
        return call(buffer)
    } finally {
        // Erases the copy, and keeps the buffer reachable until here: uniffi passes on only its address.
        buffer.put(ByteArray(size))
    }
}
