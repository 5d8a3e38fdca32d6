package io.github.billwire.okhttp

import io.github.billwire.http.HttpAnswer
import io.github.billwire.http.OneTimeRequest
import io.github.billwire.http.Transport
import java.io.IOException
import java.util.concurrent.ExecutionException
import java.util.concurrent.Executors
import java.util.concurrent.FutureTask
import java.util.concurrent.TimeUnit
import okhttp3.OkHttpClient
import okhttp3.Request
import okhttp3.Response

/**
 * Transport over OkHttp. It shares the connections of [client], and changes a copy of its settings as [forBillwire] does.
 *
 * The client's own time-outs of reading and writing do not count, only those of the request and of connecting.
 */
public class OkHttpTransport @JvmOverloads constructor(client: OkHttpClient = OkHttpClient()) : Transport {
    private val client =
        client
            .newBuilder()
            .forBillwire()
            .readTimeout(0, TimeUnit.MILLISECONDS)
            .writeTimeout(0, TimeUnit.MILLISECONDS)
            .build()

    @Throws(IOException::class, InterruptedException::class)
    override fun send(request: OneTimeRequest): HttpAnswer {
        val call = client.newCall(request.toOkHttp())
        call.timeout().timeout(request.timeoutMillis(), TimeUnit.MILLISECONDS)
        // A thread that reads from a socket does not notice an interrupt, so this one waits for it and cancels the call.
        val attempt = FutureTask { call.execute().use { answer(it, request.maxBytes()) } }
        THREADS.execute(attempt)
        try {
            return attempt.get()
        } catch (interrupt: InterruptedException) {
            call.cancel()
            throw interrupt
        } catch (error: ExecutionException) {
            throw error.cause ?: error
        }
    }

    private fun answer(response: Response, maxBytes: Int): HttpAnswer {
        val body = HttpAnswer.read(checkNotNull(response.body).byteStream(), maxBytes)
        return HttpAnswer(response.code, body, response.header("Retry-After"), response.header("Date"))
    }
}

/** Threads that end with the program, and a minute after their last request. */
private val THREADS = Executors.newCachedThreadPool { Thread(it, "billwire-okhttp").apply { isDaemon = true } }

private fun OneTimeRequest.toOkHttp(): Request {
    val builder = Request.Builder().url(url()).method(method(), if (hasBody()) OneTimeBody(this) else null)
    headers().forEach { (name, value) -> builder.header(name, value) }
    return builder.build()
}
