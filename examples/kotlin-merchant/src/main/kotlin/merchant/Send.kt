package merchant

import billwire.BillwireException
import billwire.Code
import billwire.NextStep
import billwire.Sent
import java.io.IOException
import java.net.ConnectException
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpConnectTimeoutException
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.nio.channels.UnresolvedAddressException

/** Redirects are off, so credentials never follow one. This client does not repeat a `POST`. */
private val CLIENT: HttpClient =
    HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).version(HttpClient.Version.HTTP_1_1).build()

/**
 * Limit of an answer in bytes; the interface's answers have a few hundred. A truncated answer is unreadable and decides
 * nothing.
 */
private const val ANSWER_LIMIT = 1_048_576

/** Sends a prepared request once and reads its answer. Throws a [BillwireException] with the next step. */
fun <Outcome> send(
    patience: Patience,
    request: billwire.HttpRequest,
    noAnswer: (Sent) -> BillwireException,
    read: (Int, ByteArray) -> Outcome,
): Outcome {
    val (status, body) =
        try {
            val answer = CLIENT.send(whole(request, patience), HttpResponse.BodyHandlers.ofInputStream())
            answer.statusCode() to answer.body().use { it.readNBytes(ANSWER_LIMIT) }
        } catch (error: IOException) {
            throw noAnswer(if (neverConnected(error)) Sent.NO else Sent.MAYBE)
        }
    return read(status, body)
}

/**
 * Asks until there is an answer. Use it only for calls that change nothing, such as a verification. Their next step is
 * "verify again" where a settlement's is "verify first".
 */
fun <Outcome> ask(
    patience: Patience,
    request: billwire.HttpRequest,
    noAnswer: (Sent) -> BillwireException,
    read: (Int, ByteArray) -> Outcome,
): Outcome {
    for (failures in 0..<patience.tries - 1) {
        try {
            return send(patience, request, noAnswer, read)
        } catch (error: BillwireException) {
            val details = error.details
            if (details.nextStep != NextStep.VERIFY_AGAIN || details.code in ANSWERS) throw error
            Thread.sleep(patience.backoff(failures).toMillis())
        }
    }
    return send(patience, request, noAnswer, read)
}

/** An unknown code and "not found" are answers: asking again at once would not change them. */
private val ANSWERS = setOf(Code.UNKNOWN_CODE, Code.NOT_FOUND)

/** The body is the exact text that was signed. */
private fun whole(request: billwire.HttpRequest, patience: Patience): HttpRequest {
    val body = request.body?.let { HttpRequest.BodyPublishers.ofString(it.text) } ?: HttpRequest.BodyPublishers.noBody()
    val builder = HttpRequest.newBuilder(URI.create(request.url)).timeout(patience.answer).method(request.method, body)
    request.headers.forEach { builder.header(it.name, it.value.text) }
    return builder.build()
}

/** Only certain cases count as "never sent": a wrong guess would settle a bill twice. */
private fun neverConnected(error: IOException): Boolean =
    error is ConnectException || error is HttpConnectTimeoutException || error.cause is UnresolvedAddressException
