// Generated from bindings/src and the operations of core by `cargo xtask generate`. Do not edit.

import BillwireBindings
import Foundation

/// Prepares requests, and decodes answers. It sends nothing itself and prints no secret. Threads may share it.
public final class Biller: Sendable {
    let core: BillwireBindings.Biller

    init(_ core: BillwireBindings.Biller) {
        self.core = core
    }

    /// Validates the settings.
    ///
    /// - Throws: ``BillwireError/invalidConfig(details:)`` with all violations.
    public init(config: BillerConfig) throws(BillwireError) {
        core = try withBillwireErrors { try BillwireBindings.Biller(config: .init(config)) }
    }

    /// Prepares the call that registers a sub biller (section 4.1).
    ///
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations;
    ///   ``BillwireError/missingCredential(details:)`` without a credential that the operation needs.
    public func prepareOnboarding(request: Onboarding) throws(BillwireError) -> OnboardingCall {
        try withBillwireErrors { try OnboardingCall(core.prepareOnboarding(request: request)) }
    }

    /// Prepares the same call from the text of a JSON object, with the names of section 2.1.
    ///
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations, wrong types and unknown keys included;
    ///   ``BillwireError/missingCredential(details:)`` without a credential that the operation needs.
    public func prepareOnboardingJson(json: String) throws(BillwireError) -> OnboardingCall {
        try withBillwireErrors { try OnboardingCall(core.prepareOnboardingJson(json: json)) }
    }

    /// Prepares the call that pushes a signed bill and settles it (section 4.2).
    ///
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations;
    ///   ``BillwireError/missingCredential(details:)`` without a credential that the operation needs.
    public func prepareSettlement(bill: Settlement) throws(BillwireError) -> SettlementCall {
        try withBillwireErrors { try SettlementCall(core.prepareSettlement(request: bill)) }
    }

    /// Prepares the same call from the text of a JSON object, with the names of section 2.3.
    ///
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations, wrong types and unknown keys included;
    ///   ``BillwireError/missingCredential(details:)`` without a credential that the operation needs.
    public func prepareSettlementJson(json: String) throws(BillwireError) -> SettlementCall {
        try withBillwireErrors { try SettlementCall(core.prepareSettlementJson(json: json)) }
    }

    /// Prepares the call that asks for the status of a transaction (section 4.3).
    ///
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations;
    ///   ``BillwireError/missingCredential(details:)`` without a credential that the operation needs.
    public func prepareVerification(request: Verification) throws(BillwireError) -> VerificationCall {
        try withBillwireErrors { try VerificationCall(core.prepareVerification(request: request)) }
    }

    /// Prepares the same call from the text of a JSON object, with the names of section 2.5.
    ///
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations, wrong types and unknown keys included;
    ///   ``BillwireError/missingCredential(details:)`` without a credential that the operation needs.
    public func prepareVerificationJson(json: String) throws(BillwireError) -> VerificationCall {
        try withBillwireErrors { try VerificationCall(core.prepareVerificationJson(json: json)) }
    }

    /// Returns the same biller with another bearer token. Both share the prepared key.
    ///
    /// - Throws: ``BillwireError/invalidConfig(details:)`` if no header can hold the token.
    public func withBearer(bearer: BearerToken) throws(BillwireError) -> Biller {
        try withBillwireErrors { try Biller(core.withBearer(bearer: bearer.core)) }
    }

    /// Returns the error for a request of an operation that brought no answer. Read its next step.
    public func noAnswer(operation: OperationName, sent: Sent) -> BillwireError {
        BillwireError(core.noAnswer(operation: operation, sent: sent))
    }

    /// Prepares the lookup that finds out whether a bill is settled. The profile says how a settlement is found.
    ///
    /// - Throws: ``BillwireError/invalidConfig(details:)`` if the profile sets no settlement lookup;
    ///   ``BillwireError/invalidRequest(details:)`` with all violations of the bill;
    ///   ``BillwireError/missingCredential(details:)`` without the token that verification sends.
    public func prepareSettlementLookup(bill: Settlement) throws(BillwireError) -> Lookup {
        try withBillwireErrors { try Lookup(core.prepareSettlementLookup(bill: bill)) }
    }

    /// Prepares a call of one of the operations that the interface names without a shape (section 4.5).
    ///
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations;
    ///   ``BillwireError/missingCredential(details:)`` without the credential that the request selects.
    public func prepareOperation(
        operation: OperationName, request: UntypedRequest
    ) throws(BillwireError) -> UntypedCall {
        try withBillwireErrors { try UntypedCall(core.prepareOperation(operation: operation, request: request)) }
    }

    /// Decodes an answer of Onboarding whose call is not at hand.
    ///
    /// - Throws: ``BillwireError/rejected(details:)`` if the service refused; ``BillwireError/undetermined(details:)``
    ///   if the outcome is unknown; ``BillwireError/unreadable(details:)`` if the body does not have the response's
    ///   shape.
    public func decodeOnboarding(status: Int, body: Data) throws(BillwireError) -> OnboardingResponse {
        try withBillwireErrors { try core.decodeOnboarding(status: status, body: body) }
    }

    /// Decodes an answer of Settle Payment whose call is not at hand.
    ///
    /// - Throws: ``BillwireError/rejected(details:)`` if the service refused; ``BillwireError/undetermined(details:)``
    ///   if the outcome is unknown; ``BillwireError/unreadable(details:)`` if the body does not have the response's
    ///   shape.
    public func decodeSettlement(status: Int, body: Data) throws(BillwireError) -> SettlementOutcome {
        try withBillwireErrors { try core.decodeSettlement(status: status, body: body) }
    }

    /// Decodes an answer of Transaction Verification whose call is not at hand.
    ///
    /// - Throws: ``BillwireError/rejected(details:)`` if the service refused; ``BillwireError/undetermined(details:)``
    ///   if the outcome is unknown; ``BillwireError/unreadable(details:)`` if the body does not have the response's
    ///   shape.
    public func decodeVerification(status: Int, body: Data) throws(BillwireError) -> VerificationResponse {
        try withBillwireErrors { try core.decodeVerification(status: status, body: body) }
    }
}

extension Biller: CustomDebugStringConvertible {
    /// Settings of the biller without its secrets.
    public var debugDescription: String { core.debugDescription }
}
