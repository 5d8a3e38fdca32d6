package io.github.billwire

import io.github.billwire.ffi.PreparedUntyped
import io.github.billwire.ffi.operations as ffiOperations

/** Returns all fifteen operations that the interface names, in its order. */
public fun operations(): List<OperationEntry> = native { ffiOperations() }.map { it.lift() }

/**
 * Final request of an operation that the interface names without a shape (interface section 4.5).
 *
 * It prints no credential and no body.
 */
public class UntypedCall internal constructor(prepared: PreparedUntyped) : AutoCloseable {
    private val ffi = prepared.call
    // Serializers that read fields must not find the request.
    @Transient private val request = prepared.request.lift()

    /** Returns the request. Send it unchanged, and do not follow redirects. */
    public fun request(): HttpRequest = request

    /** Returns the operation. */
    public fun operation(): OperationName = native { ffi.operation() }.lift()

    /**
     * Returns the status and the JSON of the answer.
     *
     * @throws BillwireException.Unreadable if the body is not JSON
     */
    public fun decode(status: Int, body: ByteArray): UntypedAnswer =
        native { body.lend { ffi.decode(status, it) } }.lift()

    /** Returns the error for a request that brought no answer. Read its next step before you send again. */
    public fun noAnswer(sent: Sent): BillwireException = native { ffi.noAnswer(sent.lower()) }.lift()

    /** Releases the native memory. The call cannot be used afterwards. */
    override fun close(): Unit = ffi.close()

    override fun toString(): String = if (ffi.uniffiIsDestroyed) closed("UntypedCall") else ffi.toString()
}
