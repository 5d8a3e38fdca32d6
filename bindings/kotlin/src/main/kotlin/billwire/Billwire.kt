// Functions in place of uniffi's `…Unchecked`. Kotlin calls them as extensions, Java as static methods of `Billwire`.
//
// They throw BillwireException with the field's path for a lone surrogate, and IllegalStateException for a closed
// argument: uniffi's throw a MalformedInputException, and read freed memory.
@file:JvmName("Billwire")

package io.github.billwire

import java.nio.charset.MalformedInputException

/** Validates the settings. Throws [BillwireException.InvalidConfig] with all violations. */
@JvmName("biller") @Throws(BillwireException::class)
public fun Biller(config: BillerConfig): Biller {
    val (bearer, token, key) = Triple(config.bearer, config.verificationToken, config.hashToken)
    checkOpen(bearer?.uniffiIsDestroyed, token?.uniffiIsDestroyed, key?.uniffiIsDestroyed)
    return wellFormed(null, config) { Biller.createUnchecked(config) }
}

/** Creates a biller with the usual settings, for Java: there, constructors have no default arguments. */
@JvmName("biller") @JvmOverloads @Throws(BillwireException::class)
public fun Biller(
    baseUrl: String,
    bearer: BearerToken?,
    verificationToken: VerificationToken?,
    hashToken: HashToken?,
    profile: WireProfile? = null,
): Biller = Biller(BillerConfig(baseUrl, bearer, verificationToken, hashToken, profile = profile))

/** Returns the same biller with another bearer token. Both share the prepared key. */
@Throws(BillwireException::class)
public fun Biller.withBearer(bearer: BearerToken): Biller {
    checkOpen(uniffiIsDestroyed, bearer.uniffiIsDestroyed)
    return withBearerUnchecked(bearer)
}

/** Prepares the key. Throws [BillwireException.InvalidConfig] if the token is empty or has white space around it. */
@JvmName("signingKey") @Throws(BillwireException::class)
public fun SigningKey(token: HashToken): SigningKey {
    checkOpen(token.uniffiIsDestroyed)
    return SigningKey.createUnchecked(token)
}

/** Takes the signature of a bill apart, and names the mistakes that produce an observed hash. */
@JvmOverloads @Throws(BillwireException::class)
public fun explainSignature(
    fields: SignedFields, token: HashToken, options: ExplainOptions = ExplainOptions()
): Explanation {
    checkOpen(token.uniffiIsDestroyed)
    return explainSignatureUnchecked(fields, token, options)
}

/** Creates a receiver of the merchant-proxy variant, whose webhooks show one of [tokens]. */
@JvmOverloads @Throws(BillwireException::class)
public fun merchantProxyReceiver(tokens: List<WebhookToken>, limits: WebhookLimits? = null): WebhookReceiver {
    tokens.forEach { checkOpen(it.uniffiIsDestroyed) }
    return WebhookReceiver.merchantProxyUnchecked(tokens, limits)
}

/** Creates a receiver of the checkout variant, which shows no authentication: anybody can send its webhooks. */
@JvmOverloads @Throws(BillwireException::class)
public fun checkoutReceiver(limits: WebhookLimits? = null): WebhookReceiver = WebhookReceiver.checkout(limits)

/** Prepares the call that registers a sub biller. Throws [BillwireException.InvalidRequest] with all violations. */
@Throws(BillwireException::class)
public fun Biller.prepareOnboarding(subBiller: Onboarding): OnboardingCall =
    with(OperationName.ONBOARDING, subBiller) { prepareOnboardingUnchecked(subBiller) }

/** Prepares the call from a request in JSON, with the names of the interface. An unknown field is a violation. */
@Throws(BillwireException::class)
public fun Biller.prepareOnboardingJson(json: String): OnboardingCall =
    with(OperationName.ONBOARDING, json) { prepareOnboardingJsonUnchecked(json) }

/** Prepares the call that settles a bill. Throws [BillwireException.InvalidRequest] with all violations. */
@Throws(BillwireException::class)
public fun Biller.prepareSettlement(bill: Settlement): SettlementCall =
    with(OperationName.SETTLEMENT, bill) { prepareSettlementUnchecked(bill) }

/** Prepares the call from a bill in JSON, with the names of the interface. An unknown field is a violation. */
@Throws(BillwireException::class)
public fun Biller.prepareSettlementJson(json: String): SettlementCall =
    with(OperationName.SETTLEMENT, json) { prepareSettlementJsonUnchecked(json) }

/** Prepares the call that asks for a transaction. Throws [BillwireException.InvalidRequest] with all violations. */
@Throws(BillwireException::class)
public fun Biller.prepareVerification(search: Verification): VerificationCall =
    with(OperationName.VERIFICATION, search) { prepareVerificationUnchecked(search) }

/** Prepares the call from a request in JSON, with the names of the interface. An unknown field is a violation. */
@Throws(BillwireException::class)
public fun Biller.prepareVerificationJson(json: String): VerificationCall =
    with(OperationName.VERIFICATION, json) { prepareVerificationJsonUnchecked(json) }

/** Prepares a call of an operation without a shape (section 4.5). */
@Throws(BillwireException::class)
public fun Biller.prepareOperation(operation: OperationName, request: UntypedRequest): UntypedCall =
    with(operation, request) { prepareOperationUnchecked(operation, request) }

/** Prepares the lookup that finds out whether a bill is settled. The profile says how a settlement is found. */
@Throws(BillwireException::class)
public fun Biller.prepareSettlementLookup(bill: Settlement): Lookup =
    with(OperationName.SETTLEMENT, bill) { prepareSettlementLookupUnchecked(bill) }

/** Prepares the verification that confirms the event against what was billed. */
@Throws(BillwireException::class)
public fun WebhookEvent.confirm(biller: Biller, expectation: Expectation): Confirmation =
    biller.with(OperationName.VERIFICATION, expectation) { confirmUnchecked(biller, expectation) }

/**
 * Checks the sender, then reads the body. Pass the raw body: do not parse it first. Of a body above the receiver's
 * limit, only the first bytes are copied.
 *
 * Throws [BillwireException.Unauthenticated] or [BillwireException.InvalidWebhook], each with the response to give.
 */
@Throws(BillwireException::class)
public fun WebhookReceiver.receive(headers: Map<String, List<String>>, body: ByteArray): WebhookEvent {
    // To ask for the limit takes longer than to copy a small body.
    val read = if (body.size > SMALL && body.size > maxBytes()) body.copyOf(maxBytes() + 1) else body
    return try {
        receiveUnchecked(headers, read)
    } catch (_: MalformedInputException) {
        receiveUnchecked(headers.entries.associate { (name, values) -> mended(name) to values.map(::mended) }, read)
    }
}

/** Starts to settle a bill of which no record is stored. */
@JvmOverloads @Throws(BillwireException::class)
public fun Biller.startFlow(
    bill: Settlement, policy: SettlementPolicy? = null, now: Instant = Instant.now()
): SettlementFlow =
    with(OperationName.SETTLEMENT, bill) { SettlementFlow.startUnchecked(this, bill, now, policy) }

/** Goes on from the stored record of a bill, for example after a crash. */
@JvmOverloads @Throws(BillwireException::class)
public fun Biller.resumeFlow(bill: Settlement, record: String, policy: SettlementPolicy? = null): SettlementFlow =
    with(OperationName.SETTLEMENT, bill) { SettlementFlow.resumeUnchecked(this, bill, record, policy) }

/** Starts anew from the stored record of a refused bill, which may be corrected. */
@JvmOverloads @Throws(BillwireException::class)
public fun Biller.reopenFlow(
    bill: Settlement,
    record: String,
    policy: SettlementPolicy? = null,
    now: Instant = Instant.now(),
): SettlementFlow =
    with(OperationName.SETTLEMENT, bill) { SettlementFlow.reopenUnchecked(this, bill, record, now, policy) }

/** Starts to credit a bill by a webhook. [transactions] are all that your books have of it. */
@JvmOverloads @Throws(BillwireException::class)
public fun Biller.creditFlow(
    event: WebhookEvent,
    bill: Expectation,
    transactions: List<BookedTransaction>,
    policy: CreditPolicy? = null,
    now: Instant = Instant.now(),
): CreditFlow {
    checkOpen(event.uniffiIsDestroyed)
    return with(OperationName.VERIFICATION, CreditInput(bill, transactions)) {
        CreditFlow.ofEventUnchecked(this, event, bill, transactions, now, policy)
    }
}

/** Asks about a bill without a webhook. [transactions] are all that your books have of it. */
@JvmOverloads @Throws(BillwireException::class)
public fun Biller.creditFlow(
    bill: Expectation,
    transactions: List<BookedTransaction>,
    policy: CreditPolicy? = null,
): CreditFlow =
    with(OperationName.VERIFICATION, CreditInput(bill, transactions)) {
        CreditFlow.ofBillUnchecked(this, bill, transactions, policy)
    }

/** Asks about a transaction of your books, which may have been reversed. [transactions] are the others of its bill. */
@JvmOverloads @Throws(BillwireException::class)
public fun Biller.creditFlow(
    bill: Expectation,
    transaction: BookedTransaction,
    transactions: List<BookedTransaction>,
    policy: CreditPolicy? = null,
): CreditFlow =
    with(OperationName.VERIFICATION, CreditInput(bill, transactions + transaction)) {
        CreditFlow.ofPaymentUnchecked(this, bill, transaction, transactions, policy)
    }

/** Starts with a webhook about a bill that the books do not have. Nothing is verified. */
@JvmOverloads @Throws(BillwireException::class)
public fun Biller.creditFlow(
    event: WebhookEvent, policy: CreditPolicy? = null, now: Instant = Instant.now()
): CreditFlow {
    checkOpen(event.uniffiIsDestroyed)
    return with(OperationName.VERIFICATION, event) { CreditFlow.ofUnknownBillUnchecked(this, event, now, policy) }
}

/** Validates an onboarding without credentials, and returns all findings at once. */
@JvmOverloads @Throws(BillwireException::class)
public fun validate(draft: Onboarding, settings: DraftSettings? = null): Validation =
    validated(draft) { validateOnboardingUnchecked(draft, settings) }

/** Validates a bill without credentials, and returns all findings at once. */
@JvmOverloads @Throws(BillwireException::class)
public fun validate(draft: Settlement, settings: DraftSettings? = null): Validation =
    validated(draft) { validateSettlementUnchecked(draft, settings) }

/** Validates a verification without credentials, and returns all findings at once. */
@JvmOverloads @Throws(BillwireException::class)
public fun validate(draft: Verification, settings: DraftSettings? = null): Validation =
    validated(draft) { validateVerificationUnchecked(draft, settings) }

/** Whether the draft may be sent. */
public val Validation.isValid: Boolean
    get() = violations.listed.isEmpty()

/** Returns a valid onboarding as JSON text. */
@JvmOverloads @Throws(BillwireException::class)
public fun draftToJson(draft: Onboarding, settings: DraftSettings? = null): String =
    wellFormed(OperationName.ONBOARDING, draft) { onboardingToJsonUnchecked(draft, settings) }

/** Returns a valid bill as JSON text, such as an app sends to its server. */
@JvmOverloads @Throws(BillwireException::class)
public fun draftToJson(draft: Settlement, settings: DraftSettings? = null): String =
    wellFormed(OperationName.SETTLEMENT, draft) { settlementToJsonUnchecked(draft, settings) }

/** Returns a valid verification as JSON text. */
@JvmOverloads @Throws(BillwireException::class)
public fun draftToJson(draft: Verification, settings: DraftSettings? = null): String =
    wellFormed(OperationName.VERIFICATION, draft) { verificationToJsonUnchecked(draft, settings) }

private const val SMALL = 65_536

/** What a credit flow starts from, for the paths of its faults. */
@Suppress("unused") // by reflection
private class CreditInput(val bill: Expectation, val transactions: List<BookedTransaction>)

private fun checkOpen(vararg isClosed: Boolean?) = check(true !in isClosed) { "the object is closed" }

private inline fun <T> Biller.with(operation: OperationName, input: Any, call: () -> T): T {
    checkOpen(uniffiIsDestroyed)
    return wellFormed(operation, input, call)
}

private inline fun validated(draft: Any, validate: () -> Validation): Validation =
    try {
        validate()
    } catch (_: MalformedInputException) {
        Validation(loneSurrogates(draft), emptyList())
    }

/** Returns a text with `?` in place of each lone surrogate: no header has one. */
private fun mended(text: String) = String(text.toByteArray(Charsets.UTF_8), Charsets.UTF_8)
