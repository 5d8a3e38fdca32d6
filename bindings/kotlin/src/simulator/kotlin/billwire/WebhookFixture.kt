package io.github.billwire

import io.github.billwire.ffi.WebhookFixture as FfiWebhookFixture
import io.github.billwire.ffi.webhookFixtures as ffiWebhookFixtures

/** Webhook to test a receiver with. */
public data class WebhookFixture(
    /** Name, such as `direct_debit`. It is unique in each variant. */
    val name: String,
    /** Token that the receiver has to expect; null for the checkout variant, which shows none. */
    val token: WebhookToken?,
    /** Headers. */
    val headers: Map<String, List<String>>,
    /** Body. */
    val body: ByteArray,
    /** Code with which a receiver refuses the webhook; null if it takes it. It still has to be confirmed. */
    val error: Code?,
) {
    internal companion object {
        internal fun of(fixture: FfiWebhookFixture) =
            fixture.run { WebhookFixture(name, token?.let(::WebhookToken), headers, body, error) }
    }
}

/**
 * Returns webhooks of both variants: each payment type, a duplicate, other statuses, forged ones, wrong amounts,
 * unknown members, and bodies that no receiver may take.
 *
 * They report one transaction of 40,000 KHR for the bill `INV-1`; those of other payment types, for `INV-2` to `INV-4`.
 */
public fun webhookFixtures(): List<WebhookFixture> = native { ffiWebhookFixtures() }.map(WebhookFixture::of)
