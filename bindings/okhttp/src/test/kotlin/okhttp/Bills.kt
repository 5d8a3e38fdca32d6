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
