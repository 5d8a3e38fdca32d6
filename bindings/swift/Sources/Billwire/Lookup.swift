import BillwireBindings
import Foundation

@_exported import enum BillwireBindings.LookupVerdict

extension Biller {
    /// Prepares the lookup of a bill whose settlement is in doubt, as the profile's ``WireProfile/settlementLookup`` says.
    ///
    /// - Throws: ``BillwireError/invalidConfig(details:)`` if the profile has no settlement lookup,
    ///   ``BillwireError/invalidRequest(details:)`` with all violations, or
    ///   ``BillwireError/missingCredential(details:)`` without a verification token.
    public func prepareSettlementLookup(bill: Settlement) throws -> Lookup {
        try withBillwireErrors { try Lookup(core.prepareSettlementLookup(bill: bill)) }
    }
}

/// Lookup of a settlement by verification (section 4.3): send its call, then decide by the response.
public final class Lookup: Sendable {
    private let core: BillwireBindings.Lookup

    init(_ core: BillwireBindings.Lookup) {
        self.core = core
    }

    /// Returns the verification to send.
    public func call() -> VerificationCall {
        VerificationCall(core.call())
    }

    /// Compares the response with the bill. It throws nothing: a response without success is
    /// ``LookupVerdict/unclear(nextStep:transaction:error:)``.
    public func decide(status: Int, body: Data) -> LookupVerdict {
        core.decide(status: status, body: body)
    }
}

extension Lookup: CustomDebugStringConvertible {
    /// The lookup without its secrets.
    public var debugDescription: String { core.debugDescription }
}
