@file:JvmName("ForBillwire")

package io.github.billwire.okhttp

import java.io.IOException
import java.util.concurrent.atomic.AtomicReference
import okhttp3.*
import okhttp3.RequestBody.Companion.toRequestBody
import okio.BufferedSink

/**
 * Switches off everything by which this client sends a request again without asking: redirects, repetitions after a
 * failed connection, and those that an HTTP status, an authenticator or an interceptor starts.
 *
 * For clients that send without [HttpSender], such as Retrofit or Ktor's OkHttp engine.
 */
public fun OkHttpClient.Builder.forBillwire(): OkHttpClient.Builder {
    followRedirects(false).followSslRedirects(false).retryOnConnectionFailure(false)
    // The first, so that a repetition by another interceptor finds the body written.
    if (interceptors().none { it is OneShot }) interceptors().add(0, OneShot)
    return this
}

private object OneShot : Interceptor {
    override fun intercept(chain: Interceptor.Chain): Response {
        val request = chain.request()
        val body = request.body
        if (body == null || body is OneTimeBody) return chain.proceed(request)
        return chain.proceed(request.newBuilder().method(request.method, OneTimeBody(body)).build())
    }
}

/** Body that leaves at most once. A client that repeats a request asks for it a second time, and gets an exception. */
internal class OneTimeBody(private val body: RequestBody) : RequestBody() {
    private enum class State { WAITING, TAKEN, WITHHELD }

    private val state = AtomicReference(State.WAITING)

    /** The type of a text of billwire is among the headers of its request. */
    constructor(text: String) : this(text.toByteArray().toRequestBody())

    /** Returns whether the body has certainly not left, and now never will. */
    fun withhold(): Boolean =
        state.compareAndSet(State.WAITING, State.WITHHELD) || state.get() == State.WITHHELD

    override fun contentType(): MediaType? = body.contentType()

    override fun contentLength(): Long = body.contentLength()

    override fun isOneShot(): Boolean = true

    override fun isDuplex(): Boolean = body.isDuplex()

    override fun writeTo(sink: BufferedSink) {
        if (!state.compareAndSet(State.WAITING, State.TAKEN)) throw IOException("a request is sent once")
        body.writeTo(sink)
    }
}
