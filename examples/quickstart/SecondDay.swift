// Parts of the guide's pages about the second day. They are compiled with the quickstart.
import Billwire
import Foundation

// ANCHOR: bearer
/// Returns a biller with a renewed bearer. Both share the prepared key.
func renewed(_ biller: Biller, bearer: String) throws -> Biller {
    try biller.withBearer(bearer: BearerToken(secret: bearer))
}
// ANCHOR_END: bearer

// ANCHOR: reopen
func reopen(_ biller: Biller, corrected: Settlement, record: String) throws -> SettlementFlow {
    try SettlementFlow.reopen(biller: biller, bill: corrected, record: record, now: Date())
}
// ANCHOR_END: reopen

// ANCHOR: resolved
func resolve(_ biller: Biller, bill: Settlement, record: String) throws -> SettlementFlow {
    let flow = try SettlementFlow.resume(biller: biller, bill: bill, record: record)
    try flow.resolved(resolution: .settled)  // or .nothingMoved; then run the flow, which stores it
    return flow
}
// ANCHOR_END: resolved
