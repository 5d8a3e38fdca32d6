package io.github.billwire

/**
 * Builder of a [BillerConfig], for Java: there, constructors have no named arguments.
 *
 * ```java
 * Biller biller = Billwire.biller(new BillerConfigBuilder("http://127.0.0.1:4010").allowLoopbackHttp(true).build());
 * ```
 */
public class BillerConfigBuilder(baseUrl: String) {
    private var config = BillerConfig(baseUrl)

    /** Sets the token of onboarding and settlement. */
    public fun bearer(value: BearerToken): BillerConfigBuilder = set { copy(bearer = value) }

    /** Sets the token of verification. */
    public fun verificationToken(value: VerificationToken): BillerConfigBuilder = set {
        copy(verificationToken = value)
    }

    /** Sets the key of the hash. */
    public fun hashToken(value: HashToken): BillerConfigBuilder = set { copy(hashToken = value) }

    /** Permits `http` to this machine, as a sandbox has it. */
    public fun allowLoopbackHttp(value: Boolean): BillerConfigBuilder = set { copy(allowLoopbackHttp = value) }

    /** Makes warnings violations. */
    public fun strict(value: Boolean): BillerConfigBuilder = set { copy(strict = value) }

    /** Sets the shapes of your codes. */
    public fun codeShapes(value: CodeShapes): BillerConfigBuilder = set { copy(codeShapes = value) }

    /** Sets the most lines of a bill. */
    public fun maxLines(value: Int): BillerConfigBuilder = set { copy(maxLines = value) }

    /** Sets what your provider does differently. */
    public fun profile(value: WireProfile): BillerConfigBuilder = set { copy(profile = value) }

    /** Returns the settings. `Billwire.biller` validates them. */
    public fun build(): BillerConfig = config

    private inline fun set(change: BillerConfig.() -> BillerConfig): BillerConfigBuilder {
        config = config.change()
        return this
    }
}
