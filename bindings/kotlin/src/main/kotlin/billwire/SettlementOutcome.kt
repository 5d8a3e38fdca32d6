package io.github.billwire

import io.github.billwire.ffi.SettlementOutcome as FfiSettlementOutcome

/** Outcome of a settlement that the service answered with a success code. */
public sealed class SettlementOutcome {
    /** Bill and payment both have the status `success`: the money has moved. */
    public data class Settled(
        /** The answer. */
        val response: SettlementResponse
    ) : SettlementOutcome()

    /** The service accepted the bill, but does not report both as `success`. Do not settle the bill again. */
    public data class Accepted(
        /** The answer, with the statuses it has. */
        val response: SettlementResponse,
        /** How to find out the result. */
        val nextStep: NextStep,
    ) : SettlementOutcome()

    internal companion object {
        internal fun of(outcome: FfiSettlementOutcome): SettlementOutcome =
            when (outcome) {
                is FfiSettlementOutcome.Settled -> Settled(SettlementResponse.of(outcome.response))
                is FfiSettlementOutcome.Accepted -> Accepted(SettlementResponse.of(outcome.response), outcome.nextStep)
            }
    }
}
