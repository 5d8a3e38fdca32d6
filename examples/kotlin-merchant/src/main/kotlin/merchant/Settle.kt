package merchant

import io.github.billwire.BillwireException
import io.github.billwire.OperationName
import io.github.billwire.Settlement
import io.github.billwire.SettlementEnding
import io.github.billwire.SettlementFlow
import io.github.billwire.SettlementStep
import io.github.billwire.text
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

/** Settles the bills without a result. */
fun settleAll(merchant: Merchant, bills: List<Settlement>, concurrency: Int) {
    val open = merchant.books.open()
    val pool = Executors.newFixedThreadPool(concurrency)
    try {
        bills.filter { it.refId in open }.map { pool.submit { settleOne(merchant, it) } }.forEach { it.get() }
    } finally {
        pool.shutdownNow()
    }
}

private fun settleOne(merchant: Merchant, bill: Settlement) {
    val record = merchant.books.settlementRecord(bill.refId)
    val flow =
        try {
            if (record == null) SettlementFlow.start(merchant.biller, bill, merchant.patience.settlement)
            else SettlementFlow.resume(merchant.biller, bill, record, merchant.patience.settlement)
        } catch (error: BillwireException) { // the bill breaks a rule, or the record is not of this bill
            return end(merchant, bill, Ending(if (record == null) State.REFUSED else State.UNCLEAR, describe(error)))
        }
    flow.use { settle(merchant, bill, it) }?.let { end(merchant, bill, it) }
}

private fun end(merchant: Merchant, bill: Settlement, ending: Ending) {
    merchant.books.end(bill.refId, ending)
    merchant.diary.ended(bill.refId, ending)
}

/** Does what the flow says. An exception of the database ends it here: the next start resumes from the stored record. */
private fun settle(merchant: Merchant, bill: Settlement, flow: SettlementFlow): Ending? {
    while (true) {
        when (val step = flow.step()) {
            is SettlementStep.Save ->
                if (merchant.books.save(bill.refId, step)) flow.saved(step.revision) else flow.notSaved(step.revision)
            is SettlementStep.Send -> {
                if (step.request.operation == OperationName.VERIFICATION) merchant.diary.lookUps.incrementAndGet()
                send(merchant.patience, step.request, flow::noAnswer, flow::answered)
            }
            is SettlementStep.Wait -> sleepUntil(step.until)
            is SettlementStep.Finished -> return endingOf(step.ending)
            SettlementStep.TakenOver -> return null // another process settles this bill
        }
    }
}

private fun endingOf(ending: SettlementEnding): Ending =
    when (ending) {
        is SettlementEnding.Settled -> Ending(State.SETTLED)
        is SettlementEnding.Refused -> Ending(State.REFUSED, ending.reason.code.text())
        is SettlementEnding.Unclear -> Ending(State.UNCLEAR, ending.reason.code.text())
    }
