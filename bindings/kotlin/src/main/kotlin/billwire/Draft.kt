package io.github.billwire

import io.github.billwire.ffi.transactionFromJson as ffiTransactionFromJson

/** Settings by which a draft is validated without credentials. Use those of the [Biller] that signs it later. */
public typealias DraftSettings = io.github.billwire.ffi.DraftSettings

/** Findings about a draft: broken rules and advice, each with the path of its field. */
public typealias Validation = io.github.billwire.ffi.Validation

/** Whether a biller that is not strict prepares the request. */
public val Validation.isValid: Boolean
    get() = violations.isEmpty()

/**
 * Reads a transaction that a backend passes on to an app as JSON, such as `JSON.stringify(transaction)` in JavaScript.
 *
 * @throws BillwireException.Unreadable with the first violation
 */
public fun transactionFromJson(json: String): Transaction =
    Transaction.of(native { ffiTransactionFromJson(json.wellFormed()) })

internal fun DraftSettings.wellFormed(): DraftSettings =
    copy(profile = profile?.wellFormed(), codeShapes = codeShapes?.wellFormed())
