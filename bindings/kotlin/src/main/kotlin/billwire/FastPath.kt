package io.github.billwire

import io.github.billwire.ffi.Biller as FfiBiller
import io.github.billwire.ffi.SigningKey as FfiSigningKey
import io.github.billwire.ffi.WebhookReceiver as FfiWebhookReceiver
import java.util.concurrent.ConcurrentHashMap

// The fast path answers everyday input. For any other it returns null, and the caller takes the full path: uniffi's
// functions, which report every error. A closed object has no number any more, so the full path throws for it, too.

/** Fast path of a key. */
internal class SigningFastPath(private val ffi: FfiSigningKey) {
    private val number by lazy { native { ffi.number() } }

    fun sign(fields: SignedFields): String? = Packet.use {
        add(fields)
        sign(number)
    }
}

/** Fast path of a biller. */
internal class BillerFastPath(private val ffi: FfiBiller) {
    private val number by lazy { native { ffi.number() } }
    private val envelopes = ConcurrentHashMap<OperationName, HttpRequest>()

    /** Decodes answers of calls, also when the biller is closed. */
    val decoder: FfiBiller by lazy { native { ffi.withoutCredentials() } }

    inline fun prepare(operation: OperationName, add: Packet.() -> Unit): HttpRequest? {
        val body =
            Packet.use {
                add()
                prepare(number, operation.ordinal)
            } ?: return null
        val envelope = envelopes.getOrPut(operation) { native { ffi.envelope(operation.lower()) }.lift() }
        return HttpRequest(envelope.method, envelope.url, envelope.headers.toList(), SensitiveText(body))
    }

    /** Forgets the headers of requests. */
    fun close(): Unit = envelopes.clear()
}

/** Fast path of a receiver. */
internal class ReceiverFastPath(
    private val ffi: FfiWebhookReceiver,
    private val authentication: WebhookAuthentication,
) {
    private val number by lazy { native { ffi.number() } }

    fun receive(headers: Map<String, List<String>>, body: ByteArray): WebhookEvent? {
        val token = if (authentication == WebhookAuthentication.TOKEN) soleToken(headers) ?: return null else null
        // The caller may change the bytes while they are read.
        val received = body.copyOf()
        val payload = Packet.use { receive(number, received, token) } ?: return null
        return WebhookEvent(payload, authentication, received)
    }

    /** Returns the only value of the header `Token`; null if there is none, or several. */
    private fun soleToken(headers: Map<String, List<String>>): String? {
        var token: String? = null
        for ((name, values) in headers) {
            if (!isToken(name)) continue
            if (token != null) return null
            token = values.singleOrNull() ?: return null
        }
        return token?.takeUnless { it.isEmpty() }
    }
}

private const val TOKEN = "token"

/** Whether a name is `token` in any case of ASCII: `ignoreCase` also takes the sign of Kelvin for a K. */
private fun isToken(name: String): Boolean =
    name.length == TOKEN.length && TOKEN.indices.all { name[it].code or 0x20 == TOKEN[it].code }
