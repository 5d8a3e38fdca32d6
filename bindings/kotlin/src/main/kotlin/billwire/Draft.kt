package io.github.billwire

import io.github.billwire.ffi.transactionFromJson as ffiTransactionFromJson

/** Whether a biller that is not strict prepares the request. */
public val Validation.isValid: Boolean
    get() = violations.isEmpty()

/**
 * Reads a transaction that a backend passes on to an app as JSON, such as `JSON.stringify(transaction)` in JavaScript.
 *
 * @throws BillwireException.Unreadable with the first violation
 */
public fun transactionFromJson(json: String): Transaction =
    native { ffiTransactionFromJson(json.wellFormed()) }.lift()
