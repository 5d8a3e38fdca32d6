package io.github.billwire

import io.github.billwire.ffi.ReceivedEvent
import io.github.billwire.ffi.WebhookEvent as FfiWebhookEvent

/** Webhook whose body could be read. It proves nothing by itself: [confirm] it. */
public class WebhookEvent internal constructor(received: ReceivedEvent) : AutoCloseable {
    private val raw: FfiWebhookEvent = received.event

    // Serializers that read fields must not find the payload.
    @Transient private val payload: WebhookPayload = received.payload.lift()

    internal val ffi
        get() = raw.also { checkOpen(it.uniffiIsDestroyed) }

    /** Returns the body. */
    public fun payload(): WebhookPayload = payload

    /** Returns whether the sender showed a token. The token does not prove that the body is unchanged. */
    public fun authentication(): WebhookAuthentication = native { ffi.authentication() }.lift()

    /** Returns the values that could not be read and are kept in `extra`, at most a hundred. */
    public fun warnings(): List<Finding> = native { ffi.warnings() }.map { it.lift() }

    /**
     * Returns a key that deliveries of the same event share, or null if the body identifies nothing.
     *
     * Use it to skip repeated work. Only [Confirmed.claimKey] protects against crediting twice.
     */
    public fun dedupKey(): String? = native { ffi.dedupKey() }

    /** Returns a digest of the money that the event reports. Store it with [dedupKey]. */
    public fun fingerprint(): String = native { ffi.fingerprint() }

    /** Compares this delivery with the fingerprint stored under its [dedupKey]; null if nothing is stored. */
    public fun compare(storedFingerprint: String?): DeliveryVerdict =
        native { ffi.compare(storedFingerprint?.wellFormed()) }.lift()

    /** Returns the response that acknowledges the webhook (interface section 2.8). */
    public fun acknowledge(): Reply = native { ffi.acknowledge() }.lift()

    /**
     * Prepares the verification that confirms the event against the bill.
     *
     * @throws BillwireException.InvalidRequest with all violations of the expectation
     * @throws BillwireException.MissingCredential if the biller cannot verify
     */
    public fun confirm(biller: Biller, expectation: Expectation): Confirmation =
        Confirmation(native { ffi.confirm(biller.ffi, expectation.lower()) })

    /** Releases the native memory. The event cannot be used afterwards, but its payload can. */
    override fun close(): Unit = raw.close()
}
