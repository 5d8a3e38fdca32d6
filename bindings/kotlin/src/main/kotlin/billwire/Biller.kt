package billwire

import billwire.ffi.Biller as FfiBiller
import billwire.ffi.BillerConfig as FfiBillerConfig

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

/**
 * Prepares calls, and decodes answers whose call is not at hand.
 *
 * It performs no I/O and prints no secret. Any number of threads may use it.
 */
public class Biller private constructor(internal val ffi: FfiBiller) : AutoCloseable {
    /**
     * Validates the settings.
     *
     * @throws BillwireException.InvalidConfig with all violations
     */
    public constructor(config: BillerConfig) : this(native { FfiBiller(config.toFfi()) })

    /**
     * Returns this biller with another bearer token. Both share the prepared key.
     *
     * @throws BillwireException.InvalidConfig if no header can hold the token
     */
    public fun withBearer(bearer: BearerToken): Biller = Biller(native { ffi.withBearer(bearer.ffi) })

    /**
     * Prepares the registration of a sub biller (interface section 4.1).
     *
     * @throws BillwireException.InvalidRequest with all violations
     * @throws BillwireException.MissingCredential without a bearer token
     */
    public fun prepareOnboarding(request: Onboarding): OnboardingCall =
        OnboardingCall(native { ffi.prepareOnboarding(request.wellFormed()) })

    /**
     * Prepares and signs the settlement of a bill (interface section 4.2).
     *
     * @throws BillwireException.InvalidRequest with all violations
     * @throws BillwireException.MissingCredential without a bearer token or a hash token
     */
    public fun prepareSettlement(bill: Settlement): SettlementCall =
        SettlementCall(native { ffi.prepareSettlement(bill.wellFormed()) })

    /**
     * Prepares the verification of a transaction (interface section 4.3).
     *
     * @throws BillwireException.InvalidRequest with all violations
     * @throws BillwireException.MissingCredential without the token that verification sends
     */
    public fun prepareVerification(request: Verification): VerificationCall =
        VerificationCall(native { ffi.prepareVerification(request.wellFormed()) })

    /**
     * Prepares the registration of a sub biller from a JSON object with the names of interface section 2.1.
     *
     * @throws BillwireException.InvalidRequest with all violations, wrong types and unknown keys included
     * @throws BillwireException.MissingCredential without a bearer token
     */
    public fun prepareOnboardingJson(json: String): OnboardingCall =
        OnboardingCall(native { ffi.prepareOnboardingJson(json.wellFormed()) })

    /**
     * Prepares and signs the settlement of a bill from a JSON object with the names of interface section 2.3.
     *
     * @throws BillwireException.InvalidRequest with all violations, wrong types and unknown keys included
     * @throws BillwireException.MissingCredential without a bearer token or a hash token
     */
    public fun prepareSettlementJson(json: String): SettlementCall =
        SettlementCall(native { ffi.prepareSettlementJson(json.wellFormed()) })

    /**
     * Prepares the verification of a transaction from a JSON object with the names of interface section 2.5.
     *
     * @throws BillwireException.InvalidRequest with all violations, wrong types and unknown keys included
     * @throws BillwireException.MissingCredential without the token that verification sends
     */
    public fun prepareVerificationJson(json: String): VerificationCall =
        VerificationCall(native { ffi.prepareVerificationJson(json.wellFormed()) })

    /**
     * Prepares the lookup that finds out whether a bill is settled. The profile says how a settlement is found.
     *
     * @throws BillwireException.InvalidConfig if the profile sets no settlement lookup
     * @throws BillwireException.InvalidRequest with all violations of the bill
     * @throws BillwireException.MissingCredential without the token that verification sends
     */
    public fun prepareSettlementLookup(bill: Settlement): Lookup =
        Lookup(native { ffi.prepareSettlementLookup(bill.wellFormed()) })

    /**
     * Prepares a call of one of the eleven operations without a shape (interface section 4.5).
     *
     * @throws BillwireException.InvalidRequest with all violations
     * @throws BillwireException.MissingCredential without the credential that the request selects
     */
    public fun prepareOperation(operation: OperationName, request: UntypedRequest): UntypedCall =
        UntypedCall(native { ffi.prepareOperation(operation, request.wellFormed()) })

    /** Decodes the answer to an onboarding whose call is not at hand, as [OnboardingCall.decode] does. */
    public fun decodeOnboarding(status: Int, body: ByteArray): OnboardingResponse = native {
        body.lend { ffi.decodeOnboarding(status, it) }
    }

    /** Decodes the answer to a settlement whose call is not at hand, as [SettlementCall.decode] does. */
    public fun decodeSettlement(status: Int, body: ByteArray): SettlementOutcome =
        SettlementOutcome.of(native { body.lend { ffi.decodeSettlement(status, it) } })

    /** Decodes the answer to a verification whose call is not at hand, as [VerificationCall.decode] does. */
    public fun decodeVerification(status: Int, body: ByteArray): VerificationResponse =
        VerificationResponse.of(native { body.lend { ffi.decodeVerification(status, it) } })

    /** Returns the error for a request of an operation that brought no answer. Read its next step. */
    public fun noAnswer(operation: OperationName, sent: Sent): BillwireException =
        BillwireException.of(native { ffi.noAnswer(operation, sent) })

    /** Releases the native memory. The biller cannot be used afterwards, but its calls can. */
    override fun close(): Unit = ffi.close()

    override fun toString(): String = ffi.toString()
}
