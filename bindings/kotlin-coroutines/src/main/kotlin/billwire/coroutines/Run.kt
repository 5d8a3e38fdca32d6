package io.github.billwire.coroutines

import io.github.billwire.Claim
import io.github.billwire.CreditFlow
import io.github.billwire.CreditStep
import io.github.billwire.FlowRequest
import io.github.billwire.Sent
import io.github.billwire.SettlementEnding
import io.github.billwire.SettlementFlow
import io.github.billwire.SettlementStep
import java.io.IOException
import java.time.Duration
import java.time.Instant
import kotlin.random.Random
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.delay
import kotlinx.coroutines.ensureActive

/** Answer to a request of a flow. It does not print its body. */
public class FlowAnswer(
    /** HTTP status. */
    public val status: Int,
    /** Body, as received. */
    public val body: ByteArray,
) {
    override fun toString(): String = "FlowAnswer(status=$status)"
}

/** Exception of a request that has certainly not reached the service, because no connection was made. */
public class NotSentException(cause: Throwable) : IOException("no connection was made", cause)

/**
 * Runs the flow to its end. Returns null if another flow of the bill took over.
 *
 * If [save] throws, the run ends and sends nothing more: resume from the stored record. It is the same after a
 * cancellation.
 *
 * @param save stores the record durably where the stored one has the revision `previous`, and returns whether it did
 * @param send sends the request once, without redirects and retries. An exception counts as a request that may have
 *   reached the service, unless it is a [NotSentException]
 * @param sleep waits until a time of [now]
 */
public suspend fun SettlementFlow.run(
    save: suspend (SettlementStep.Save) -> Boolean,
    send: suspend (FlowRequest) -> FlowAnswer,
    now: () -> Instant = Instant::now,
    random: () -> Double = Random::nextDouble,
    sleep: suspend (Instant) -> Unit = { delay(millisUntil(it, now())) },
): SettlementEnding? {
    while (true) {
        when (val step = step(now(), random())) {
            is SettlementStep.Save -> if (save(step)) saved(step.revision) else notSaved(step.revision)
            is SettlementStep.Send ->
                when (val sent = sent(step.request, send)) {
                    is Sending.Answered -> answered(step.request.number, sent.answer.status, sent.answer.body, now())
                    is Sending.NoAnswer -> noAnswer(step.request.number, sent.sent, now())
                }
            is SettlementStep.Wait -> sleep(step.until)
            is SettlementStep.Finished -> return step.ending
            SettlementStep.TakenOver -> return null
        }
    }
}

/**
 * Runs the flow to its end. Returns the ending, and the response to the webhook if the flow began with one.
 *
 * If [save] or [credit] throws, the run ends: the next event or the next flow of the bill goes on. It is the same after
 * a cancellation.
 *
 * @param save stores the record durably where the stored one has the revision `previous`, and returns whether it did
 * @param send sends the verification once, without redirects and retries
 * @param credit claims the transaction and credits the bill in one database transaction
 * @param sleep waits until a time of [now]
 */
public suspend fun CreditFlow.run(
    save: suspend (CreditStep.Save) -> Boolean,
    send: suspend (FlowRequest) -> FlowAnswer,
    credit: suspend (CreditStep.Credit) -> Claim,
    now: () -> Instant = Instant::now,
    random: () -> Double = Random::nextDouble,
    sleep: suspend (Instant) -> Unit = { delay(millisUntil(it, now())) },
): CreditStep.Finished {
    while (true) {
        when (val step = step(now(), random())) {
            is CreditStep.Save -> if (save(step)) saved(step.revision) else notSaved(step.revision)
            is CreditStep.Send ->
                when (val sent = sent(step.request, send)) {
                    is Sending.Answered -> answered(step.request.number, sent.answer.status, sent.answer.body, now())
                    is Sending.NoAnswer -> noAnswer(step.request.number, sent.sent, now())
                }
            is CreditStep.Credit -> step.confirmed.use { claimed(credit(step)) }
            is CreditStep.Wait -> sleep(step.until)
            is CreditStep.Finished -> return step
        }
    }
}

private sealed class Sending {
    class Answered(val answer: FlowAnswer) : Sending()

    class NoAnswer(val sent: Sent) : Sending()
}

/** Sends a request. A time-out inside of [send] is a lost answer; a cancellation from outside ends the run. */
private suspend fun sent(request: FlowRequest, send: suspend (FlowRequest) -> FlowAnswer): Sending =
    try {
        Sending.Answered(send(request))
    } catch (error: Exception) {
        currentCoroutineContext().ensureActive()
        Sending.NoAnswer(if (error is NotSentException) Sent.NO else Sent.MAYBE)
    }

/** A part of a millisecond counts as one, or the flow would ask to wait again at once. */
private fun millisUntil(until: Instant, now: Instant): Long =
    Duration.between(now, until).plusNanos(999_999).toMillis().coerceAtLeast(1)
