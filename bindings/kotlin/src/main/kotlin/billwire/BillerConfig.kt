package io.github.billwire

import io.github.billwire.ffi.BillerConfig as FfiBillerConfig

/** Settings of a [Biller]. */
public data class BillerConfig(
    /** Base address of the service (interface section 4): `https`, a plain host, and at most a path. */
    val baseUrl: String,
    /** Credential of onboarding and settlement (interface section 5.1). */
    val bearer: BearerToken? = null,
    /** Credential of verification (interface section 5.2). */
    val verificationToken: VerificationToken? = null,
    /** Key that signs settlements (interface section 5.3). */
    val hashToken: HashToken? = null,
    /** Allows `http` for localhost, 127.0.0.1 and `[::1]` only. */
    val allowLoopbackHttp: Boolean = false,
    /** Turns warnings into violations. */
    val strict: Boolean = false,
    /** Forms of the merchant's own codes. [strict] needs all three. */
    val codeShapes: CodeShapes? = null,
    /** Maximum number of lines in a bill, from 1 to 100,000. Default 10,000. */
    val maxLines: Long? = null,
    /** Settings for your provider. The default follows the interface exactly. */
    val profile: WireProfile? = null,
) {
    internal fun toFfi() =
        FfiBillerConfig(
            baseUrl = baseUrl.wellFormed(),
            bearer = bearer?.ffi,
            verificationToken = verificationToken?.ffi,
            hashToken = hashToken?.ffi,
            allowLoopbackHttp = allowLoopbackHttp,
            strict = strict,
            codeShapes = codeShapes?.wellFormed(),
            maxLines = maxLines,
            profile = profile?.wellFormed(),
        )
}
