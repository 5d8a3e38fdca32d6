import BillwireBindings
import Foundation

@_exported import enum BillwireBindings.Status
@_exported import struct BillwireBindings.Transaction
@_exported import struct BillwireBindings.Verification
@_exported import struct BillwireBindings.VerificationResponse

extension Biller {
    /// Prepares the verification of a transaction (section 4.3).
    ///
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations, or
    ///   ``BillwireError/missingCredential(details:)`` without a verification token.
    public func prepareVerification(request: Verification) throws -> VerificationCall {
        try withBillwireErrors { try VerificationCall(core.prepareVerification(request: request)) }
    }

    /// Prepares a verification from the text of a JSON object with the names of section 2.5.
    ///
    /// - Throws: The errors of ``prepareVerification(request:)``. Wrong types and unknown keys are violations too.
    public func prepareVerificationJson(json: String) throws -> VerificationCall {
        try withBillwireErrors { try VerificationCall(core.prepareVerificationJson(json: json)) }
    }

    /// Decodes the response to a verification whose call is out of reach.
    ///
    /// - Throws: The errors of ``VerificationCall/decode(status:body:)``.
    public func decodeVerification(status: Int, body: Data) throws -> VerificationResponse {
        try withBillwireErrors { try core.decodeVerification(status: status, body: body) }
    }
}

/// Verification of a transaction (section 4.3), ready to send.
///
/// It prints neither credentials nor the body.
public final class VerificationCall: Sendable {
    private let core: BillwireBindings.VerificationCall
    private let prepared: HttpRequest

    init(_ verification: PreparedVerification) {
        core = verification.call
        prepared = verification.request
    }

    /// Returns the request. Send it unchanged, and follow no redirect.
    public func request() -> HttpRequest { prepared }

    /// Returns findings to look at before you send the request.
    public func warnings() -> [Finding] { core.warnings() }

    /// Returns the operation that is called.
    public func operation() -> OperationName { core.operation() }

    /// Decodes the response (section 2.6).
    ///
    /// - Throws: ``BillwireError/rejected(details:)``, ``BillwireError/undetermined(details:)`` or
    ///   ``BillwireError/unreadable(details:)``, each with its next step.
    public func decode(status: Int, body: Data) throws -> VerificationResponse {
        try withBillwireErrors { try core.decode(status: status, body: body) }
    }

    /// Returns the error, with its next step, for a request that brought no response.
    public func noAnswer(sent: Sent) -> BillwireError {
        BillwireError(core.noAnswer(sent: sent))
    }
}

extension VerificationCall: CustomDebugStringConvertible {
    /// The request without its secrets.
    public var debugDescription: String { core.debugDescription }
}
