package merchant

import billwire.BillwireException
import billwire.LookupVerdict
import billwire.NextStep
import billwire.Settlement
import billwire.SettlementOutcome
import java.util.concurrent.Callable
import java.util.concurrent.Executors

/** How a bill can stand in the books; "unclear" is for a person to look at, and is never settled again by itself. */
enum class State {
    BILLED,
    SETTLED,
    REFUSED,
    UNCLEAR,
}

/** How a bill ended. */
data class Ending(val state: State, val reason: String = "")

fun settleAll(merchant: Merchant, bills: List<Settlement>, concurrency: Int) {
    val pool = Executors.newFixedThreadPool(concurrency)
    try {
        pool.invokeAll(bills.map { bill -> Callable { settleOne(merchant, bill) } }).forEach { it.get() }
    } finally {
        pool.shutdownNow()
    }
}

private fun settleOne(merchant: Merchant, bill: Settlement) {
    val ending =
        try {
            settle(merchant, bill)
        } catch (error: BillwireException) {
            val neverSent = error is BillwireException.InvalidRequest
            Ending(if (neverSent) State.REFUSED else State.UNCLEAR, describe(error))
        }
    merchant.books.end(bill.refId, ending.state)
    merchant.diary.ended(bill.refId, ending)
}

/** Settling moves money, so the rule is: never send a bill again while it may have been paid already. */
private fun settle(merchant: Merchant, bill: Settlement): Ending {
    for (attempts in 0..merchant.patience.tries) {
        // In doubt is a bill with an attempt of which we do not know whether it moved the money.
        if (merchant.books.isInDoubt(bill.refId)) {
            when (lookForSettlement(merchant, bill)) {
                is LookupVerdict.Settled -> return Ending(State.SETTLED)
                LookupVerdict.NotFound -> merchant.books.clearDoubt(bill.refId)
                is LookupVerdict.Different -> return Ending(State.UNCLEAR, "found, but not as billed")
                is LookupVerdict.Pending,
                is LookupVerdict.Unclear -> return Ending(State.UNCLEAR, "the look-up tells nothing yet")
            }
        }
        if (attempts == merchant.patience.tries) break
        val (nextStep, reason) = attempt(merchant, bill)
        when (nextStep) {
            null -> return Ending(State.SETTLED)
            NextStep.FIX_REQUEST,
            NextStep.FIX_CREDENTIALS -> return Ending(State.REFUSED, reason)
            NextStep.ASK_SERVICE -> return Ending(State.UNCLEAR, reason)
            NextStep.SEND_AGAIN -> Thread.sleep(merchant.patience.backoff(attempts).toMillis())
            NextStep.VERIFY_FIRST,
            NextStep.VERIFY_AGAIN -> continue // it is in doubt: that comes first now
        }
    }
    return Ending(State.REFUSED, "no success after the last try")
}

/** What an attempt leaves to do: nothing, when the money has moved. */
private data class Attempted(val nextStep: NextStep?, val reason: String)

/** One attempt: written down before it is sent, so that no crash and no lost answer can make us forget it. */
private fun attempt(merchant: Merchant, bill: Settlement): Attempted {
    val attempted =
        merchant.biller.prepareSettlement(bill).use { call -> // throws all violations; then nothing was sent
            merchant.books.beginAttempt(bill.refId)
            try {
                when (val outcome = send(merchant.patience, call.request(), call::noAnswer, call::decode)) {
                    is SettlementOutcome.Settled -> Attempted(null, "settled")
                    is SettlementOutcome.Accepted -> Attempted(outcome.nextStep, "accepted")
                }
            } catch (error: BillwireException) {
                Attempted(error.details.nextStep, describe(error))
            }
        }
    // Out of doubt is what certainly moved nothing. A success stays in doubt until its bill is entered as settled: a
    // crash between the two must not look as if nothing had been sent.
    if (attempted.nextStep in MOVED_NOTHING) merchant.books.clearDoubt(bill.refId)
    return attempted
}

private val MOVED_NOTHING = setOf(NextStep.SEND_AGAIN, NextStep.FIX_REQUEST, NextStep.FIX_CREDENTIALS)
