package io.github.billwire.okhttp

import io.github.billwire.*
import java.io.IOException
import java.net.ConnectException
import java.net.UnknownHostException
import java.time.Duration
import java.time.Instant
import java.util.concurrent.*
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.runInterruptible
import okhttp3.*

/**
 * Sends calls over OkHttp, once each, and decodes their answers. It follows no redirect and sends nothing again.
 *
 * Without an answer, `send` throws a [BillwireException] whose cause tells why. An interrupt ends the attempt at
 * once: the request may have arrived. Any number of threads may use a sender, and coroutines by [suspending]. It
 * shares the connections of [client], whose time-outs of reading and writing do not count.
 *
 * @param timeout time for a whole attempt, to the last byte of the answer. For a flow, it is shorter than `inFlightMs`
 *   of the policy
 * @param maxBytes largest answer
 * @param now clock of the flows, by which a settlement is not sent from the `sendBefore` of its request on
 * @param onAttempt function that is called once, at the end of each attempt, for logs, metrics and traces. Its
 *   exceptions are ignored
 */
public class HttpSender
@JvmOverloads
constructor(
    client: OkHttpClient = OkHttpClient(),
    private val timeout: Duration = Duration.ofSeconds(30),
    private val maxBytes: Int = 1_048_576,
    private val now: () -> Instant = Instant::now,
    private val onAttempt: (Attempt) -> Unit = {},
) : FlowSender {
    private val client =
        client
            .newBuilder()
            .forBillwire()
            .readTimeout(0, TimeUnit.MILLISECONDS)
            .writeTimeout(0, TimeUnit.MILLISECONDS)
            .callTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
            .build()

    init {
        require(timeout.toMillis() >= 1) { "expected a time-out of at least 1 ms" }
        require(maxBytes >= 1) { "expected a limit of at least 1 byte" }
    }

    /** Settles a bill. Throws [BillwireException] for any answer that is no success. */
    @Throws(BillwireException::class, InterruptedException::class)
    public fun send(call: SettlementCall): SettlementOutcome =
        send(call.request(), call.operation(), call::noAnswer, call::decode) {
            (it as? SettlementOutcome.Accepted)?.nextStep
        }

    /** Registers a sub biller. Throws [BillwireException] for any answer that is no success. */
    @Throws(BillwireException::class, InterruptedException::class)
    public fun send(call: OnboardingCall): OnboardingResponse =
        send(call.request(), call.operation(), call::noAnswer, call::decode)

    /** Asks for a transaction. Throws [BillwireException] for any answer that is no success. */
    @Throws(BillwireException::class, InterruptedException::class)
    public fun send(call: VerificationCall): VerificationResponse =
        send(call.request(), call.operation(), call::noAnswer, call::decode)

    /**
     * Sends a call of an operation without a shape. Throws [BillwireException] without an answer, and for one that is
     * no JSON.
     */
    @Throws(BillwireException::class, InterruptedException::class)
    public fun send(call: UntypedCall): UntypedAnswer =
        send(call.request(), call.operation(), call::noAnswer, call::decode)

    /** Sends the verification of a lookup, and decides by its answer. */
    @Throws(BillwireException::class, InterruptedException::class)
    public fun send(lookup: Lookup): LookupVerdict =
        lookup.call().use { call ->
            send(call.request(), call.operation(), call::noAnswer, lookup::decide) {
                (it as? LookupVerdict.Unclear)?.nextStep
            }
        }

    /** Sends the verification of a confirmation, and decides by its answer. */
    @Throws(BillwireException::class, InterruptedException::class)
    public fun send(confirmation: Confirmation): Verdict =
        confirmation.call().use { send(it.request(), it.operation(), it::noAnswer, confirmation::decide) }

    /**
     * Sends the request of a flow. A settlement that is too late is not sent.
     *
     * Throws [NotSentException] only if the request has certainly not reached the service, else an [IOException].
     */
    @Throws(IOException::class, InterruptedException::class)
    override fun send(request: FlowRequest): FlowAnswer {
        val exchange = exchange(request.http, isLate = request.sendBefore?.let { now() >= it } == true)
        report(request.operation, exchange, null, null)
        val answer = exchange.answer.getOrElse { why ->
            throw why as? InterruptedException
                ?: if (exchange.sent == Sent.NO) NotSentException(why)
                else IOException("the request may have arrived", why)
        }
        return FlowAnswer(answer.status, answer.body, answer.retryAfter?.toMillis())
    }

    private fun <T : Any> send(
        request: HttpRequest,
        operation: OperationName,
        noAnswer: (Sent) -> BillwireException,
        read: (Int, ByteArray) -> T,
        nextStep: (T) -> NextStep? = { null },
    ): T {
        val exchange = exchange(request, isLate = false)
        try {
            val answer = exchange.answer.getOrElse { throw noAnswer(exchange.sent).apply { initCause(it) } }
            val result = read(answer.status, answer.body)
            report(operation, exchange, nextStep(result), null)
            return result
        } catch (error: BillwireException) {
            report(operation, exchange, error.nextStep(), error.code())
            (error.cause as? InterruptedException)?.let { throw it }
            exchange.retryAfter?.let { error.initCause(RetryAfterException(it)) }
            throw error
        }
    }

    private fun exchange(request: HttpRequest, isLate: Boolean): Exchange {
        val started = System.nanoTime()
        // A POST of OkHttp has a body, if only an empty one.
        val text = request.body?.text ?: if (request.method == Method.POST) "" else null
        val body = text?.let { OneTimeBody(it) }
        val answer = runCatching {
            if (isLate) throw IOException("too late to send the settlement")
            val builder = Request.Builder().url(request.url).method(request.method.name, body)
            request.headers.forEach { builder.header(it.name, it.value.text) }
            answer(client.newCall(builder.build()))
        }
        val why = answer.exceptionOrNull()
        val isWithheld =
            why != null && (body?.withhold() ?: (isLate || why is ConnectException || why is UnknownHostException))
        return Exchange(answer, if (isWithheld) Sent.NO else Sent.MAYBE, Duration.ofNanos(System.nanoTime() - started))
    }

    /**
     * A thread that reads from a socket does not notice an interrupt, so this one waits for it and cancels the call.
     */
    private fun answer(call: Call): Answer {
        val attempt = FutureTask { call.execute().use { Answer(it, maxBytes) } }
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

    /** Must never throw: a settled bill would look like a failed one. */
    private fun report(operation: OperationName, exchange: Exchange, nextStep: NextStep?, code: Code?) {
        val (answer, _, duration) = exchange
        try {
            val (status, why) = answer.getOrNull()?.status to answer.exceptionOrNull()
            onAttempt(Attempt(operation, duration, status, nextStep, code, exchange.retryAfter, why))
        } catch (_: Exception) {
            // It is the program's own.
        }
    }
}

/**
 * Attempt to send a request. It holds no secret and nothing of a bill.
 *
 * [status] is null without an answer, and [cause] has the client's exception. [nextStep] and [code] are those of the
 * error; for a request of a flow, the flow decides, and they are null.
 */
@ConsistentCopyVisibility
public data class Attempt
internal constructor(
    public val operation: OperationName,
    public val duration: Duration,
    public val status: Int?,
    public val nextStep: NextStep?,
    public val code: Code?,
    public val retryAfter: Duration?,
    public val cause: Throwable?,
)

/** Time to wait before another request, by the answer's header `Retry-After`; null if it has none. */
public val BillwireException.retryAfter: Duration?
    get() = (cause as? RetryAfterException)?.duration

/** Cause of an error whose answer has the header `Retry-After`. */
public class RetryAfterException internal constructor(
    public val duration: Duration
) : IOException("Retry-After: $duration")

private data class Exchange(val answer: Result<Answer>, val sent: Sent, val duration: Duration) {
    val retryAfter
        get() = answer.getOrNull()?.retryAfter
}

/** Answer that is not longer than the limit. */
private class Answer(response: Response, maxBytes: Int) {
    val status = response.code
    val retryAfter: Duration? = retryAfter(response)
    val body: ByteArray

    init {
        val source = checkNotNull(response.body).source()
        if (source.request(maxBytes + 1L)) throw IOException("the answer is longer than $maxBytes bytes")
        body = source.readByteArray()
    }
}

/** Reads the header `Retry-After`: seconds, or a date by the service's own clock. */
private fun retryAfter(response: Response): Duration? {
    val text = response.header("Retry-After")?.trim() ?: return null
    if (text.length < 10 && text.all { it in '0'..'9' } && text.isNotEmpty()) return Duration.ofSeconds(text.toLong())
    val until = response.headers.getDate("Retry-After") ?: return null
    val now = response.headers.getDate("Date")?.time ?: System.currentTimeMillis()
    return Duration.ofMillis(maxOf(0, until.time - now))
}

/** Threads that end with the program, and a minute after their last request. */
private val THREADS = Executors.newCachedThreadPool { Thread(it, "billwire-okhttp").apply { isDaemon = true } }

/**
 * Sends in a coroutine, on a thread for I/O: `sender.suspending { send(call) }`.
 *
 * A cancellation ends the attempt at once. The request may have arrived.
 */
public suspend fun <T> HttpSender.suspending(work: HttpSender.() -> T): T = runInterruptible(Dispatchers.IO) { work() }
