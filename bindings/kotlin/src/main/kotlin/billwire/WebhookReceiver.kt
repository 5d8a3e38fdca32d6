package io.github.billwire

import io.github.billwire.ffi.WebhookReceiver as FfiWebhookReceiver

/** Receives webhooks of one variant (interface sections 2.7 and 4.4). Any number of threads may use it. */
public class WebhookReceiver private constructor(internal val ffi: FfiWebhookReceiver) : AutoCloseable {
    private val maxBytes by lazy { native { ffi.maxBytes() } }

    /**
     * Returns the event of a webhook, after checking its token.
     *
     * Pass the raw body. Do not parse it first. Header names may be in any case.
     *
     * @throws BillwireException.Unauthenticated if no expected token is shown; its details hold the response to give
     * @throws BillwireException.InvalidWebhook if the body cannot be read; its details hold the response to give
     */
    public fun receive(headers: Map<String, List<String>>, body: ByteArray): WebhookEvent {
        // A body above the limit is refused by its length, so no more of it is copied.
        val bounded = if (body.size > maxBytes) body.copyOf(maxBytes + 1) else body
        return WebhookEvent(native { bounded.lend { ffi.receive(headers, it) } })
    }

    /** Releases the native memory. The receiver cannot be used afterwards. */
    override fun close(): Unit = ffi.close()

    override fun toString(): String = if (ffi.uniffiIsDestroyed) closed("WebhookReceiver") else ffi.toString()

    public companion object {
        /**
         * Returns a receiver of the merchant-proxy variant. A webhook has to show one of [tokens]; pass several while
         * you replace one.
         *
         * @throws BillwireException.InvalidConfig without tokens, or for one that no header can hold, or for a limit below 1
         */
        @JvmStatic
        @JvmOverloads
        public fun merchantProxy(tokens: List<WebhookToken>, limits: WebhookLimits? = null): WebhookReceiver =
            WebhookReceiver(native { FfiWebhookReceiver.merchantProxy(tokens.map { it.ffi }, limits?.lower()) })

        /**
         * Returns a receiver of the checkout variant. It does not authenticate: anyone can send its events.
         *
         * @throws BillwireException.InvalidConfig for a limit below 1
         */
        @JvmStatic
        @JvmOverloads
        public fun checkout(limits: WebhookLimits? = null): WebhookReceiver =
            WebhookReceiver(
                native { limits?.let { FfiWebhookReceiver.checkoutWithLimits(it.lower()) } ?: FfiWebhookReceiver.checkout() }
            )
    }
}

internal fun WebhookReceiver.lower(): FfiWebhookReceiver = ffi.also { checkOpen(it.uniffiIsDestroyed) }
