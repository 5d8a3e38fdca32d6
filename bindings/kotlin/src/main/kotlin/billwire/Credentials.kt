package io.github.billwire

import io.github.billwire.ffi.BearerToken as FfiBearerToken
import io.github.billwire.ffi.HashToken as FfiHashToken
import io.github.billwire.ffi.VerificationToken as FfiVerificationToken
import io.github.billwire.ffi.WebhookToken as FfiWebhookToken

/**
 * Bearer token of onboarding and settlement (interface section 5.1), without the word `Bearer`.
 *
 * It never prints. The native library erases its copy when the token is closed and nothing else uses it.
 * [Biller] checks it, not this constructor.
 */
public class BearerToken internal constructor(private val raw: FfiBearerToken) : AutoCloseable {
    internal val ffi: FfiBearerToken
        get() = raw.also { checkOpen(it.uniffiIsDestroyed) }

    public constructor(secret: String) : this(FfiBearerToken(secret.wellFormed()))

    /** Releases the token. A biller made with it keeps working. */
    override fun close(): Unit = raw.close()

    override fun toString(): String = "BearerToken([hidden])"
}

internal fun BearerToken.lower(): FfiBearerToken = ffi

/**
 * Access token of transaction verification (interface section 5.2).
 *
 * It never prints. The native library erases its copy when the token is closed and nothing else uses it.
 * [Biller] checks it, not this constructor.
 */
public class VerificationToken internal constructor(private val raw: FfiVerificationToken) : AutoCloseable {
    internal val ffi: FfiVerificationToken
        get() = raw.also { checkOpen(it.uniffiIsDestroyed) }

    public constructor(secret: String) : this(FfiVerificationToken(secret.wellFormed()))

    /** Releases the token. A biller made with it keeps working. */
    override fun close(): Unit = raw.close()

    override fun toString(): String = "VerificationToken([hidden])"
}

internal fun VerificationToken.lower(): FfiVerificationToken = ffi

/**
 * Key of the request signature (interface section 5.3). Its UTF-8 bytes are the key.
 *
 * It never prints. The native library erases its copy when the token is closed and nothing else uses it.
 * [Biller] and [SigningKey] check it, not this constructor.
 */
public class HashToken internal constructor(private val raw: FfiHashToken) : AutoCloseable {
    internal val ffi: FfiHashToken
        get() = raw.also { checkOpen(it.uniffiIsDestroyed) }

    public constructor(secret: String) : this(FfiHashToken(secret.wellFormed()))

    /** Releases the token. A biller or a key made with it keeps working. */
    override fun close(): Unit = raw.close()

    override fun toString(): String = "HashToken([hidden])"
}

internal fun HashToken.lower(): FfiHashToken = ffi

/**
 * Token that the sender of a webhook shows (interface section 5.4).
 *
 * It never prints. The native library erases its copy when the token is closed and nothing else uses it.
 * [WebhookReceiver] checks it, not this constructor.
 */
public class WebhookToken internal constructor(private val raw: FfiWebhookToken) : AutoCloseable {
    internal val ffi: FfiWebhookToken
        get() = raw.also { checkOpen(it.uniffiIsDestroyed) }

    public constructor(secret: String) : this(FfiWebhookToken(secret.wellFormed()))

    /** Releases the token. A receiver made with it keeps working. */
    override fun close(): Unit = raw.close()

    override fun toString(): String = "WebhookToken([hidden])"
}

internal fun WebhookToken.lower(): FfiWebhookToken = ffi
