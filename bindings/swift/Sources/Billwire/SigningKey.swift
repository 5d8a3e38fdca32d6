import BillwireBindings

@_exported import struct BillwireBindings.Cause
@_exported import struct BillwireBindings.ExplainOptions
@_exported import struct BillwireBindings.Explanation
@_exported import struct BillwireBindings.Observed
@_exported import enum BillwireBindings.ObservedCode
@_exported import struct BillwireBindings.Part
@_exported import struct BillwireBindings.SignedFields

/// Signing key with precomputed HMAC state (section 5.3).
///
/// Use it if you write the body of a settlement yourself. It prints no secret.
public final class SigningKey: Sendable {
    private let core: BillwireBindings.SigningKey

    /// Prepares a key.
    ///
    /// - Throws: ``BillwireError/invalidConfig(details:)`` if the token is empty or has white space around it.
    public init(token: HashToken) throws(BillwireError) {
        core = try withBillwireErrors { try BillwireBindings.SigningKey(token: token.core) }
    }

    /// Returns the hash of six fields: 88 characters of Base64.
    ///
    /// - Parameters:
    ///   - fields: The signed fields.
    ///   - signingOffset: Zone of the date's digits. The default is UTC.
    /// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations.
    public func sign(fields: SignedFields, signingOffset: UTCOffset? = nil) throws(BillwireError) -> String {
        try withBillwireErrors { try core.sign(fields: fields, signingOffset: signingOffset) }
    }
}

extension SigningKey: CustomDebugStringConvertible {
    /// Name of the type without the key.
    public var debugDescription: String { core.debugDescription }
}

/// Splits the signing string of a bill into its parts, and names the mistakes that produce an observed hash.
///
/// The explanation does not contain the token.
///
/// - Parameters:
///   - fields: The signed fields (section 5.3).
///   - token: The key.
///   - options: The observed hash and anything else that you know about the other side.
/// - Throws: ``BillwireError/invalidRequest(details:)`` with all violations of the fields, or
///   ``BillwireError/invalidConfig(details:)`` for more than a thousand zones, separators or destinations.
public func explainSignature(
    fields: SignedFields, token: HashToken, options: ExplainOptions
) throws(BillwireError) -> Explanation {
    try withBillwireErrors {
        try BillwireBindings.explainSignature(fields: fields, token: token.core, options: options)
    }
}

/// Returns how many bills a signing string could stand for, if the merchant's codes have these shapes.
public func countParses(signingString: String, shapes: CodeShapes) -> Int64 {
    BillwireBindings.countParses(signingString: signingString, shapes: shapes)
}
