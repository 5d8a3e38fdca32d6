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
public class FlowAnswer
@JvmOverloads
constructor(
    /** HTTP status. */
    public val status: Int,
    /** Body, as received. */
    public val body: ByteArray,
    /** Milliseconds to wait before another request, by the answer's `Retry-After`. */
    public val retryAfterMs: Long? = null,
) {
    override fun toString(): String = "FlowAnswer(status=$status)"
}

/** Exception of a request that has certainly not reached the service: no connection was made, or it was too late. */
public class NotSentException(cause: Throwable) : IOException("the request was not sent", cause)

/** End of one run of a [SettlementFlow]. */
public sealed class SettlementRun {
    /** The flow has ended. Only [SettlementEnding.Settled] means that the money has moved. */
    public class Ended(public val ending: SettlementEnding) : SettlementRun() {
        override fun toString(): String = "Ended($ending)"
    }

    /** Another flow of the bill goes on. */
    public object TakenOver : SettlementRun() {
        override fun toString(): String = "TakenOver"
    }

    /** The flow waits longer than `maxWaitMs`. Resume it from the stored record at this time. */
    public class Waiting(public val until: Instant) : SettlementRun() {
        override fun toString(): String = "Waiting($until)"
    }
}

/**
 * Runs the flow to its end, or to its first long wait.
 *
 * If [save] throws, the run ends and sends nothing more: resume from the stored record, or call `run` again with [load].
 * After a cancellation, resume from the stored record.
 *
 * @param save stores the record durably where the stored one has the revision `previous`, and returns whether it did.
 *   Throw if the database does not answer
 * @param send sends the request once, without redirects and retries, and not from its `sendBefore` on. An exception counts
 *   as a request that may have reached the service, unless it is a [NotSentException]
 * @param load returns the stored record, or null for none. A run that follows a [save] that threw calls it first
 * @param maxWaitMs longest wait of this run in milliseconds; a longer one ends it. Null: it waits as long as the flow asks
 * @param sleep waits until a time of [now]
 * @throws io.github.billwire.BillwireException.InvalidRequest with the code `record_stored` if the flow was started without
 *   the record that is stored: load it, and resume
 */
public suspend fun SettlementFlow.run(
    save: suspend (SettlementStep.Save) -> Boolean,
    send: suspend (FlowRequest) -> FlowAnswer,
    load: (suspend () -> String?)? = null,
    maxWaitMs: Long? = null,
    now: () -> Instant = Instant::now,
    random: () -> Double = Random::nextDouble,
    sleep: suspend (Instant) -> Unit = { delay(millisUntil(it, now())) },
): SettlementRun {
    if (isMaybeSaved && load != null) stored(load())
    while (true) {
        val asked = now()
        when (val step = step(asked, random())) {
            is SettlementStep.Save -> store(step, save)
            is SettlementStep.Send ->
                when (val sent = sent(step.request, send)) {
                    is Sending.Answered -> {
                        val answer = sent.answer
                        answered(step.request.number, answer.status, answer.body, now(), answer.retryAfterMs)
                    }
                    is Sending.NoAnswer -> noAnswer(step.request.number, sent.sent, now())
                }
            is SettlementStep.Wait -> {
                val millis = Duration.between(asked, step.until).toMillis()
                if (maxWaitMs != null && millis > maxWaitMs) return SettlementRun.Waiting(step.until)
                sleep(step.until)
            }
            is SettlementStep.Finished -> return SettlementRun.Ended(step.ending)
            SettlementStep.TakenOver -> return SettlementRun.TakenOver
        }
    }
}

/**
 * Runs the flow to its end. Returns the ending, and the response to the webhook if the flow began with one.
 *
 * If [credit] throws, the run ends: the next event or the next flow of the bill goes on. It is the same after a
 * cancellation.
 *
 * @param send sends the verification once, without redirects and retries
 * @param credit claims the transaction and credits the bill in one database transaction
 * @param sleep waits until a time of [now]
 */
public suspend fun CreditFlow.run(
    send: suspend (FlowRequest) -> FlowAnswer,
    credit: suspend (CreditStep.Credit) -> Claim,
    now: () -> Instant = Instant::now,
    random: () -> Double = Random::nextDouble,
    sleep: suspend (Instant) -> Unit = { delay(millisUntil(it, now())) },
): CreditStep.Finished {
    while (true) {
        when (val step = step(now(), random())) {
            is CreditStep.Send ->
                when (val sent = sent(step.request, send)) {
                    is Sending.Answered -> {
                        val answer = sent.answer
                        answered(step.request.number, answer.status, answer.body, now(), answer.retryAfterMs)
                    }
                    is Sending.NoAnswer -> noAnswer(step.request.number, sent.sent, now())
                }
            is CreditStep.Credit -> step.confirmed.use { claimed(credit(step)) }
            is CreditStep.Wait -> sleep(step.until)
            is CreditStep.Finished -> return step
        }
    }
}

/** A store that throws, or is cancelled, may have stored the record. */
private suspend fun SettlementFlow.store(step: SettlementStep.Save, save: suspend (SettlementStep.Save) -> Boolean) {
    val isStored =
        try {
            save(step)
        } catch (error: Throwable) {
            maybeSaved(step.revision)
            throw error
        }
    if (isStored) saved(step.revision) else notSaved(step.revision)
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
