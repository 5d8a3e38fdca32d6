package io.github.billwire

import io.github.billwire.ffi.PreparedUntyped
import io.github.billwire.ffi.operations as ffiOperations

/** Operation that the interface names (interface sections 4.1 to 4.5). */
public typealias OperationName = io.github.billwire.ffi.OperationName

/** Name, title, method and groups of an operation. */
public typealias OperationEntry = io.github.billwire.ffi.OperationEntry

/** Group that lists operations (interface section 4.5). */
public typealias Group = io.github.billwire.ffi.Group

/** Request of an operation that the interface names without a shape (interface section 4.5). */
public typealias UntypedRequest = io.github.billwire.ffi.UntypedRequest

/** Name and value in the query of an [UntypedRequest]. */
public typealias QueryParameter = io.github.billwire.ffi.QueryParameter

/** Answer to an [UntypedCall]. Its meaning is unknown, so it never counts as success. */
public typealias UntypedAnswer = io.github.billwire.ffi.UntypedAnswer

/** Returns all fifteen operations that the interface names, in its order. */
public fun operations(): List<OperationEntry> = native { ffiOperations() }

/**
 * Final request of an operation that the interface names without a shape (interface section 4.5).
 *
 * It prints no credential and no body.
 */
public class UntypedCall internal constructor(prepared: PreparedUntyped) : AutoCloseable {
    private val ffi = prepared.call
    // Serializers that read fields must not find the request.
    @Transient private val request = prepared.request

    /** Returns the request. Send it unchanged, and do not follow redirects. */
    public fun request(): HttpRequest = request

    /** Returns the operation. */
    public fun operation(): OperationName = native { ffi.operation() }

    /**
     * Returns the status and the JSON of the answer.
     *
     * @throws BillwireException.Unreadable if the body is not JSON
     */
    public fun decode(status: Int, body: ByteArray): UntypedAnswer = native { body.lend { ffi.decode(status, it) } }

    /** Returns the error for a request that brought no answer. Read its next step before you send again. */
    public fun noAnswer(sent: Sent): BillwireException = BillwireException.of(native { ffi.noAnswer(sent) })

    /** Releases the native memory. The call cannot be used afterwards. */
    override fun close(): Unit = ffi.close()

    override fun toString(): String = ffi.toString()
}
