import BillwireBindings
import Foundation

@_exported import enum BillwireBindings.LookupVerdict

/// Lookup of a settlement by verification (section 4.3): send its call, then decide by the response.
public final class Lookup: Sendable {
    private let core: BillwireBindings.Lookup

    init(_ core: BillwireBindings.Lookup) {
        self.core = core
    }

    /// The verification to send.
    public var call: VerificationCall {
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
