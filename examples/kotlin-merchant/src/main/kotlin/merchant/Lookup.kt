package merchant

import billwire.LookupVerdict
import billwire.NextStep
import billwire.Settlement

/**
 * Looks up a settlement whose answer was lost.
 *
 * Right after a time-out, "not found" can mean "not there yet": the request may still be queued, at the service or
 * before it. So this function asks several times, with growing pauses, and only the last "not found" counts. Agree with
 * your service how long to wait; the sandbox moves the money before it answers.
 */
fun lookForSettlement(merchant: Merchant, bill: Settlement): LookupVerdict {
    var found: LookupVerdict = LookupVerdict.Unclear(NextStep.VERIFY_AGAIN, null, null)
    for (pause in merchant.patience.looks) {
        Thread.sleep(pause.toMillis())
        found = look(merchant, bill)
        merchant.diary.lookUps.incrementAndGet()
        if (found is LookupVerdict.Settled || found is LookupVerdict.Different) break
    }
    return found
}

/** Asks until there is an answer. Returns an error with its next step instead of throwing it. */
private fun look(merchant: Merchant, bill: Settlement): LookupVerdict =
    merchant.biller.prepareSettlementLookup(bill).use { lookup ->
        lookup.call().use { call ->
            var found = ask(merchant.patience, call.request(), call::noAnswer, lookup::decide)
            for (failures in 0..<merchant.patience.tries - 1) {
                val again = (found as? LookupVerdict.Unclear)?.nextStep == NextStep.VERIFY_AGAIN
                if (!again) break
                Thread.sleep(merchant.patience.backoff(failures).toMillis())
                found = ask(merchant.patience, call.request(), call::noAnswer, lookup::decide)
            }
            found
        }
    }
