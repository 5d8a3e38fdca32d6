package io.github.billwire.testing

import io.github.billwire.Reply
import io.github.billwire.WebhookEvent
import io.github.billwire.WebhookReceiver
import io.github.billwire.lend
import io.github.billwire.testing.ffi.WebhookTarget as FfiWebhookTarget

/**
 * Merchant's endpoint that behaves as the sample target of interface section 4.4.
 *
 * The header `Fail: fail` selects the failing test case. `Success: success` or neither header selects the successful
 * one. With both, it fails.
 */
public class WebhookTarget private constructor(private val ffi: FfiWebhookTarget) : AutoCloseable {
    /** Reads webhooks with this receiver. */
    public constructor(receiver: WebhookReceiver) : this(native { FfiWebhookTarget(receiver.lower()) })

    /**
     * Takes a webhook, and returns the response to it.
     *
     * The response is the acknowledgement of interface section 2.8, or 500 with the status `failed` in the failing test
     * case. For a webhook that the receiver refuses it is the receiver's response.
     */
    public fun receive(headers: Map<String, List<String>>, body: ByteArray): Reply =
        native { body.lend { ffi.receive(headers, it) } }.lift()

    /** Returns the webhooks taken so far, in order. */
    public fun events(): List<WebhookEvent> = native { ffi.events() }.map { it.lift() }

    /** Releases the native memory. The target cannot be used afterwards. */
    override fun close(): Unit = ffi.close()
}
