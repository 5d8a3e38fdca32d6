import Billwire
import Foundation

let secrets = ProcessInfo.processInfo.environment
let biller = try Biller(
    config: BillerConfig(
        baseUrl: "https://service.example",
        bearer: BearerToken(secret: secrets["BILLWIRE_BEARER"] ?? ""),
        hashToken: HashToken(secret: secrets["BILLWIRE_HASH_TOKEN"] ?? ""),
        codeShapes: CodeShapes(refId: CodeShape(pattern: "INV?#"), settlementTo: CodeShape(pattern: "SUP-#")),
        profile: readWireProfile(json: #"{"signingOffset":"+07:00","successCodes":{"settlement":["0","\""]}}"#)))

let bill = Settlement(
    refId: "INV$1",
    date: Date(timeIntervalSince1970: 1769859000.25) /* 2026-01-31T11:30:00.250Z */,
    dueDate: Date(timeIntervalSince1970: 1771093800) /* 2026-02-14T18:30:00.000Z */,
    currency: "USD",
    totalAmount: 9007199254740991,
    customerSyncCode: "CUST-7",
    totalTax: 3,
    settlementTo: "SUP-1",
    description: "it's \"#\" \\ $HOME ${x} #{y} \\(z) `t` </script> ភ្នំពេញ 👍 \u{2028} %n r#\"\t1\r\n2",
    exchangeRateKhr: Decimal(string: "4100.50")!,
    details: [
        Line(itemName: "it's \"#\" \\ $HOME ${x} #{y} \\(z) `t` </script> ភ្នំពេញ 👍 \u{2028} %n r#\"", quantity: 2, price: Decimal(string: "10.50")!),
        Line(amount: Decimal(string: "1e3")!, taxAmount: Decimal(string: "0")!, taxName: "VAT"),
    ],
    extra: "{\"note\":[\"it's \\\"#\\\" \\\\ $HOME ${x} #{y} \\\\(z) `t` </script> ភ្នំពេញ 👍 \u{2028} %n r#\\\"\\t1\\r\\n2\",null,{\"a\":true}]}")
let call = try biller.prepareSettlement(bill: bill)  // throws all violations at once
print(call.request.url)
// Send call.request once and unchanged, and pass the answer to call.decode(status:body:).
// If the answer is lost, look the bill up before you send it again.
