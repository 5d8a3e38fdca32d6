// Generated from bindings/src and the operations of core by `cargo xtask generate`. Do not edit.
package io.github.billwire

import io.github.billwire.ffi.OnboardingCall as FfiOnboardingCall
import io.github.billwire.ffi.PreparedOnboarding
import io.github.billwire.ffi.PreparedSettlement
import io.github.billwire.ffi.PreparedVerification
import io.github.billwire.ffi.SettlementCall as FfiSettlementCall
import io.github.billwire.ffi.VerificationCall as FfiVerificationCall

/** Final request that registers a sub biller (interface section 4.1). It prints neither credentials nor body. */
public class OnboardingCall internal constructor(prepared: PreparedOnboarding) : AutoCloseable {
    private val ffi: FfiOnboardingCall = prepared.call

    // Serializers that read fields must not find the request.
    @Transient private val request: HttpRequest = prepared.request.lift()

    /** Returns the request. Send it unchanged, and do not follow redirects. */
    public fun request(): HttpRequest = request

    /** Returns findings to review before sending. */
    public fun warnings(): List<Finding> = native { ffi.warnings() }.map { it.lift() }

    /** Returns the operation. */
    public fun operation(): OperationName = native { ffi.operation() }.lift()

    /**
     * Returns the meaning of the answer.
     *
     * @throws BillwireException.Rejected if the service refused
     * @throws BillwireException.Undetermined if the outcome is unknown
     * @throws BillwireException.Unreadable if the body does not have the response's shape
     */
    public fun decode(status: Int, body: ByteArray): OnboardingResponse =
        native { body.lend { ffi.decode(status, it) } }.lift()

    /** Returns the error for a request that brought no answer. Read its next step before you send again. */
    public fun noAnswer(sent: Sent): BillwireException = native { ffi.noAnswer(sent.lower()) }.lift()

    /** Releases the native memory. The call cannot be used afterwards. */
    override fun close(): Unit = ffi.close()

    override fun toString(): String = "OnboardingCall($request)"
}

/**
 * Final request that pushes a signed bill and settles it (interface section 4.2). It prints neither credentials nor
 * body.
 */
public class SettlementCall internal constructor(prepared: PreparedSettlement) : AutoCloseable {
    private val ffi: FfiSettlementCall = prepared.call

    // Serializers that read fields must not find the request.
    @Transient private val request: HttpRequest = prepared.request.lift()

    /** Returns the request. Send it unchanged, and do not follow redirects. */
    public fun request(): HttpRequest = request

    /** Returns findings to review before sending. */
    public fun warnings(): List<Finding> = native { ffi.warnings() }.map { it.lift() }

    /** Returns the operation. */
    public fun operation(): OperationName = native { ffi.operation() }.lift()

    /**
     * Returns the meaning of the answer.
     *
     * @throws BillwireException.Rejected if the service refused
     * @throws BillwireException.Undetermined if the outcome is unknown
     * @throws BillwireException.Unreadable if the body does not have the response's shape
     */
    public fun decode(status: Int, body: ByteArray): SettlementOutcome =
        native { body.lend { ffi.decode(status, it) } }.lift()

    /** Returns the error for a request that brought no answer. Read its next step before you send again. */
    public fun noAnswer(sent: Sent): BillwireException = native { ffi.noAnswer(sent.lower()) }.lift()

    /** Releases the native memory. The call cannot be used afterwards. */
    override fun close(): Unit = ffi.close()

    override fun toString(): String = "SettlementCall($request)"
}

/**
 * Final request that asks for the status of a transaction (interface section 4.3). It prints neither credentials nor
 * body.
 */
public class VerificationCall internal constructor(prepared: PreparedVerification) : AutoCloseable {
    private val ffi: FfiVerificationCall = prepared.call

    // Serializers that read fields must not find the request.
    @Transient private val request: HttpRequest = prepared.request.lift()

    /** Returns the request. Send it unchanged, and do not follow redirects. */
    public fun request(): HttpRequest = request

    /** Returns findings to review before sending. */
    public fun warnings(): List<Finding> = native { ffi.warnings() }.map { it.lift() }

    /** Returns the operation. */
    public fun operation(): OperationName = native { ffi.operation() }.lift()

    /**
     * Returns the meaning of the answer.
     *
     * @throws BillwireException.Rejected if the service refused
     * @throws BillwireException.Undetermined if the outcome is unknown
     * @throws BillwireException.Unreadable if the body does not have the response's shape
     */
    public fun decode(status: Int, body: ByteArray): VerificationResponse =
        native { body.lend { ffi.decode(status, it) } }.lift()

    /** Returns the error for a request that brought no answer. Read its next step before you send again. */
    public fun noAnswer(sent: Sent): BillwireException = native { ffi.noAnswer(sent.lower()) }.lift()

    /** Releases the native memory. The call cannot be used afterwards. */
    override fun close(): Unit = ffi.close()

    override fun toString(): String = "VerificationCall($request)"
}
