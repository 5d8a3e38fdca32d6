// Generated from bindings/src and the operations of core by `cargo xtask generate`. Do not edit.

import BillwireBindings
import Foundation

/// Final request that registers a sub biller (section 4.1). It prints neither credentials nor body.
public final class OnboardingCall: Sendable {
    private let core: BillwireBindings.OnboardingCall
    private let prepared: HttpRequest

    init(_ call: PreparedOnboarding) {
        core = call.call
        prepared = call.request
    }

    /// The request. Send it unchanged, and follow no redirect.
    public var request: HttpRequest { prepared }

    /// Findings to look at before you send the request.
    public var warnings: [Finding] { core.warnings() }

    /// The operation that is called.
    public var operation: OperationName { core.operation() }

    /// Returns the meaning of the answer.
    ///
    /// - Throws: ``BillwireError/rejected(details:)`` if the service refused; ``BillwireError/undetermined(details:)``
    ///   if the outcome is unknown; ``BillwireError/unreadable(details:)`` if the body does not have the response's
    ///   shape.
    public func decode(status: Int, body: Data) throws(BillwireError) -> OnboardingResponse {
        try withBillwireErrors { try core.decode(status: status, body: body) }
    }

    /// Returns the error, with its next step, for a request that brought no response.
    public func noAnswer(sent: Sent) -> BillwireError {
        BillwireError(core.noAnswer(sent: sent))
    }
}

extension OnboardingCall: CustomDebugStringConvertible {
    /// The request without its secrets.
    public var debugDescription: String { core.debugDescription }
}

/// Final request that pushes a signed bill and settles it (section 4.2). It prints neither credentials nor body.
public final class SettlementCall: Sendable {
    private let core: BillwireBindings.SettlementCall
    private let prepared: HttpRequest

    init(_ call: PreparedSettlement) {
        core = call.call
        prepared = call.request
    }

    /// The request. Send it unchanged, and follow no redirect.
    public var request: HttpRequest { prepared }

    /// Findings to look at before you send the request.
    public var warnings: [Finding] { core.warnings() }

    /// The operation that is called.
    public var operation: OperationName { core.operation() }

    /// Returns the meaning of the answer.
    ///
    /// - Throws: ``BillwireError/rejected(details:)`` if the service refused; ``BillwireError/undetermined(details:)``
    ///   if the outcome is unknown; ``BillwireError/unreadable(details:)`` if the body does not have the response's
    ///   shape.
    public func decode(status: Int, body: Data) throws(BillwireError) -> SettlementOutcome {
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

/// Final request that asks for the status of a transaction (section 4.3). It prints neither credentials nor body.
public final class VerificationCall: Sendable {
    private let core: BillwireBindings.VerificationCall
    private let prepared: HttpRequest

    init(_ call: PreparedVerification) {
        core = call.call
        prepared = call.request
    }

    /// The request. Send it unchanged, and follow no redirect.
    public var request: HttpRequest { prepared }

    /// Findings to look at before you send the request.
    public var warnings: [Finding] { core.warnings() }

    /// The operation that is called.
    public var operation: OperationName { core.operation() }

    /// Returns the meaning of the answer.
    ///
    /// - Throws: ``BillwireError/rejected(details:)`` if the service refused; ``BillwireError/undetermined(details:)``
    ///   if the outcome is unknown; ``BillwireError/unreadable(details:)`` if the body does not have the response's
    ///   shape.
    public func decode(status: Int, body: Data) throws(BillwireError) -> VerificationResponse {
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
