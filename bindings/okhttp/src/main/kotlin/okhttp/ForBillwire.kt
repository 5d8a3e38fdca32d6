@file:JvmName("ForBillwire")

package io.github.billwire.okhttp

import java.io.IOException
import java.util.Collections
import java.util.WeakHashMap
import java.util.concurrent.atomic.AtomicReference
import okhttp3.*
import okio.BufferedSink

/**
 * Switches off everything by which this client sends a request again without asking: redirects, repetitions after a
 * failed connection, and those that an HTTP status, an authenticator or an interceptor starts.
 *
 * For clients that send without [HttpSender], such as Retrofit or Ktor's OkHttp engine. Call it after you have added
 * your interceptors. They may read a body as often as they need to.
 */
public fun OkHttpClient.Builder.forBillwire(): OkHttpClient.Builder {
    followRedirects(false).followSslRedirects(false).retryOnConnectionFailure(false)
    // Each of them last, also where an earlier call of this function has added it.
    interceptors().apply { remove(OneShot) }.add(OneShot)
    networkInterceptors().apply { remove(OnceAtTheWire) }.add(OnceAtTheWire)
    return this
}

/** Marks each body as one that OkHttp itself must not repeat, so that it returns the answer instead. */
private object OneShot : Interceptor {
    override fun intercept(chain: Interceptor.Chain): Response {
        val request = chain.request()
        val body = request.body ?: return chain.proceed(request)
        return chain.proceed(request.newBuilder().method(request.method, OneShotBody(body)).build())
    }
}

private class OneShotBody(private val body: RequestBody) : RequestBody() {
    override fun contentType(): MediaType? = body.contentType()

    override fun contentLength(): Long = body.contentLength()

    override fun isOneShot(): Boolean = true

    override fun isDuplex(): Boolean = body.isDuplex()

    override fun writeTo(sink: BufferedSink): Unit = body.writeTo(sink)
}

/** Lets the request of each call leave once. Its connection is made, and no byte of it has left. */
private object OnceAtTheWire : Interceptor {
    /** Calls of other clients than [HttpSender], whose requests have left. */
    private val left: MutableSet<Call> = Collections.newSetFromMap(WeakHashMap())

    override fun intercept(chain: Interceptor.Chain): Response {
        val call = chain.call()
        // Read from the call's own request: an interceptor may have put another one in its place.
        val departure = call.request().tag(Departure::class.java)
        if (departure != null) departure.leave()
        else if (!synchronized(left) { left.add(call) }) throw AlreadySentException()
        val response = chain.proceed(chain.request())
        // OkHttp would send a request without a body again at once.
        val isRepeated = response.code == 503 && response.header("Retry-After") == "0"
        return if (isRepeated) response.newBuilder().removeHeader("Retry-After").build() else response
    }
}

/** Departure of one request: it leaves at most once, and never after it was withheld. */
internal class Departure(private val isLate: () -> Boolean) {
    private enum class State {
        WAITING,
        LEFT,
        WITHHELD,
    }

    private val state = AtomicReference(State.WAITING)

    /** Throws if the request must not leave. */
    fun leave() {
        if (isLate() && withhold()) throw IOException("too late to send the settlement")
        if (!state.compareAndSet(State.WAITING, State.LEFT)) throw AlreadySentException()
    }

    /** Returns whether the request has certainly not left, and now never will. */
    fun withhold(): Boolean = state.compareAndSet(State.WAITING, State.WITHHELD) || state.get() == State.WITHHELD
}

/** A request was asked for a second time. */
internal class AlreadySentException : IOException("a request is sent once")
