import BillwireBindings

@_exported import struct BillwireBindings.CodeShape
@_exported import struct BillwireBindings.CodeShapes

/// Settings of a ``Biller``.
public struct BillerConfig: Sendable {
    /// Base address of the service (section 4): `https`, a plain host, at most a path.
    public var baseUrl: String
    /// Token of onboarding and settlement (section 5.1).
    public var bearer: BearerToken?
    /// Token of verification (section 5.2).
    public var verificationToken: VerificationToken?
    /// Key that signs settlements (section 5.3).
    public var hashToken: HashToken?
    /// Allows `http` to localhost, 127.0.0.1 and `[::1]`.
    public var allowLoopbackHttp: Bool
    /// Turns warnings into violations.
    public var strict: Bool
    /// Shapes of the merchant's own codes. `strict` needs all three.
    public var codeShapes: CodeShapes?
    /// Largest number of lines in a bill, from 1 to 100,000. The default is 10,000.
    public var maxLines: Int?
    /// Deviations of your deployment from the interface. The default is none.
    public var profile: WireProfile?

    /// Creates settings. Only the base address is required; a call whose credential is missing cannot be prepared.
    public init(
        baseUrl: String,
        bearer: BearerToken? = nil,
        verificationToken: VerificationToken? = nil,
        hashToken: HashToken? = nil,
        allowLoopbackHttp: Bool = false,
        strict: Bool = false,
        codeShapes: CodeShapes? = nil,
        maxLines: Int? = nil,
        profile: WireProfile? = nil
    ) {
        self.baseUrl = baseUrl
        self.bearer = bearer
        self.verificationToken = verificationToken
        self.hashToken = hashToken
        self.allowLoopbackHttp = allowLoopbackHttp
        self.strict = strict
        self.codeShapes = codeShapes
        self.maxLines = maxLines
        self.profile = profile
    }
}

extension BillwireBindings.BillerConfig {
    init(_ config: BillerConfig) {
        self.init(
            baseUrl: config.baseUrl,
            bearer: config.bearer?.core,
            verificationToken: config.verificationToken?.core,
            hashToken: config.hashToken?.core,
            allowLoopbackHttp: config.allowLoopbackHttp,
            strict: config.strict,
            codeShapes: config.codeShapes,
            maxLines: config.maxLines,
            profile: config.profile)
    }
}
