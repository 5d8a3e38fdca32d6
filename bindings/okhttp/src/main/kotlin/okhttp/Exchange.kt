package io.github.billwire.okhttp

import io.github.billwire.HttpRequest
import io.github.billwire.Method
import io.github.billwire.Sent
import java.io.IOException
import java.time.Duration
import java.util.concurrent.ExecutionException
import java.util.concurrent.Executor
import java.util.concurrent.FutureTask
import java.util.concurrent.TimeUnit
import okhttp3.*
import okhttp3.RequestBody.Companion.toRequestBody
import okhttp3.ResponseBody.Companion.toResponseBody

/** Client that sends each request once, within a time and below a size, and that an interrupt ends. */
internal class OneTimeClient(client: OkHttpClient, timeout: Duration, private val maxBytes: Int) {
    private val client =
        client
            .newBuilder()
            .forBillwire()
            .addInterceptor(OnTheExecutor(client.dispatcher.executorService, maxBytes))
            .readTimeout(0, TimeUnit.MILLISECONDS)
            .writeTimeout(0, TimeUnit.MILLISECONDS)
            .callTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
            .build()

    /** Sends the request unless [isLate] when its bytes would leave. */
    fun exchange(request: HttpRequest, isLate: () -> Boolean): Exchange {
        val started = System.nanoTime()
        val departure = Departure(isLate)
        val answer = runCatching { answer(request, departure) }
        val isWithheld = answer.isFailure && departure.withhold()
        return Exchange(answer, if (isWithheld) Sent.NO else Sent.MAYBE, Duration.ofNanos(System.nanoTime() - started))
    }

    private fun answer(request: HttpRequest, departure: Departure): Answer {
        // A POST of OkHttp has a body, if only an empty one.
        val text = request.body?.text ?: if (request.method == Method.POST) "" else null
        // The type of the text is among the headers.
        val body = text?.toByteArray()?.toRequestBody()
        val builder = Request.Builder().url(request.url).method(request.method.name, body)
        request.headers.forEach { builder.header(it.name, it.value.text) }
        val call = client.newCall(builder.tag(Departure::class.java, departure).build())
        try {
            return call.execute().use { Answer(it.code, retryAfter(it), limited(it, maxBytes)) }
        } catch (error: IOException) {
            // So a virtual thread learns of an interrupt.
            throw if (Thread.interrupted()) InterruptedException().apply { initCause(error) } else error
        }
    }
}

/** Result of one request, and whether it may have reached the service. */
internal class Exchange(val answer: Result<Answer>, val sent: Sent, val duration: Duration) {
    val retryAfter: Duration?
        get() = answer.getOrNull()?.retryAfter
}

internal class Answer(val status: Int, val retryAfter: Duration?, val body: ByteArray)

/**
 * Sends on the client's own executor and waits there for the whole answer: a thread that reads from a socket does not
 * notice an interrupt. The interceptors of the program run on the caller's thread, with its context.
 *
 * A virtual thread notices an interrupt and sends by itself, or each would take a thread of the executor.
 */
private class OnTheExecutor(private val executor: Executor, private val maxBytes: Int) : Interceptor {
    override fun intercept(chain: Interceptor.Chain): Response {
        val receive = { received(chain.proceed(chain.request())) }
        if (isVirtual(Thread.currentThread())) return receive()
        val attempt = FutureTask(receive)
        executor.execute(attempt)
        try {
            return attempt.get()
        } catch (interrupt: InterruptedException) {
            chain.call().cancel()
            throw interrupt
        } catch (error: ExecutionException) {
            throw error.cause ?: error
        }
    }

    private fun received(response: Response): Response = response.use {
        val body = limited(it, maxBytes)
        it.newBuilder().body(body.toResponseBody(it.body?.contentType())).build()
    }
}

private fun limited(response: Response, maxBytes: Int): ByteArray {
    val source = checkNotNull(response.body).source()
    if (source.request(maxBytes + 1L)) throw IOException("the answer is longer than $maxBytes bytes")
    return source.readByteArray()
}

/** Java 21 and newer have virtual threads. */
private val IS_VIRTUAL = runCatching { Thread::class.java.getMethod("isVirtual") }.getOrNull()

private fun isVirtual(thread: Thread): Boolean = IS_VIRTUAL?.invoke(thread) == true

/** Reads the header `Retry-After`: seconds, or a date by the service's own clock. */
private fun retryAfter(response: Response): Duration? {
    val text = response.header("Retry-After")?.trim() ?: return null
    if (text.length < 10 && text.all { it in '0'..'9' } && text.isNotEmpty()) return Duration.ofSeconds(text.toLong())
    val until = response.headers.getDate("Retry-After") ?: return null
    val now = response.headers.getDate("Date")?.time ?: System.currentTimeMillis()
    return Duration.ofMillis(maxOf(0, until.time - now))
}
