package io.github.billwire

import java.util.concurrent.ConcurrentLinkedQueue

/**
 * Statuses of calls, which later calls use again.
 *
 * JNA takes microseconds to make one and to read its fields by reflection, more than most calls take. So there are as
 * many as calls at the same time, and they are read after a failure only.
 */
internal object Statuses {
    private val unused = ConcurrentLinkedQueue<UniffiRustCallStatus>()

    inline fun <T> lend(call: (UniffiRustCallStatus) -> T): T {
        val status = take()
        try {
            return call(status)
        } finally {
            giveBack(status)
        }
    }

    /** Whether the call failed. Then its error can be read, and the status is as new. */
    fun isFailure(status: UniffiRustCallStatus): Boolean {
        if (status.pointer.getByte(0) == UNIFFI_CALL_SUCCESS) return false
        status.read()
        status.pointer.setByte(0, UNIFFI_CALL_SUCCESS)
        return true
    }

    fun take(): UniffiRustCallStatus = unused.poll() ?: UniffiRustCallStatus().apply { setAutoSynch(false) }

    fun giveBack(status: UniffiRustCallStatus) {
        unused.add(status)
    }
}
