package io.github.billwire

import io.github.billwire.ffi.CreditEnding as FfiCreditEnding
import io.github.billwire.ffi.CreditStep as FfiCreditStep
import java.time.Instant

/** Reason of a pause of a [CreditFlow]. */
public typealias CreditWait = io.github.billwire.ffi.CreditWait

/** One thing to do. Then tell the [CreditFlow] what happened, and ask for the next step. */
public sealed class CreditStep {
    /**
     * Store the record durably, then call [CreditFlow.saved].
     *
     * Store it only where the stored record has the revision [previous]. If it has another, another flow of this bill
     * went on: call [CreditFlow.notSaved].
     */
    public data class Save(
        /** JSON text without secrets, of a few hundred bytes. */
        val record: String,
        /** Revision of this record. */
        val revision: Long,
        /** Revision that the stored record must have; 0 if none is stored. */
        val previous: Long,
    ) : CreditStep()

    /** Send the verification once, unchanged. Then call [CreditFlow.answered] or [CreditFlow.noAnswer]. */
    public data class Send(
        /** The request. */
        val request: FlowRequest
    ) : CreditStep()

    /**
     * Claim the transaction and credit the bill in one database transaction. Then call [CreditFlow.claimed].
     *
     * The claim key and the bill's reference have a unique constraint each: one transaction pays one bill, and one bill
     * is paid once. Store the record in the same database transaction, where the stored one has the revision
     * [previous]; it does not matter if it has another.
     */
    public data class Credit(
        /** The transaction, and the key under which it pays one bill. */
        val confirmed: Confirmed,
        /** JSON text without secrets, of a few hundred bytes. */
        val record: String,
        /** Revision of this record. */
        val revision: Long,
        /** Revision that the stored record should have. */
        val previous: Long,
    ) : CreditStep()

    /** Wait until this time, then ask for the next step. */
    public data class Wait(
        /** Time by your clock. */
        val until: Instant,
        /** Reason of the pause. */
        val reason: CreditWait,
    ) : CreditStep()

    /** The flow has ended. */
    public data class Finished(
        /** The result. */
        val ending: CreditEnding,
        /** Response to the webhook; null if the flow began without an event. */
        val reply: Reply?,
    ) : CreditStep()

    internal companion object {
        internal fun of(step: FfiCreditStep): CreditStep =
            when (step) {
                is FfiCreditStep.Save -> Save(step.record, step.revision, step.previous)
                is FfiCreditStep.Send -> Send(step.request)
                is FfiCreditStep.Credit -> Credit(Confirmed(step.confirmed), step.record, step.revision, step.previous)
                is FfiCreditStep.Wait -> Wait(step.until, step.reason)
                is FfiCreditStep.Finished -> Finished(CreditEnding.of(step.ending), step.reply)
            }
    }
}

/** End of a [CreditFlow]. Only [Credited] changed the books. */
public sealed class CreditEnding {
    /** The bill is credited. */
    public data class Credited(
        /** The transaction. */
        val confirmed: Confirmed
    ) : CreditEnding()

    /** The transaction had paid this bill before. */
    public data object CreditedBefore : CreditEnding()

    /** The status of the event is not a success. A success arrives as an event of its own. */
    public data object NothingToCredit : CreditEnding()

    /** The books have no such bill. */
    public data object UnknownBill : CreditEnding()

    /** The event or the verification does not match the bill. */
    public data class Mismatch(
        /** The fields in which it differs. */
        val mismatches: List<io.github.billwire.Mismatch>
    ) : CreditEnding()

    /**
     * The payment is real, but the transaction has paid another bill, or another transaction has paid this one. A
     * person decides.
     */
    public data class PaidOtherwise(
        /** The transaction. */
        val confirmed: Confirmed
    ) : CreditEnding()

    /** Anyone can have sent the event, and the bill is paid already. Nothing was verified. */
    public data object Ignored : CreditEnding()

    /** Another flow verifies this bill, or the pause after a verification is not over. */
    public data class Busy(
        /** Time from which the bill is verified again. */
        val until: Instant
    ) : CreditEnding()

    /** The verification has no result. Read its next step. */
    public data class Unconfirmed(
        /** The error. */
        val error: ErrorDetails
    ) : CreditEnding()

    internal companion object {
        internal fun of(ending: FfiCreditEnding): CreditEnding =
            when (ending) {
                is FfiCreditEnding.Credited -> Credited(Confirmed(ending.confirmed))
                is FfiCreditEnding.CreditedBefore -> CreditedBefore
                is FfiCreditEnding.NothingToCredit -> NothingToCredit
                is FfiCreditEnding.UnknownBill -> UnknownBill
                is FfiCreditEnding.Mismatch -> Mismatch(ending.mismatches)
                is FfiCreditEnding.PaidOtherwise -> PaidOtherwise(Confirmed(ending.confirmed))
                is FfiCreditEnding.Ignored -> Ignored
                is FfiCreditEnding.Busy -> Busy(ending.until)
                is FfiCreditEnding.Unconfirmed -> Unconfirmed(ending.error)
            }
    }
}
