import BillwireBindings

/// Bearer token of onboarding and settlement (section 5.1), without the word `Bearer`.
///
/// It never prints. billwire erases its own copy when the token is released.
public final class BearerToken: Sendable, CustomDebugStringConvertible {
    let core: BillwireBindings.BearerToken

    /// Takes a secret. ``Biller`` checks it.
    public init(secret: String) {
        core = BillwireBindings.BearerToken(secret: secret)
    }

    /// Name of the type without the secret.
    public var debugDescription: String { core.debugDescription }
}

/// Access token of verification (section 5.2).
///
/// It never prints. billwire erases its own copy when the token is released.
public final class VerificationToken: Sendable, CustomDebugStringConvertible {
    let core: BillwireBindings.VerificationToken

    /// Takes a secret. ``Biller`` checks it.
    public init(secret: String) {
        core = BillwireBindings.VerificationToken(secret: secret)
    }

    /// Name of the type without the secret.
    public var debugDescription: String { core.debugDescription }
}

/// Key of the request signature (section 5.3). Its UTF-8 bytes are the key.
///
/// It never prints. billwire erases its own copy when the token is released.
public final class HashToken: Sendable, CustomDebugStringConvertible {
    let core: BillwireBindings.HashToken

    /// Takes a secret. ``Biller`` and ``SigningKey`` check it.
    public init(secret: String) {
        core = BillwireBindings.HashToken(secret: secret)
    }

    /// Name of the type without the secret.
    public var debugDescription: String { core.debugDescription }
}

/// Token by which a webhook identifies its sender (section 5.4).
///
/// It never prints. billwire erases its own copy when the token is released.
public final class WebhookToken: Sendable, CustomDebugStringConvertible {
    let core: BillwireBindings.WebhookToken

    /// Takes a secret. ``WebhookReceiver`` checks it.
    public init(secret: String) {
        core = BillwireBindings.WebhookToken(secret: secret)
    }

    init(_ core: BillwireBindings.WebhookToken) {
        self.core = core
    }

    /// Name of the type without the secret.
    public var debugDescription: String { core.debugDescription }
}
