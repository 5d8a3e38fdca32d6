import BillwireBindings
import Foundation

@_exported import struct BillwireBindings.BillStatus
@_exported import struct BillwireBindings.Line
@_exported import struct BillwireBindings.PaymentStatus
@_exported import struct BillwireBindings.Settlement
@_exported import struct BillwireBindings.SettlementData
@_exported import enum BillwireBindings.SettlementOutcome
@_exported import struct BillwireBindings.SettlementResponse

extension Biller {
    /// Prepares and signs the settlement of a bill (section 4.2).
    ///
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations, or
    ///   ``BillwireError/missingCredential(details:)`` without a bearer or hash token.
    public func prepareSettlement(bill: Settlement) throws -> SettlementCall {
        try withBillwireErrors { try SettlementCall(core.prepareSettlement(request: bill)) }
    }

    /// Prepares and signs a settlement from the text of a JSON object with the names of section 2.3.
    ///
    /// - Throws: The errors of ``prepareSettlement(bill:)``. Wrong types and unknown keys are violations too.
    public func prepareSettlementJson(json: String) throws -> SettlementCall {
        try withBillwireErrors { try SettlementCall(core.prepareSettlementJson(json: json)) }
    }

    /// Decodes the response to a settlement whose call is out of reach.
    ///
    /// - Throws: The errors of ``SettlementCall/decode(status:body:)``.
    public func decodeSettlement(status: Int, body: Data) throws -> SettlementOutcome {
        try withBillwireErrors { try core.decodeSettlement(status: status, body: body) }
    }
}

/// Signed settlement of a bill (section 4.2), ready to send.
///
/// It prints neither credentials nor the body.
public final class SettlementCall: Sendable {
    private let core: BillwireBindings.SettlementCall
    private let prepared: HttpRequest

    init(_ settlement: PreparedSettlement) {
        core = settlement.call
        prepared = settlement.request
    }

    /// Returns the request. Send it unchanged, and follow no redirect.
    public func request() -> HttpRequest { prepared }

    /// Returns findings to look at before you send the request.
    public func warnings() -> [Finding] { core.warnings() }

    /// Returns the operation that is called.
    public func operation() -> OperationName { core.operation() }

    /// Decodes the response (section 2.4).
    ///
    /// - Throws: ``BillwireError/rejected(details:)``, ``BillwireError/undetermined(details:)`` or
    ///   ``BillwireError/unreadable(details:)``. Resend only when the next step is ``NextStep/sendAgain``.
    public func decode(status: Int, body: Data) throws -> SettlementOutcome {
        try withBillwireErrors { try core.decode(status: status, body: body) }
    }

    /// Returns the error, with its next step, for a request that brought no response.
    public func noAnswer(sent: Sent) -> BillwireError {
        BillwireError(core.noAnswer(sent: sent))
    }
}

extension SettlementCall: CustomDebugStringConvertible {
    /// The request without its secrets.
    public var debugDescription: String { core.debugDescription }
}
