package io.github.billwire

import io.github.billwire.ffi.Confirmation as FfiConfirmation
import io.github.billwire.ffi.Confirmed as FfiConfirmed
import io.github.billwire.ffi.Verdict as FfiVerdict

/** Bill that a webhook has to match: its references, currency and amount. */
public typealias Expectation = io.github.billwire.ffi.Expectation

/** Field in which a transaction differs from the bill. */
public typealias Mismatch = io.github.billwire.ffi.Mismatch

/** Kind of a [Mismatch]. */
public typealias MismatchCode = io.github.billwire.ffi.MismatchCode

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
        Verdict.of(native { body.lend { ffi.decide(status, it) } })

    /** Releases the native memory. The confirmation cannot be used afterwards. */
    override fun close(): Unit = ffi.close()
}

/** Verdict of the verification on a webhook. */
public sealed class Verdict {
    /** The transaction matches the bill. */
    public data class Confirmed(
        /** The transaction, and the key that claims it. */
        val confirmed: io.github.billwire.Confirmed
    ) : Verdict()

    /** The transaction does not match the bill. Credit nothing. */
    public data class Mismatch(
        /** The fields in which it differs. */
        val mismatches: List<io.github.billwire.Mismatch>
    ) : Verdict()

    internal companion object {
        internal fun of(verdict: FfiVerdict): Verdict =
            when (verdict) {
                is FfiVerdict.Confirmed -> Confirmed(io.github.billwire.Confirmed(verdict.confirmed))
                is FfiVerdict.Mismatch -> Mismatch(verdict.mismatches)
            }
    }
}

/** Transaction that matches the bill. Only [Confirmation.decide] and [CreditStep.Credit] make one. */
public class Confirmed internal constructor(private val ffi: FfiConfirmed) : AutoCloseable {
    /**
     * Returns the key that lets the transaction pay one bill, once: the `tran_id` of the verification.
     *
     * Store it under a unique constraint, in the same database transaction that credits the bill.
     */
    public fun claimKey(): String = native { ffi.claimKey() }

    /** Returns the transaction as the service has recorded it. */
    public fun transaction(): Transaction = Transaction.of(native { ffi.transaction() })

    /** Releases the native memory. The object cannot be used afterwards. */
    override fun close(): Unit = ffi.close()
}
