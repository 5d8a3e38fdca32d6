package io.github.billwire.okhttp

import io.github.billwire.*
import java.time.Instant

internal const val SETTLED = """{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"""
// A transaction from before the first attempt would be another one.
internal val FOUND =
    """{"code":"SUCCESS","message":"","data":{"tran_id":"T-1","tran_date":"${Instant.now().toString().take(19)}.000",
       "tran_amount":40000,"fee_amount":0,"total_amount":40000,"currency":"KHR","identity_code":"INV-1",
       "bank_code":"B","bank_ref":"R","purpose_of_transaction":"INV-1","status":"success"}}"""

/** Bill of the tests. Its other fields make no difference to a sender. */
fun testBill(settlementTo: String = "SUB-1", description: String? = null): Settlement =
    Settlement(
        "INV-1",
        Instant.EPOCH,
        Instant.EPOCH,
        "KHR",
        40_000,
        "C-1",
        settlementTo = settlementTo,
        description = description,
    )

/** Biller of the tests, whose credentials begin with `secret`. */
fun testBiller(url: String): Biller {
    val profile = WireProfile(settlementLookup = SettlementLookup("ref_id", "ref_id"))
    val (bearer, token) = BearerToken("secret-bearer") to VerificationToken("secret-verification")
    return Biller(
        BillerConfig(url, bearer, token, HashToken("secret-hash"), allowLoopbackHttp = true, profile = profile)
    )
}
