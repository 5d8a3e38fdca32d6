package billwire

import billwire.ffi.readWireProfile as ffiReadWireProfile

/** Settings for what your provider does and the interface does not show. The default follows the interface exactly. */
public typealias WireProfile = billwire.ffi.WireProfile

/** Response codes of each operation. */
public typealias CodesByOperation = billwire.ffi.CodesByOperation

/** Statuses of a bill, a payment and a transaction. */
public typealias StatusesByObject = billwire.ffi.StatusesByObject

/** References under which verification finds a settlement. */
public typealias SettlementLookup = billwire.ffi.SettlementLookup

/** Key of a line's name. */
public typealias LineItemKey = billwire.ffi.LineItemKey

/** Credential that verification sends. */
public typealias VerificationAuth = billwire.ffi.VerificationAuth

/** Id of a webhook that its verification sends as `tran_id`. */
public typealias VerificationTranId = billwire.ffi.VerificationTranId

/** Notation of dates. */
public typealias DateStyle = billwire.ffi.DateStyle

/** JSON type of `total_amount_khr`. */
public typealias KhrForm = billwire.ffi.KhrForm

/** Unit to which a computed `total_amount_khr` is rounded. */
public typealias KhrRounding = billwire.ffi.KhrRounding

/** Forms of a merchant's codes. */
public typealias CodeShapes = billwire.ffi.CodeShapes

/** Form of a code. Every given part has to match. */
public typealias CodeShape = billwire.ffi.CodeShape

/**
 * Reads a profile from JSON with the names of JavaScript, such as `{"signingOffset":"+07:00"}`.
 *
 * @throws BillwireException.InvalidConfig with all violations, unknown settings included
 */
public fun readWireProfile(json: String): WireProfile = native { ffiReadWireProfile(json.wellFormed()) }
