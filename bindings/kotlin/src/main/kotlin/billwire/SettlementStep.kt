package io.github.billwire

import io.github.billwire.ffi.EndReason as FfiEndReason
import io.github.billwire.ffi.SettlementEnding as FfiSettlementEnding
import io.github.billwire.ffi.SettlementProof as FfiSettlementProof
import io.github.billwire.ffi.SettlementStep as FfiSettlementStep
import java.time.Instant

/** Request of a flow: the settlement or its lookup. Do not follow redirects, and do not resend it. */
public typealias FlowRequest = io.github.billwire.ffi.FlowRequest

/** Reason of a pause. */
public typealias WaitReason = io.github.billwire.ffi.WaitReason

/** One thing to do. Then tell the [SettlementFlow] what happened, and ask for the next step. */
public sealed class SettlementStep {
    /**
     * Store the record durably, then call [SettlementFlow.saved].
     *
     * Store it only where the stored record has the revision [previous]. If it has another, a second flow of this bill
     * went on: call [SettlementFlow.notSaved]. If the store does not answer, drop this flow and resume from the stored
     * record: it may be this one.
     */
    public data class Save(
        /** JSON text without secrets, of a few hundred bytes. */
        val record: String,
        /** Revision of this record. */
        val revision: Long,
        /** Revision that the stored record must have; 0 if none is stored. */
        val previous: Long,
    ) : SettlementStep()

    /** Send the request once, unchanged. Then call [SettlementFlow.answered] or [SettlementFlow.noAnswer]. */
    public data class Send(
        /** The request. */
        val request: FlowRequest
    ) : SettlementStep()

    /** Wait until this time, then ask for the next step. */
    public data class Wait(
        /** Time by your clock. */
        val until: Instant,
        /** Reason of the pause. */
        val reason: WaitReason,
    ) : SettlementStep()

    /** The bill has ended, and the stored record says so. */
    public data class Finished(
        /** The end. */
        val ending: SettlementEnding
    ) : SettlementStep()

    /** Another flow of the same bill stored a record in the meantime. It goes on, and this one has ended. */
    public data object TakenOver : SettlementStep()

    internal companion object {
        internal fun of(step: FfiSettlementStep): SettlementStep =
            when (step) {
                is FfiSettlementStep.Save -> Save(step.record, step.revision, step.previous)
                is FfiSettlementStep.Send -> Send(step.request)
                is FfiSettlementStep.Wait -> Wait(step.until, step.reason)
                is FfiSettlementStep.Finished -> Finished(SettlementEnding.of(step.ending))
                is FfiSettlementStep.TakenOver -> TakenOver
            }
    }
}

/** End of a [SettlementFlow]. */
public sealed class SettlementEnding {
    /** The money has moved. */
    public data class Settled(
        /** The proof. */
        val proof: SettlementProof
    ) : SettlementEnding()

    /** The bill is not settled, and nothing has moved. */
    public data class Refused(
        /** The reason. */
        val reason: EndReason
    ) : SettlementEnding()

    /** It is not known whether the money has moved. A person asks the service; nothing is sent again by itself. */
    public data class Unclear(
        /** The reason. */
        val reason: EndReason
    ) : SettlementEnding()

    internal companion object {
        internal fun of(ending: FfiSettlementEnding): SettlementEnding =
            when (ending) {
                is FfiSettlementEnding.Settled -> Settled(SettlementProof.of(ending.proof))
                is FfiSettlementEnding.Refused -> Refused(EndReason.of(ending.reason))
                is FfiSettlementEnding.Unclear -> Unclear(EndReason.of(ending.reason))
            }
    }
}

/** Proof that the money has moved. A flow that resumed from the record of its end knows the kind alone. */
public sealed class SettlementProof {
    /** The answer to the settlement says so. */
    public data class Answer(
        /** The answer, unless the flow resumed from the record of its end. */
        val response: SettlementResponse?
    ) : SettlementProof()

    /** A lookup found the transaction. */
    public data class Verification(
        /** The transaction, unless the flow resumed from the record of its end. */
        val transaction: Transaction?
    ) : SettlementProof()

    internal companion object {
        internal fun of(proof: FfiSettlementProof): SettlementProof =
            when (proof) {
                is FfiSettlementProof.Answer -> Answer(proof.response?.let(SettlementResponse::of))
                is FfiSettlementProof.Verification -> Verification(proof.transaction?.let(Transaction::of))
            }
    }
}

/** Reason for which a bill is not settled, or not known to be. */
public data class EndReason(
    /** Stable code. */
    val code: Code,
    /** Next step for a person or for a new flow. */
    val nextStep: NextStep,
    /** Last answer to the settlement, unless the flow resumed from a record. */
    val error: ErrorDetails?,
    /** Last verdict of a lookup, unless the flow resumed from a record. */
    val lookup: LookupVerdict?,
) {
    internal companion object {
        internal fun of(reason: FfiEndReason): EndReason =
            EndReason(reason.code, reason.nextStep, reason.error, reason.lookup?.let(LookupVerdict::of))
    }
}
