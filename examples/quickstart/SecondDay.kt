// Parts of the guide's pages about the second day. They are compiled with the quickstart.
import io.github.billwire.*

// ANCHOR: bearer
/** Returns a biller with a renewed bearer. Both share the prepared key. */
fun renewed(biller: Biller, bearer: String): Biller = biller.withBearer(BearerToken(bearer))
// ANCHOR_END: bearer

// ANCHOR: reopen
fun reopen(biller: Biller, corrected: Settlement, record: String): SettlementFlow =
    biller.reopenFlow(corrected, record)
// ANCHOR_END: reopen

// ANCHOR: resolved
fun resolve(biller: Biller, bill: Settlement, record: String): SettlementFlow {
    val flow = biller.resumeFlow(bill, record)
    flow.resolved(Resolution.SETTLED) // or NOTHING_MOVED; then run the flow, which stores it
    return flow
}
// ANCHOR_END: resolved
