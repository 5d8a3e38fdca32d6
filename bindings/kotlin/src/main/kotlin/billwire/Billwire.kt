// Functions with default arguments, for Java too, and overloads.
// Java calls them as static methods of `Billwire`.
@file:JvmName("Billwire")

package io.github.billwire

import java.time.Instant

/** Validates the settings. Throws [BillwireException.InvalidConfig] with all violations. */
@JvmName("biller")
@Throws(BillwireException::class)
public fun Biller(config: BillerConfig): Biller = Biller.create(config)

/** Creates a biller with the usual settings, for Java: there, constructors have no default arguments. */
@JvmName("biller")
@JvmOverloads
@Throws(BillwireException::class)
public fun Biller(
    baseUrl: String,
    bearer: BearerToken?,
    verificationToken: VerificationToken?,
    hashToken: HashToken?,
    profile: WireProfile? = null,
): Biller = Biller(BillerConfig(baseUrl, bearer, verificationToken, hashToken, profile = profile))

/** Prepares the key. Throws [BillwireException.InvalidConfig] if the token is empty or has white space around it. */
@JvmName("signingKey")
@Throws(BillwireException::class)
public fun SigningKey(token: HashToken): SigningKey = SigningKey.create(token)

/** Creates a receiver of the merchant-proxy variant, whose webhooks show one of [tokens]. */
@JvmOverloads
@Throws(BillwireException::class)
public fun merchantProxyReceiver(tokens: List<WebhookToken>, limits: WebhookLimits? = null): WebhookReceiver =
    WebhookReceiver.merchantProxy(tokens, limits)

/** Creates a receiver of the checkout variant, which shows no authentication: anybody can send its webhooks. */
@JvmOverloads
@Throws(BillwireException::class)
public fun checkoutReceiver(limits: WebhookLimits? = null): WebhookReceiver = WebhookReceiver.checkout(limits)

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
        receiveCopied(headers, read)
    } catch (_: BillwireException.InvalidConfig) { // of a text with half a surrogate pair
        receiveCopied(headers.entries.associate { (name, values) -> mended(name) to values.map(::mended) }, read)
    }
}

/** Makes a flow of a bill. It loads the stored record first, and starts or goes on. */
@JvmOverloads
@Throws(BillwireException::class)
public fun Biller.settlementFlow(
    bill: Settlement,
    policy: SettlementPolicy? = null,
    mode: SettlementMode? = null,
): SettlementFlow = SettlementFlow(this, bill, policy, mode)

/** Starts to credit a bill by a webhook. [transactions] are all that your books have of it. */
@JvmOverloads
@Throws(BillwireException::class)
public fun Biller.creditFlow(
    event: WebhookEvent,
    bill: Expectation,
    transactions: List<BookedTransaction>,
    policy: CreditPolicy? = null,
    now: Instant = Instant.now(),
): CreditFlow = CreditFlow.ofEvent(this, event, bill, transactions, now, policy)

/** Asks about a bill without a webhook. [transactions] are all that your books have of it. */
@JvmOverloads
@Throws(BillwireException::class)
public fun Biller.creditFlow(
    bill: Expectation,
    transactions: List<BookedTransaction>,
    policy: CreditPolicy? = null,
): CreditFlow = CreditFlow.ofBill(this, bill, transactions, policy)

/** Asks about a transaction of your books, which may have been reversed. [transactions] are the others of its bill. */
@JvmOverloads
@Throws(BillwireException::class)
public fun Biller.creditFlow(
    bill: Expectation,
    transaction: BookedTransaction,
    transactions: List<BookedTransaction>,
    policy: CreditPolicy? = null,
): CreditFlow = CreditFlow.ofPayment(this, bill, transaction, transactions, policy)

/** Starts with a webhook about a bill that the books do not have. Nothing is verified. */
@JvmOverloads
@Throws(BillwireException::class)
public fun Biller.creditFlow(
    event: WebhookEvent,
    policy: CreditPolicy? = null,
    now: Instant = Instant.now(),
): CreditFlow = CreditFlow.ofUnknownBill(this, event, now, policy)

/** Validates an onboarding without credentials, and returns all findings at once. */
@JvmOverloads
@Throws(BillwireException::class)
public fun validate(draft: Onboarding, settings: DraftSettings? = null): Validation = validated {
    validateOnboarding(draft, settings)
}

/** Validates a bill without credentials, and returns all findings at once. */
@JvmOverloads
@Throws(BillwireException::class)
public fun validate(draft: Settlement, settings: DraftSettings? = null): Validation = validated {
    validateSettlement(draft, settings)
}

/** Validates a verification without credentials, and returns all findings at once. */
@JvmOverloads
@Throws(BillwireException::class)
public fun validate(draft: Verification, settings: DraftSettings? = null): Validation = validated {
    validateVerification(draft, settings)
}

/** Whether the draft may be sent. */
public val Validation.isValid: Boolean
    get() = violations.listed.isEmpty()

/** Returns a valid onboarding as JSON text. */
@JvmOverloads
@Throws(BillwireException::class)
public fun draftToJson(draft: Onboarding, settings: DraftSettings? = null): String = onboardingToJson(draft, settings)

/** Returns a valid bill as JSON text, such as an app sends to its server. */
@JvmOverloads
@Throws(BillwireException::class)
public fun draftToJson(draft: Settlement, settings: DraftSettings? = null): String = settlementToJson(draft, settings)

/** Returns a valid verification as JSON text. */
@JvmOverloads
@Throws(BillwireException::class)
public fun draftToJson(draft: Verification, settings: DraftSettings? = null): String =
    verificationToJson(draft, settings)

private const val SMALL = 65_536

private inline fun validated(validate: () -> Validation): Validation =
    try {
        validate()
    } catch (error: BillwireException.InvalidRequest) {
        Validation(error.violations, emptyList()) // of a text with half a surrogate pair
    }
