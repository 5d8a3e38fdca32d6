import BillwireBindings

@_exported import struct BillwireBindings.CodesByOperation
@_exported import enum BillwireBindings.DateStyle
@_exported import enum BillwireBindings.KhrForm
@_exported import enum BillwireBindings.KhrRounding
@_exported import enum BillwireBindings.LineItemKey
@_exported import struct BillwireBindings.SettlementLookup
@_exported import struct BillwireBindings.StatusesByObject
@_exported import enum BillwireBindings.VerificationAuth
@_exported import enum BillwireBindings.VerificationTranId
@_exported import struct BillwireBindings.WireProfile
@_exported import struct BillwireValues.UTCOffset

/// Reads a profile from JSON with the names of JavaScript, such as `{"signingOffset":"+07:00"}`.
///
/// - Throws: ``BillwireError/invalidConfig(details:)`` with every setting that is wrong or unknown.
public func readWireProfile(json: String) throws(BillwireError) -> WireProfile {
    try withBillwireErrors { try BillwireBindings.readWireProfile(json: json) }
}
