package io.github.billwire.okhttp

import io.github.billwire.*
import java.io.IOException
import java.time.Duration
import java.time.Instant
import java.util.Collections
import java.util.WeakHashMap
import java.util.concurrent.Executors
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.runInterruptible
import okhttp3.Dispatcher
import okhttp3.OkHttpClient

/**
 * Sends calls over OkHttp, once each, and decodes their answers. It follows no redirect and sends nothing again.
 *
 * Without an answer, `send` throws a [BillwireException] whose cause tells why. An interrupt ends the attempt at once:
 * the request may have arrived. Any number of threads may use a sender, and coroutines by [suspending].
 *
 * It shares the connections of [client], and sends on the executor of its dispatcher. Interceptors run on the thread
 * that calls `send`, with its context; network interceptors run on the executor. The time-outs of reading and writing
 * do not count.
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
    client: OkHttpClient = clientOfDaemons(),
    timeout: Duration = Duration.ofSeconds(30),
    maxBytes: Int = 1_048_576,
    private val now: () -> Instant = Instant::now,
    private val onAttempt: (Attempt) -> Unit = {},
) : FlowSender {
    init {
        require(timeout.toMillis() >= 1) { "expected a time-out of at least 1 ms" }
        require(maxBytes >= 1) { "expected a limit of at least 1 byte" }
    }

    private val client = OneTimeClient(client, timeout, maxBytes)

    /**
     * Settles a bill. Throws [BillwireException] for any answer that is no success.
     *
     * A call is sent once: a second time, it is refused without sending, unless the next step of the first was
     * `SEND_AGAIN`.
     */
    @Throws(BillwireException::class, InterruptedException::class)
    public fun send(call: SettlementCall): SettlementOutcome =
        send(call.request(), call.operation(), call::noAnswer, call::decode, call) {
            (it as? SettlementOutcome.Accepted)?.nextStep
        }

    /** Registers a sub biller. Throws [BillwireException] for any answer that is no success. */
    @Throws(BillwireException::class, InterruptedException::class)
    public fun send(call: OnboardingCall): OnboardingOutcome =
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
     * Sends the request of a flow. A settlement is not sent from its `sendBefore` on, and not a second time.
     *
     * Throws [NotSentException] only if the request has certainly not reached the service, else an [IOException].
     */
    @Throws(IOException::class, InterruptedException::class)
    override fun send(request: FlowRequest): FlowAnswer {
        val isLate = { request.sendBefore?.let { now() >= it } == true }
        val settlement = request.takeIf { it.operation == OperationName.SETTLEMENT }
        val exchange = exchange(request.http, settlement, isLate)
        report(request.operation, exchange, null, null)
        val answer =
            exchange.answer.getOrElse { why ->
                if (why is InterruptedException) throw why
                if (exchange.sent == Sent.MAYBE) throw IOException("the request may have arrived", why)
                settlement?.let(Settlements::mayBeSentAgain)
                throw NotSentException(why)
            }
        return FlowAnswer(answer.status, answer.body, answer.retryAfter?.toMillis())
    }

    private fun <T : Any> send(
        request: HttpRequest,
        operation: OperationName,
        noAnswer: (Sent) -> BillwireException,
        read: (Int, ByteArray) -> T,
        settlement: SettlementCall? = null,
        nextStep: (T) -> NextStep? = { null },
    ): T {
        val exchange = exchange(request, settlement) { false }
        try {
            val answer =
                exchange.answer.getOrElse { why ->
                    val refused = settlement.takeIf { why is AlreadySentException }
                    throw (refused?.alreadySent() ?: noAnswer(exchange.sent)).apply { initCause(why) }
                }
            val result = read(answer.status, answer.body)
            report(operation, exchange, nextStep(result), null)
            return result
        } catch (error: BillwireException) {
            report(operation, exchange, error.nextStep(), error.code())
            if (error.nextStep() == NextStep.SEND_AGAIN) settlement?.let(Settlements::mayBeSentAgain)
            (error.cause as? InterruptedException)?.let { throw it }
            exchange.retryAfter?.let { error.initCause(RetryAfterException(it)) }
            throw error
        }
    }

    private fun exchange(request: HttpRequest, settlement: Any?, isLate: () -> Boolean): Exchange =
        if (settlement == null || Settlements.isFirst(settlement)) client.exchange(request, isLate)
        else Exchange(Result.failure(AlreadySentException()), Sent.MAYBE, Duration.ZERO)

    /** Must never throw: a settled bill would look like a failed one. */
    private fun report(operation: OperationName, exchange: Exchange, nextStep: NextStep?, code: Code?) {
        try {
            val (status, why) = exchange.answer.getOrNull()?.status to exchange.answer.exceptionOrNull()
            onAttempt(Attempt(operation, exchange.duration, status, nextStep, code, exchange.retryAfter, why))
        } catch (_: Exception) {
            // It is the program's own.
        }
    }
}

/** Settlements that were sent, by any sender: a program that repeats what failed must not pay twice. */
private object Settlements {
    private val sent: MutableSet<Any> = Collections.newSetFromMap(WeakHashMap())

    fun isFirst(settlement: Any): Boolean = synchronized(sent) { sent.add(settlement) }

    fun mayBeSentAgain(settlement: Any) {
        synchronized(sent) { sent.remove(settlement) }
    }
}

/** Client whose threads do not keep a program alive, as OkHttp's own do for a minute. */
private fun clientOfDaemons(): OkHttpClient {
    val threads = Executors.newCachedThreadPool { Thread(it, "billwire-okhttp").apply { isDaemon = true } }
    return OkHttpClient.Builder().dispatcher(Dispatcher(threads)).build()
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
public class RetryAfterException internal constructor(public val duration: Duration) :
    IOException("Retry-After: $duration")

/**
 * Sends in a coroutine, on a thread for I/O: `sender.suspending { send(call) }`.
 *
 * A cancellation ends the attempt at once. The request may have arrived.
 */
public suspend fun <T> HttpSender.suspending(work: HttpSender.() -> T): T = runInterruptible(Dispatchers.IO) { work() }
