package io.github.billwire

import io.github.billwire.ffi.Status as FfiStatus

// A class of its own: Kotlin resolves no nested class, such as `Status.Other`, through a typealias.
/** Status of a transaction, a bill or a payment (interface section 3). The interface shows only [Success]. */
public sealed class Status {
    /** `success`. */
    public data object Success : Status()

    /** Any other status. It never counts as success. */
    public data class Other(
        /** The text that was received. */
        val text: String
    ) : Status()

    internal companion object {
        internal fun of(status: FfiStatus): Status =
            when (status) {
                is FfiStatus.Success -> Success
                is FfiStatus.Other -> Other(status.text)
            }
    }
}
