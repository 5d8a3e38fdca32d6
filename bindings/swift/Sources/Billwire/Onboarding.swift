import BillwireBindings
import Foundation

@_exported import struct BillwireBindings.AddLinkAccount
@_exported import struct BillwireBindings.OnboardedSubBiller
@_exported import struct BillwireBindings.Onboarding
@_exported import struct BillwireBindings.OnboardingResponse

extension Biller {
    /// Prepares the registration of a sub biller (section 4.1).
    ///
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations, or
    ///   ``BillwireError/missingCredential(details:)`` without a bearer token.
    public func prepareOnboarding(request: Onboarding) throws -> OnboardingCall {
        try withBillwireErrors { try OnboardingCall(core.prepareOnboarding(request: request)) }
    }

    /// Prepares the registration of a sub biller from the text of a JSON object with the names of section 2.1.
    ///
    /// - Throws: The errors of ``prepareOnboarding(request:)``. Wrong types and unknown keys are violations too.
    public func prepareOnboardingJson(json: String) throws -> OnboardingCall {
        try withBillwireErrors { try OnboardingCall(core.prepareOnboardingJson(json: json)) }
    }

    /// Decodes the response to an onboarding whose call is out of reach.
    ///
    /// - Throws: The errors of ``OnboardingCall/decode(status:body:)``.
    public func decodeOnboarding(status: Int, body: Data) throws -> OnboardingResponse {
        try withBillwireErrors { try core.decodeOnboarding(status: status, body: body) }
    }
}

/// Registration of a sub biller (section 4.1), ready to send.
///
/// It prints neither credentials nor the body.
public final class OnboardingCall: Sendable {
    private let core: BillwireBindings.OnboardingCall
    private let prepared: HttpRequest

    init(_ onboarding: PreparedOnboarding) {
        core = onboarding.call
        prepared = onboarding.request
    }

    /// Returns the request. Send it unchanged, and follow no redirect.
    public func request() -> HttpRequest { prepared }

    /// Returns findings to look at before you send the request.
    public func warnings() -> [Finding] { core.warnings() }

    /// Returns the operation that is called.
    public func operation() -> OperationName { core.operation() }

    /// Decodes the response (section 2.2).
    ///
    /// - Throws: ``BillwireError/rejected(details:)``, ``BillwireError/undetermined(details:)`` or
    ///   ``BillwireError/unreadable(details:)``, each with its next step.
    public func decode(status: Int, body: Data) throws -> OnboardingResponse {
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
