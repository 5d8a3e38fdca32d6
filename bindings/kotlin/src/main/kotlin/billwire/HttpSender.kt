package io.github.billwire

import io.github.billwire.http.Exchange
import io.github.billwire.http.HttpAnswer
import io.github.billwire.http.OneTimeRequest
import io.github.billwire.http.Transport
import java.io.IOException
import java.time.Duration
import java.time.Instant

/**
 * Sends calls over an HTTP client, once each, and decodes their answers. It follows no redirect and sends nothing again.
 *
 * The artefacts `billwire-okhttp` and `billwire-ktor` have the transports. Any number of threads may use a sender.
 *
 * @param transport HTTP client
 * @param timeout time for a whole attempt, to the last byte of the answer. For a flow, it is shorter than `inFlightMs`
 *   of the policy
 * @param maxBytes largest answer
 * @param now clock of the flows, by which a settlement is not sent from the `sendBefore` of its request on
 * @param onAttempt function that is called once, at the end of each attempt, for logs, metrics and traces. Its exceptions
 *   are ignored
 */
public class HttpSender
@JvmOverloads
constructor(
    private val transport: Transport,
    private val timeout: Duration = Duration.ofSeconds(30),
    private val maxBytes: Int = 1_048_576,
    private val now: () -> Instant = Instant::now,
    private val onAttempt: (Attempt) -> Unit = {},
) {
    init {
        require(timeout.toMillis() >= 1) { "expected a time-out of at least 1 ms" }
        require(maxBytes >= 1) { "expected a limit of at least 1 byte" }
    }

    /**
     * Sends a settlement.
     *
     * @throws BillwireException for any answer that is no success. Without an answer, its cause tells why
     * @throws InterruptedException if the thread is interrupted: the settlement may have arrived
     */
    @Throws(BillwireException::class, InterruptedException::class)
    public fun send(call: SettlementCall): SettlementOutcome =
        send(call.request(), call.operation(), call::noAnswer, { (it as? SettlementOutcome.Accepted)?.nextStep }, call::decode)

    /**
     * Sends an onboarding.
     *
     * @throws BillwireException for any answer that is no success. Without an answer, its cause tells why
     * @throws InterruptedException if the thread is interrupted
     */
    @Throws(BillwireException::class, InterruptedException::class)
    public fun send(call: OnboardingCall): OnboardingResponse =
        send(call.request(), call.operation(), call::noAnswer, { null }, call::decode)

    /**
     * Sends a verification.
     *
     * @throws BillwireException for any answer that is no success. Without an answer, its cause tells why
     * @throws InterruptedException if the thread is interrupted
     */
    @Throws(BillwireException::class, InterruptedException::class)
    public fun send(call: VerificationCall): VerificationResponse =
        send(call.request(), call.operation(), call::noAnswer, { null }, call::decode)

    /**
     * Sends the call of an operation without a shape.
     *
     * @throws BillwireException without an answer, or if it is not JSON
     * @throws InterruptedException if the thread is interrupted: the request may have arrived
     */
    @Throws(BillwireException::class, InterruptedException::class)
    public fun send(call: UntypedCall): UntypedAnswer =
        send(call.request(), call.operation(), call::noAnswer, { null }, call::decode)

    /**
     * Sends the verification of a lookup, and returns the verdict.
     *
     * @throws BillwireException without an answer. Its cause tells why
     * @throws InterruptedException if the thread is interrupted
     */
    @Throws(BillwireException::class, InterruptedException::class)
    public fun send(lookup: Lookup): LookupVerdict =
        lookup.call().use { call ->
            send(call.request(), call.operation(), call::noAnswer, { (it as? LookupVerdict.Unclear)?.nextStep }, lookup::decide)
        }

    /**
     * Sends the verification of a confirmation, and returns the verdict.
     *
     * @throws BillwireException for any answer that is no success. Without an answer, its cause tells why
     * @throws InterruptedException if the thread is interrupted
     */
    @Throws(BillwireException::class, InterruptedException::class)
    public fun send(confirmation: Confirmation): Verdict =
        confirmation.call().use { call ->
            send(call.request(), call.operation(), call::noAnswer, { null }, confirmation::decide)
        }

    /**
     * Sends the request of a flow's step, and tells the flow what happened. A settlement that is too late is not sent.
     *
     * @throws InterruptedException if the thread is interrupted: resume from the stored record
     */
    @Throws(InterruptedException::class)
    public fun send(flow: SettlementFlow, request: FlowRequest): Unit =
        send(request, flow::noAnswer, flow::answered)

    /**
     * Sends the request of a flow's step, and tells the flow what happened.
     *
     * @throws InterruptedException if the thread is interrupted: the next flow of the bill goes on
     */
    @Throws(InterruptedException::class)
    public fun send(flow: CreditFlow, request: FlowRequest): Unit =
        send(request, flow::noAnswer, flow::answered)

    /**
     * Sends a request of a flow, and returns what happened. A settlement that is too late is not sent: its flow looks the
     * bill up, or asks to send it again.
     *
     * @throws InterruptedException if the thread is interrupted: resume from the stored record
     */
    @Throws(InterruptedException::class)
    public fun exchange(request: FlowRequest): Exchange {
        val isLate = request.sendBefore?.let { now() >= it } == true
        val exchange = exchange(request.http, if (isLate) TOO_LATE else transport)
        report(request.operation, exchange, null, null)
        return exchange.orInterrupted()
    }

    private fun send(
        request: FlowRequest,
        noAnswer: (Long, Sent, Instant, Long?) -> Unit,
        answered: (Long, Int, ByteArray, Instant, Long?) -> Unit,
    ) {
        val exchange = exchange(request)
        val retryAfterMs = exchange.retryAfter()?.toMillis()
        val answer = exchange.answer().orElse(null)
        if (answer == null) noAnswer(request.number, exchange.sent(), now(), retryAfterMs)
        else answered(request.number, answer.status(), answer.body(), now(), retryAfterMs)
    }

    private fun <T : Any> send(
        request: HttpRequest,
        operation: OperationName,
        noAnswer: (Sent) -> BillwireException,
        nextStep: (T) -> NextStep?,
        read: (Int, ByteArray) -> T,
    ): T {
        val exchange = exchange(request, transport)
        try {
            val result = exchange.answer().map { read(it.status(), it.body()) }
            if (!result.isPresent) throw noAnswer(exchange.sent()).apply { initCause(exchange.failure().orElse(null)) }
            report(operation, exchange, nextStep(result.get()), null)
            return result.get()
        } catch (error: BillwireException) {
            error.retryAfter = exchange.retryAfter()
            report(operation, exchange, error.details.nextStep, error.details.code)
            exchange.orInterrupted()
            throw error
        }
    }

    private fun exchange(request: HttpRequest, transport: Transport): Exchange {
        val headers = request.headers.associate { it.name to it.value.text }
        val body = request.body?.text
        return Exchange.of(
            transport,
            OneTimeRequest(request.method, request.url, headers, body, timeout.toMillis(), maxBytes),
        )
    }

    /** Must never throw: a settled bill would look like a failed one. */
    private fun report(operation: OperationName, exchange: Exchange, nextStep: NextStep?, code: Code?) {
        try {
            onAttempt(
                Attempt(
                    operation,
                    Duration.ofNanos(exchange.nanos()),
                    exchange.answer().map(HttpAnswer::status).orElse(null),
                    nextStep,
                    code,
                    exchange.retryAfter(),
                    exchange.failure().orElse(null),
                )
            )
        } catch (_: Exception) {
            // It is the program's own.
        }
    }
}

/** Attempt to send a request. It holds no secret and nothing of a bill. */
public class Attempt
internal constructor(
    /** Operation of the call. */
    public val operation: OperationName,
    /** Duration, to the last byte of the answer. */
    public val duration: Duration,
    /** HTTP status, if there is an answer. */
    public val status: Int?,
    /** Next step after an error or an open outcome. For a request of a flow, the flow decides, and it is null. */
    public val nextStep: NextStep?,
    /** Code of the error, if there is one. */
    public val code: Code?,
    /** Time to wait before another request, by the answer's header `Retry-After`. */
    public val retryAfter: Duration?,
    /** Exception of the HTTP client, if there is no answer. */
    public val cause: Exception?,
) {
    override fun toString(): String =
        "Attempt(operation=$operation, duration=$duration, status=$status, nextStep=$nextStep, code=$code, " +
            "retryAfter=$retryAfter, cause=$cause)"
}

private val TOO_LATE = Transport { throw IOException("too late to send the settlement") }

private fun Exchange.sent(): Sent = if (isNotSent) Sent.NO else Sent.MAYBE

private fun Exchange.retryAfter(): Duration? =
    answer().orElse(null)?.retryAfterMillis()?.let { if (it.isPresent) Duration.ofMillis(it.asLong) else null }

private fun Exchange.orInterrupted(): Exchange {
    (failure().orElse(null) as? InterruptedException)?.let { throw it }
    return this
}
