package io.github.billwire.okhttp

import io.github.billwire.*
import java.time.Instant

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
