import Billwire
import Foundation

let secrets = ProcessInfo.processInfo.environment
let biller = try Biller(
    config: BillerConfig(
        baseUrl: "https://service.example",
        bearer: BearerToken(secret: secrets["BILLWIRE_BEARER"] ?? ""),
        hashToken: HashToken(secret: secrets["BILLWIRE_HASH_TOKEN"] ?? "")))

let bill = Settlement(
    refId: "INV-2026-0042",
    date: Date(timeIntervalSince1970: 1769884200) /* 2026-01-31T18:30:00.000Z */,
    dueDate: Date(timeIntervalSince1970: 1771093800) /* 2026-02-14T18:30:00.000Z */,
    currency: "KHR",
    totalAmount: 40000,
    customerSyncCode: "CUST-7",
    settlementTo: "SUP-1")
let call = try biller.prepareSettlement(bill: bill)  // throws all violations at once
print(call.request.url)
// Send call.request once and unchanged, and pass the answer to call.decode(status:body:).
// If the answer is lost, look the bill up before you send it again.
