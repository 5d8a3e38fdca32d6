import BillwireBindings
import Foundation

/// Prepares requests and decodes their responses.
///
/// A biller does no I/O: your program sends each request and passes the response to the call that belongs to it. It
/// prints no secret. One biller serves any number of threads.
///
/// The preparing and decoding functions of each operation stand with its call: ``OnboardingCall``, ``SettlementCall``,
/// ``VerificationCall`` and ``UntypedCall``.
public final class Biller: Sendable {
    let core: BillwireBindings.Biller

    init(_ core: BillwireBindings.Biller) {
        self.core = core
    }

    /// Creates a biller from settings.
    ///
    /// - Throws: ``BillwireError/invalidConfig(details:)`` with every setting that is wrong.
    public init(config: BillerConfig) throws {
        core = try withBillwireErrors { try BillwireBindings.Biller(config: .init(config)) }
    }

    /// Returns the same biller with another bearer token (section 5.1). Both share the signing key.
    ///
    /// - Throws: ``BillwireError/invalidConfig(details:)`` if the token cannot stand in a header.
    public func withBearer(bearer: BearerToken) throws -> Biller {
        try withBillwireErrors { try Biller(core.withBearer(bearer: bearer.core)) }
    }

    /// Returns the error for a request that brought no response, if its call is out of reach.
    ///
    /// - Parameters:
    ///   - operation: The operation that was called.
    ///   - sent: Whether the request may have reached the service.
    public func noAnswer(operation: OperationName, sent: Sent) -> BillwireError {
        BillwireError(core.noAnswer(operation: operation, sent: sent))
    }
}

extension Biller: CustomDebugStringConvertible {
    /// Settings of the biller without its secrets.
    public var debugDescription: String { core.debugDescription }
}
