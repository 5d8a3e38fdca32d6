import io.github.billwire.*
import java.time.Instant

fun main() {
    val biller =
        Biller(
            BillerConfig("https://service.example") {
                bearer(BearerToken(System.getenv("BILLWIRE_BEARER")))
                hashToken(HashToken(System.getenv("BILLWIRE_HASH_TOKEN")))
            }
        )
    val bill =
        Settlement(
            refId = "INV-2026-0042",
            date = Instant.parse("2026-01-31T18:30:00.000Z"),
            dueDate = Instant.parse("2026-02-14T18:30:00.000Z"),
            currency = "KHR",
            totalAmount = 40000,
            customerSyncCode = "CUST-7",
            settlementTo = "SUP-1",
        )
    val call = biller.prepareSettlement(bill) // throws all violations at once
    println(call.request().url)
    // Send call.request() once and unchanged, and pass the answer to call.decode(status, body).
    // If the answer is lost, look the bill up before you send it again.
}
