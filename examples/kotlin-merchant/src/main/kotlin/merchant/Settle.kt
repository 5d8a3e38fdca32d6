package merchant

import billwire.BillwireException
import billwire.LookupVerdict
import billwire.NextStep
import billwire.Settlement
import billwire.SettlementOutcome
import java.util.concurrent.Callable
import java.util.concurrent.Executors

/** State of a bill in the books. A person clears up "unclear"; the program never settles such a bill again. */
enum class State {
    BILLED,
    SETTLED,
    REFUSED,
    UNCLEAR,
}

/** Result of a bill. */
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

/** Settles a bill. Settling moves money, so a bill that may have been paid already is never resent. */
private fun settle(merchant: Merchant, bill: Settlement): Ending {
    for (attempts in 0..merchant.patience.tries) {
        // A bill is in doubt while we do not know whether one of its attempts moved the money.
        if (merchant.books.isInDoubt(bill.refId)) {
            when (lookForSettlement(merchant, bill)) {
                is LookupVerdict.Settled -> return Ending(State.SETTLED)
                LookupVerdict.NotFound -> merchant.books.clearDoubt(bill.refId)
                is LookupVerdict.Different -> return Ending(State.UNCLEAR, "found, but not as billed")
                is LookupVerdict.Pending,
                is LookupVerdict.Unclear -> return Ending(State.UNCLEAR, "the lookup is undecided")
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
            NextStep.VERIFY_AGAIN -> continue // the bill is in doubt, so look it up first
        }
    }
    return Ending(State.REFUSED, "no success after the last try")
}

/** Remaining work after an attempt: none if the money has moved. */
private data class Attempted(val nextStep: NextStep?, val reason: String)

/** Makes one attempt. It is stored before it is sent, so that no crash and no lost answer can hide it. */
private fun attempt(merchant: Merchant, bill: Settlement): Attempted {
    val attempted =
        merchant.biller.prepareSettlement(bill).use { call -> // throws all violations before anything is sent
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
    // Only an attempt that certainly moved no money leaves doubt. A success stays in doubt until its bill is stored as
    // settled, so that a crash in between cannot lose it.
    if (attempted.nextStep in MOVED_NOTHING) merchant.books.clearDoubt(bill.refId)
    return attempted
}

private val MOVED_NOTHING = setOf(NextStep.SEND_AGAIN, NextStep.FIX_REQUEST, NextStep.FIX_CREDENTIALS)
