// Generated from bindings/src and the operations of core by `cargo xtask generate`. Do not edit.
package io.github.billwire

import io.github.billwire.ffi.Biller as FfiBiller

/** Prepares requests, and decodes answers. It sends nothing itself and prints no secret. Threads may share it. */
public class Biller private constructor(private val raw: FfiBiller) : AutoCloseable {
    internal val ffi: FfiBiller
        get() = raw.also { checkOpen(it.uniffiIsDestroyed) }

    /**
     * Validates the settings.
     *
     * @throws BillwireException.InvalidConfig with all violations
     */
    public constructor(config: BillerConfig) : this(native { FfiBiller(config.lower()) })

    /**
     * Prepares the call that registers a sub biller (interface section 4.1).
     *
     * @throws BillwireException.InvalidRequest with all violations
     * @throws BillwireException.MissingCredential without a credential that the operation needs
     */
    public fun prepareOnboarding(request: Onboarding): OnboardingCall =
        OnboardingCall(native { ffi.prepareOnboarding(request.lower()) })

    /**
     * Prepares the same call from the text of a JSON object, with the names of interface section 2.1.
     *
     * @throws BillwireException.InvalidRequest with all violations, wrong types and unknown keys included
     * @throws BillwireException.MissingCredential without a credential that the operation needs
     */
    public fun prepareOnboardingJson(json: String): OnboardingCall =
        OnboardingCall(native { ffi.prepareOnboardingJson(json.wellFormed()) })

    /**
     * Prepares the call that pushes a signed bill and settles it (interface section 4.2).
     *
     * @throws BillwireException.InvalidRequest with all violations
     * @throws BillwireException.MissingCredential without a credential that the operation needs
     */
    public fun prepareSettlement(bill: Settlement): SettlementCall =
        SettlementCall(native { ffi.prepareSettlement(bill.lower()) })

    /**
     * Prepares the same call from the text of a JSON object, with the names of interface section 2.3.
     *
     * @throws BillwireException.InvalidRequest with all violations, wrong types and unknown keys included
     * @throws BillwireException.MissingCredential without a credential that the operation needs
     */
    public fun prepareSettlementJson(json: String): SettlementCall =
        SettlementCall(native { ffi.prepareSettlementJson(json.wellFormed()) })

    /**
     * Prepares the call that asks for the status of a transaction (interface section 4.3).
     *
     * @throws BillwireException.InvalidRequest with all violations
     * @throws BillwireException.MissingCredential without a credential that the operation needs
     */
    public fun prepareVerification(request: Verification): VerificationCall =
        VerificationCall(native { ffi.prepareVerification(request.lower()) })

    /**
     * Prepares the same call from the text of a JSON object, with the names of interface section 2.5.
     *
     * @throws BillwireException.InvalidRequest with all violations, wrong types and unknown keys included
     * @throws BillwireException.MissingCredential without a credential that the operation needs
     */
    public fun prepareVerificationJson(json: String): VerificationCall =
        VerificationCall(native { ffi.prepareVerificationJson(json.wellFormed()) })

    /**
     * Returns the same biller with another bearer token. Both share the prepared key.
     *
     * @throws BillwireException.InvalidConfig if no header can hold the token
     */
    public fun withBearer(bearer: BearerToken): Biller = Biller(native { ffi.withBearer(bearer.ffi) })

    /** Returns the error for a request of an operation that brought no answer. Read its next step. */
    public fun noAnswer(operation: OperationName, sent: Sent): BillwireException =
        native { ffi.noAnswer(operation.lower(), sent.lower()) }.lift()

    /**
     * Prepares the lookup that finds out whether a bill is settled. The profile says how a settlement is found.
     *
     * @throws BillwireException.InvalidConfig if the profile sets no settlement lookup
     * @throws BillwireException.InvalidRequest with all violations of the bill
     * @throws BillwireException.MissingCredential without the token that verification sends
     */
    public fun prepareSettlementLookup(bill: Settlement): Lookup =
        Lookup(native { ffi.prepareSettlementLookup(bill.lower()) })

    /**
     * Prepares a call of one of the operations that the interface names without a shape (interface section 4.5).
     *
     * @throws BillwireException.InvalidRequest with all violations
     * @throws BillwireException.MissingCredential without the credential that the request selects
     */
    public fun prepareOperation(operation: OperationName, request: UntypedRequest): UntypedCall =
        UntypedCall(native { ffi.prepareOperation(operation.lower(), request.lower()) })

    /**
     * Decodes an answer of Onboarding whose call is not at hand.
     *
     * @throws BillwireException.Rejected if the service refused
     * @throws BillwireException.Undetermined if the outcome is unknown
     * @throws BillwireException.Unreadable if the body does not have the response's shape
     */
    public fun decodeOnboarding(status: Int, body: ByteArray): OnboardingResponse =
        native { body.lend { ffi.decodeOnboarding(status, it) } }.lift()

    /**
     * Decodes an answer of Settle Payment whose call is not at hand.
     *
     * @throws BillwireException.Rejected if the service refused
     * @throws BillwireException.Undetermined if the outcome is unknown
     * @throws BillwireException.Unreadable if the body does not have the response's shape
     */
    public fun decodeSettlement(status: Int, body: ByteArray): SettlementOutcome =
        native { body.lend { ffi.decodeSettlement(status, it) } }.lift()

    /**
     * Decodes an answer of Transaction Verification whose call is not at hand.
     *
     * @throws BillwireException.Rejected if the service refused
     * @throws BillwireException.Undetermined if the outcome is unknown
     * @throws BillwireException.Unreadable if the body does not have the response's shape
     */
    public fun decodeVerification(status: Int, body: ByteArray): VerificationResponse =
        native { body.lend { ffi.decodeVerification(status, it) } }.lift()

    /** Releases the native memory. The biller cannot be used afterwards, but its calls can. */
    override fun close(): Unit = raw.close()

    override fun toString(): String = if (raw.uniffiIsDestroyed) closed("Biller") else raw.toString()
}
