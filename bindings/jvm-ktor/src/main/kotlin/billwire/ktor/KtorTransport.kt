package io.github.billwire.ktor

import io.github.billwire.http.HttpAnswer
import io.github.billwire.http.OneTimeRequest
import io.github.billwire.http.Transport
import io.ktor.client.HttpClient
import io.ktor.client.engine.cio.CIO
import io.ktor.client.request.header
import io.ktor.client.request.prepareRequest
import io.ktor.client.request.setBody
import io.ktor.client.request.url
import io.ktor.client.statement.HttpResponse
import io.ktor.client.statement.bodyAsChannel
import io.ktor.http.HttpHeaders
import io.ktor.http.HttpMethod
import io.ktor.http.isSuccess
import io.ktor.utils.io.ByteReadChannel
import io.ktor.utils.io.readAvailable
import java.io.ByteArrayOutputStream
import java.io.IOException
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.cancel
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout

private const val CHUNK = 8_192

/**
 * Transport over Ktor. It shares the engine of [client], and changes a copy of its settings: no redirects, and an answer for
 * every status. A plugin that repeats a request, such as `HttpRequestRetry`, finds the body gone.
 *
 * It is tested with the CIO engine. Without an argument, it has a client of that engine of its own.
 */
public class KtorTransport @JvmOverloads constructor(client: HttpClient = ofItsOwn()) : Transport {
    private val client = client.config {
        followRedirects = false
        expectSuccess = false
    }

    @Throws(IOException::class, InterruptedException::class)
    override fun send(request: OneTimeRequest): HttpAnswer =
        try {
            // On this thread: an interrupt ends the attempt.
            runBlocking { withTimeout(request.timeoutMillis()) { exchange(request) } }
        } catch (error: TimeoutCancellationException) {
            throw IOException("no answer within ${request.timeoutMillis()} ms", error)
        }

    private suspend fun exchange(request: OneTimeRequest): HttpAnswer =
        client
            .prepareRequest {
                method = HttpMethod.parse(request.method())
                url(request.url())
                // Ktor takes the type of a body from the body.
                val headers = request.headers().filterKeys { !it.equals(HttpHeaders.ContentType, true) }
                headers.forEach { (name, value) -> header(name, value) }
                if (request.hasBody()) setBody(OneTimeBody(request))
            }
            .execute { answer(it, request.maxBytes()) }

    private suspend fun answer(response: HttpResponse, maxBytes: Int): HttpAnswer =
        try {
            val body = read(response.bodyAsChannel(), maxBytes)
            if (!isWhole(response, body)) throw IOException("the answer broke off, or has no length")
            HttpAnswer(response.status.value, body, response.headers["Retry-After"], response.headers["Date"])
        } catch (error: IOException) {
            response.cancel() // closes the connection
            throw error
        }
}

/** Reads a body to its end. The rest of a longer one is not read. */
private suspend fun read(channel: ByteReadChannel, maxBytes: Int): ByteArray {
    val (read, chunk) = ByteArrayOutputStream() to ByteArray(CHUNK)
    var length = channel.readAvailable(chunk)
    while (length >= 0) {
        if (length > maxBytes - read.size()) throw HttpAnswer.tooLong(maxBytes)
        read.write(chunk, 0, length)
        length = channel.readAvailable(chunk)
    }
    channel.closedCause?.let { throw it } // a connection that broke off
    return read.toByteArray()
}

/** CIO takes what has come for the whole body when a connection breaks off, and nothing for a body without a length. */
private fun isWhole(response: HttpResponse, body: ByteArray): Boolean {
    val headers = response.headers
    val length = headers[HttpHeaders.ContentLength]?.toLongOrNull()
    return when {
        headers[HttpHeaders.ContentEncoding] != null -> true // the length is that of other bytes
        length != null -> body.size.toLong() == length
        else -> body.isNotEmpty() || headers[HttpHeaders.TransferEncoding] != null || !response.status.isSuccess()
    }
}

/** CIO ends a request after 15 seconds unless told otherwise; the request's own time-out counts. */
private fun ofItsOwn(): HttpClient = HttpClient(CIO) { engine { requestTimeout = 0 } }
