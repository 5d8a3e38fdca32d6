package io.github.billwire

import io.github.billwire.ffi.Lookup as FfiLookup
import io.github.billwire.ffi.LookupVerdict as FfiLookupVerdict

/** Lookup of a settlement. Send its [call], then [decide] by the answer. */
public class Lookup internal constructor(private val ffi: FfiLookup) : AutoCloseable {
    /** Returns the verification to send. */
    public fun call(): VerificationCall = VerificationCall(native { ffi.call() })

    /** Returns the verdict on the bill. Any answer other than success is [LookupVerdict.Unclear], not an exception. */
    public fun decide(status: Int, body: ByteArray): LookupVerdict =
        LookupVerdict.of(native { body.lend { ffi.decide(status, it) } })

    /** Releases the native memory. The lookup cannot be used afterwards. */
    override fun close(): Unit = ffi.close()

    override fun toString(): String = ffi.toString()
}

/** Verdict of a [Lookup] on the bill. */
public sealed class LookupVerdict {
    /** The bill is settled: the transaction matches it, and its status means success. */
    public data class Settled(
        /** The transaction as the service has recorded it. */
        val transaction: Transaction
    ) : LookupVerdict()

    /**
     * The service reports no such transaction, with a code that the profile lists as not found.
     *
     * It may answer so before it has recorded a settlement that is in progress.
     */
    public data object NotFound : LookupVerdict()

    /**
     * The service has a transaction under these references that does not settle this bill, such as one with another
     * amount or a failed one. Ask the service before you send anything again.
     */
    public data class Different(
        /** The transaction as the service has recorded it. */
        val transaction: Transaction,
        /** The fields in which it differs. */
        val mismatches: List<Mismatch>,
    ) : LookupVerdict()

    /** The transaction matches the bill, and its status means that the outcome is still open. */
    public data class Pending(
        /** The transaction as the service has recorded it. */
        val transaction: Transaction
    ) : LookupVerdict()

    /** The outcome is unknown: the answer is not a success, cannot be read, or has a status without a known meaning. */
    public data class Unclear(
        /** The next step: ask again, correct something, or ask the service. */
        val nextStep: NextStep,
        /** The transaction, if only its status has no known meaning. */
        val transaction: Transaction?,
        /** The error, if the answer is not a success. */
        val error: ErrorDetails?,
    ) : LookupVerdict()

    internal companion object {
        internal fun of(verdict: FfiLookupVerdict): LookupVerdict =
            when (verdict) {
                is FfiLookupVerdict.Settled -> Settled(Transaction.of(verdict.transaction))
                is FfiLookupVerdict.NotFound -> NotFound
                is FfiLookupVerdict.Different -> Different(Transaction.of(verdict.transaction), verdict.mismatches)
                is FfiLookupVerdict.Pending -> Pending(Transaction.of(verdict.transaction))
                is FfiLookupVerdict.Unclear ->
                    Unclear(verdict.nextStep, verdict.transaction?.let(Transaction::of), verdict.error)
            }
    }
}
