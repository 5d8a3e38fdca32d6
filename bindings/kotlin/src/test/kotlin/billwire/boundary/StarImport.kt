package io.github.billwire.star

import io.github.billwire.*
import java.time.*

/** Compiles: a name of the package that clashes with one of `java.time` would be ambiguous. */
internal fun dueAfter(bill: Settlement, time: Duration): Instant = bill.date + time
