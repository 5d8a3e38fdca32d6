import io.github.billwire.*
import java.math.BigDecimal
import java.time.Instant

fun main() {
    val biller =
        Biller(
            BillerConfig("https://service.example") {
                bearer(BearerToken(System.getenv("BILLWIRE_BEARER")))
                hashToken(HashToken(System.getenv("BILLWIRE_HASH_TOKEN")))
                codeShapes(CodeShapes { refId(CodeShape { pattern("INV?#") }).settlementTo(CodeShape { pattern("SUP-#") }) })
                profile(readWireProfile("""{"signingOffset":"+07:00","successCodes":{"settlement":["0","\""]}}"""))
            }
        )
    val bill =
        Settlement(
            refId = "INV\$1",
            date = Instant.parse("2026-01-31T11:30:00.250Z"),
            dueDate = Instant.parse("2026-02-14T18:30:00.000Z"),
            currency = "USD",
            totalAmount = 9007199254740991,
            customerSyncCode = "CUST-7",
            settlementTo = "SUP-1",
        ) {
            totalTax(3)
            description("it's \"#\" \\ \$HOME \${x} #{y} \\(z) `t` </script> ភ្នំពេញ 👍 \u2028 %n r#\"\t1\r\n2")
            exchangeRateKhr(BigDecimal("4100.50"))
            details(
                listOf(
                    Line { itemName("it's \"#\" \\ \$HOME \${x} #{y} \\(z) `t` </script> ភ្នំពេញ 👍 \u2028 %n r#\"").quantity(2).price(BigDecimal("10.50")) },
                    Line { amount(BigDecimal("1e3")).taxAmount(BigDecimal("0")).taxName("VAT") },
                )
            )
            extra("{\"note\":[\"it's \\\"#\\\" \\\\ \$HOME \${x} #{y} \\\\(z) `t` </script> ភ្នំពេញ 👍 \u2028 %n r#\\\"\\t1\\r\\n2\",null,{\"a\":true}]}")
        }
    val call = biller.prepareSettlement(bill) // throws all violations at once
    println(call.request().url)
    // Send call.request() once and unchanged, and pass the answer to call.decode(status, body).
    // If the answer is lost, look the bill up before you send it again.
}
