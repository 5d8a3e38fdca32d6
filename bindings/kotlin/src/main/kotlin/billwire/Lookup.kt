package io.github.billwire

import io.github.billwire.ffi.Lookup as FfiLookup

/** Lookup of a settlement. Send its [call], then [decide] by the answer. */
public class Lookup internal constructor(private val ffi: FfiLookup) : AutoCloseable {
    /** Returns the verification to send. */
    public fun call(): VerificationCall = VerificationCall(native { ffi.call() })

    /** Returns the verdict on the bill. Any answer other than success is [LookupVerdict.Unclear], not an exception. */
    public fun decide(status: Int, body: ByteArray): LookupVerdict =
        native { body.lend { ffi.decide(status, it) } }.lift()

    /** Releases the native memory. The lookup cannot be used afterwards. */
    override fun close(): Unit = ffi.close()

    override fun toString(): String = if (ffi.uniffiIsDestroyed) closed("Lookup") else ffi.toString()
}
