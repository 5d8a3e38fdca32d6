@file:JvmName("ForBillwire")

package io.github.billwire.okhttp

import okhttp3.Interceptor
import okhttp3.OkHttpClient
import okhttp3.Response

/**
 * Switches off everything by which this client sends a request again without asking: redirects, repetitions after a
 * failed connection, and those that an HTTP status, an authenticator or an interceptor starts.
 *
 * For clients that send without [OkHttpTransport], such as Retrofit or Ktor's OkHttp engine.
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
        val body = request.body ?: return chain.proceed(request)
        return chain.proceed(request.newBuilder().method(request.method, OneShotBody(body)).build())
    }
}
