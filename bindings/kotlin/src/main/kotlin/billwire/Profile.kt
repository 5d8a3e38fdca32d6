package io.github.billwire

import io.github.billwire.ffi.readWireProfile as ffiReadWireProfile

/** Settings for what your provider does and the interface does not show. The default follows the interface exactly. */
public typealias WireProfile = io.github.billwire.ffi.WireProfile

/** Response codes of each operation. */
public typealias CodesByOperation = io.github.billwire.ffi.CodesByOperation

/** Statuses of a bill, a payment and a transaction. */
public typealias StatusesByObject = io.github.billwire.ffi.StatusesByObject

/** References under which verification finds a settlement. */
public typealias SettlementLookup = io.github.billwire.ffi.SettlementLookup

/** Key of a line's name. */
public typealias LineItemKey = io.github.billwire.ffi.LineItemKey

/** Credential that verification sends. */
public typealias VerificationAuth = io.github.billwire.ffi.VerificationAuth

/** Id of a webhook that its verification sends as `tran_id`. */
public typealias VerificationTranId = io.github.billwire.ffi.VerificationTranId

/** Notation of dates. */
public typealias DateStyle = io.github.billwire.ffi.DateStyle

/** JSON type of `total_amount_khr`. */
public typealias KhrForm = io.github.billwire.ffi.KhrForm

/** Unit to which a computed `total_amount_khr` is rounded. */
public typealias KhrRounding = io.github.billwire.ffi.KhrRounding

/** Forms of a merchant's codes. */
public typealias CodeShapes = io.github.billwire.ffi.CodeShapes

/** Form of a code. Every given part has to match. */
public typealias CodeShape = io.github.billwire.ffi.CodeShape

/**
 * Reads a profile from JSON with the names of JavaScript, such as `{"signingOffset":"+07:00"}`.
 *
 * @throws BillwireException.InvalidConfig with all violations, unknown settings included
 */
public fun readWireProfile(json: String): WireProfile = native { ffiReadWireProfile(json.wellFormed()) }
