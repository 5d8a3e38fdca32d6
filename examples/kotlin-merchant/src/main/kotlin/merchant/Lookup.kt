package merchant

import billwire.BillwireException
import billwire.Code
import billwire.Settlement
import billwire.Status
import billwire.VerificationResponse

/** What verification says about a bill's settlement. */
enum class Found {
    THERE,
    NOT_THERE,
    UNCLEAR,
}

/**
 * Looks for a settlement whose answer was lost.
 *
 * "Not there" right after a time-out can mean "not there yet": the request may still wait in a queue of the service, or
 * of something between. So the question is asked several times, with growing pauses, and only the last "not there"
 * counts. How long to wait is a matter between you and your service; the sandbox moves the money before it answers.
 */
fun lookForSettlement(merchant: Merchant, bill: Settlement): Found {
    var found = Found.UNCLEAR
    for (pause in merchant.patience.looks) {
        Thread.sleep(pause.toMillis())
        found = look(merchant, bill)
        merchant.diary.lookUps.incrementAndGet()
        if (found == Found.THERE) break
    }
    return found
}

private fun look(merchant: Merchant, bill: Settlement): Found =
    merchant.biller.prepareSettlementLookup(bill).use { call ->
        try {
            val answer = ask(merchant.patience, call.request(), call::noAnswer, call::decode)
            if (isSettlementOf(bill, answer)) Found.THERE else Found.UNCLEAR
        } catch (error: BillwireException) {
            if (!saysNotFound(error)) throw error
            Found.NOT_THERE
        }
    }

/**
 * The interface shows no code for "no such transaction", so billwire does not guess and reports an unknown code. This
 * deployment documents `NOT_FOUND` for it. Only this very code allows a bill to be sent again.
 */
private fun saysNotFound(error: BillwireException): Boolean =
    error.failure.let { it.code == Code.UNKNOWN_CODE && it.responseCode == "NOT_FOUND" }

private fun isSettlementOf(bill: Settlement, answer: VerificationResponse): Boolean =
    answer.data.status == Status.Success &&
        answer.data.currency == bill.currency &&
        answer.data.tranAmount == bill.totalAmount
