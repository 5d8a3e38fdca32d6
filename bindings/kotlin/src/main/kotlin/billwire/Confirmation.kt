package io.github.billwire

import io.github.billwire.ffi.Confirmation as FfiConfirmation
import io.github.billwire.ffi.Confirmed as FfiConfirmed
import java.math.BigDecimal

/** Confirmation of a webhook. Send its [call], then [decide] by the answer. */
public class Confirmation internal constructor(private val ffi: FfiConfirmation) : AutoCloseable {
    /** Returns the verification to send. */
    public fun call(): VerificationCall = VerificationCall(native { ffi.call() })

    /**
     * Compares the answer with the bill.
     *
     * After an exception the outcome is unknown: ask again as its next step says.
     *
     * @throws BillwireException.Rejected if the service refused
     * @throws BillwireException.Undetermined if the outcome is unknown
     * @throws BillwireException.Unreadable if the body does not have the response's shape
     */
    public fun decide(status: Int, body: ByteArray): Verdict =
        native { body.lend { ffi.decide(status, it) } }.lift()

    /** Releases the native memory. The confirmation cannot be used afterwards. */
    override fun close(): Unit = ffi.close()
}

/** Transaction that matches the bill. Only [Confirmation.decide] and a [CreditFlow] make one. */
public class Confirmed internal constructor(private val ffi: FfiConfirmed) : AutoCloseable {
    /**
     * Returns the key that lets the transaction pay one bill, once: the `tran_id` of the verification.
     *
     * Store it under a unique constraint, in the same database transaction that credits the bill.
     */
    public fun claimKey(): String = native { ffi.claimKey() }

    /** Returns the verified amount to credit, without the fee. It matters where the bill takes more than one amount. */
    public fun amount(): BigDecimal = native { ffi.amount() }

    /** Returns the transaction as the service has recorded it. */
    public fun transaction(): Transaction = native { ffi.transaction() }.lift()

    /** Releases the native memory. The object cannot be used afterwards. */
    override fun close(): Unit = ffi.close()
}

internal fun FfiConfirmed.lift(): Confirmed = Confirmed(this)
