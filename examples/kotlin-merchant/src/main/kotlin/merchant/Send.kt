package merchant

import io.github.billwire.FlowRequest
import io.github.billwire.Sent
import java.io.IOException
import java.net.ConnectException
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpConnectTimeoutException
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.nio.channels.UnresolvedAddressException
import java.time.Duration
import java.time.Instant

/** Redirects are off, so credentials never follow one. This client does not repeat a `POST`. */
private val CLIENT: HttpClient =
    HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).version(HttpClient.Version.HTTP_1_1).build()

/**
 * Limit of an answer in bytes; the interface's answers have a few hundred. A truncated answer is unreadable and decides
 * nothing.
 */
private const val ANSWER_LIMIT = 1_048_576

/** Sends a request of a flow, and says which answer it brought, or whether it may have reached the service. */
fun send(
    patience: Patience,
    request: FlowRequest,
    noAnswer: (Long, Sent) -> Unit,
    answered: (Long, Int, ByteArray) -> Unit,
) =
    send(patience, request.http, { noAnswer(request.number, it) }) { status, body ->
        answered(request.number, status, body)
    }

/** Sends a prepared request once. */
fun <Outcome> send(
    patience: Patience,
    request: io.github.billwire.HttpRequest,
    noAnswer: (Sent) -> Outcome,
    answered: (Int, ByteArray) -> Outcome,
): Outcome {
    val (status, body) =
        try {
            val answer = CLIENT.send(whole(request, patience), HttpResponse.BodyHandlers.ofInputStream())
            answer.statusCode() to answer.body().use { it.readNBytes(ANSWER_LIMIT) }
        } catch (error: IOException) {
            return noAnswer(if (neverConnected(error)) Sent.NO else Sent.MAYBE)
        }
    return answered(status, body)
}

/** Waits for a time by this machine's clock. */
fun sleepUntil(time: Instant) = Thread.sleep(Duration.between(Instant.now(), time).toMillis().coerceAtLeast(1))

/** The body is the exact text that was signed. */
private fun whole(request: io.github.billwire.HttpRequest, patience: Patience): HttpRequest {
    val body = request.body?.let { HttpRequest.BodyPublishers.ofString(it.text) } ?: HttpRequest.BodyPublishers.noBody()
    val builder = HttpRequest.newBuilder(URI.create(request.url)).timeout(patience.answer).method(request.method, body)
    request.headers.forEach { builder.header(it.name, it.value.text) }
    return builder.build()
}

/** Only certain cases count as "never sent": a wrong guess would settle a bill twice. */
private fun neverConnected(error: IOException): Boolean =
    error is ConnectException || error is HttpConnectTimeoutException || error.cause is UnresolvedAddressException
