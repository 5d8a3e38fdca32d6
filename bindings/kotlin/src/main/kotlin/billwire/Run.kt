@file:JvmName("Flows")

package io.github.billwire

import java.io.IOException
import java.time.Duration
import java.time.Instant
import java.util.concurrent.CancellationException
import kotlin.random.Random

/**
 * Answer to a request of a flow, with the time that its header `Retry-After` asks to wait. It does
 * not print its body.
 */
public class FlowAnswer
@JvmOverloads
constructor(
    public val status: Int,
    public val body: ByteArray,
    public val retryAfterMs: Long? = null,
) {
    override fun toString(): String = "FlowAnswer(status=$status)"
}

/**
 * Exception of a request that has certainly not reached the service: no connection was made, or it
 * was too late.
 */
public class NotSentException(cause: Throwable) : IOException("the request was not sent", cause)

/** End of one run of a [SettlementFlow]. */
public sealed class SettlementRun {
    /** The flow has ended. Only [SettlementEnding.Settled] means that the money has moved. */
    public data class Ended(public val ending: SettlementEnding) : SettlementRun()

    /** Another flow of the bill goes on. */
    public object TakenOver : SettlementRun()

    /** The flow waits longer than `maxWaitMs`. Resume it from the stored record at this time. */
    public data class Waiting(public val until: Instant) : SettlementRun()
}

/**
 * Runs the flow to its end, or to its first long wait. The blocks may suspend where the caller may.
 *
 * If [save] throws, the run ends and sends nothing more: resume from the stored record, or pass it
 * to [SettlementFlow.stored] and call `run` again. After a cancellation, resume from the stored
 * record.
 *
 * @param save stores the record durably where the stored one has the revision `previous`, and
 *   returns whether it did. Throw if the database does not answer
 * @param send sends the request once, without redirects and retries, and not from its `sendBefore`
 *   on. An exception counts as a request that may have reached the service, unless it is a
 *   [NotSentException]
 * @param pause waits for a number of milliseconds: `{ delay(it) }` in a coroutine, else `{
 *   Thread.sleep(it) }`
 * @param maxWaitMs longest wait of this run in milliseconds; a longer one ends it. Null: it waits
 *   as long as the flow asks
 */
public inline fun SettlementFlow.run(
    save: (SettlementStep.Save) -> Boolean,
    send: (FlowRequest) -> FlowAnswer,
    pause: (Long) -> Unit,
    maxWaitMs: Long? = null,
    now: () -> Instant = { Instant.now() },
    random: () -> Double = { Random.nextDouble() },
): SettlementRun {
    val cancellation = Cancellation()
    while (true) {
        val asked = now()
        when (val step = step(asked, random())) {
            is SettlementStep.Save -> {
                val isStored =
                    try {
                        save(step)
                    } catch (error: Throwable) {
                        maybeSaved(step.revision)
                        throw error
                    }
                if (isStored) saved(step.revision) else notSaved(step.revision)
            }
            is SettlementStep.Send ->
                exchange(step.request, send, cancellation, pause, now, ::answered, ::noAnswer)
            is SettlementStep.Wait -> {
                val millis = millisBetween(asked, step.until)
                if (maxWaitMs != null && millis > maxWaitMs)
                    return SettlementRun.Waiting(step.until)
                pause(millis)
            }
            is SettlementStep.Finished -> return SettlementRun.Ended(step.ending)
            SettlementStep.TakenOver -> return SettlementRun.TakenOver
        }
    }
}

/**
 * Runs the flow to its end. Returns the ending, and the response to the webhook if the flow began
 * with one. The blocks may suspend where the caller may.
 *
 * If [credit] or [review] throws, or after a cancellation, the next event or the next flow of the
 * bill goes on.
 *
 * @param credit claims the transaction and credits the bill in one database transaction
 * @param review stores what a person must see in one database transaction, and returns whether it
 *   did
 */
public inline fun CreditFlow.run(
    send: (FlowRequest) -> FlowAnswer,
    credit: (Confirmed) -> Claim,
    review: (CreditReview) -> Boolean,
    pause: (Long) -> Unit,
    now: () -> Instant = { Instant.now() },
    random: () -> Double = { Random.nextDouble() },
): CreditStep.Finished {
    val cancellation = Cancellation()
    while (true) {
        val asked = now()
        when (val step = step(asked, random())) {
            is CreditStep.Send ->
                exchange(step.request, send, cancellation, pause, now, ::answered, ::noAnswer)
            is CreditStep.Credit -> step.confirmed.use { claimed(credit(it)) }
            is CreditStep.Review -> reviewed(review(step.review))
            is CreditStep.Wait -> pause(millisBetween(asked, step.until))
            is CreditStep.Finished -> return step
        }
    }
}

/**
 * Stores the record of a flow, and returns whether it did. Throw if the database does not answer.
 */
public fun interface RecordStore {
    @Throws(Exception::class) public fun save(step: SettlementStep.Save): Boolean
}

/**
 * Sends the request of a flow once. Throws [NotSentException] only if it has certainly not reached
 * the service.
 */
public fun interface FlowSender {
    @Throws(Exception::class) public fun send(request: FlowRequest): FlowAnswer
}

/** Claims a transaction and credits the bill in one database transaction. */
public fun interface BillCredit {
    @Throws(Exception::class) public fun credit(confirmed: Confirmed): Claim
}

/** Stores what a person must see in one database transaction, and returns whether it did. */
public fun interface ReviewStore {
    @Throws(Exception::class) public fun store(review: CreditReview): Boolean
}

/** Runs the flow as [run] does, on this thread. An interrupt ends the run. */
@JvmOverloads
@Throws(Exception::class)
public fun SettlementFlow.runBlocking(
    store: RecordStore,
    sender: FlowSender,
    maxWaitMs: Long? = null,
): SettlementRun = run(store::save, sender::send, { Thread.sleep(it) }, maxWaitMs)

/** Runs the flow as [run] does, on this thread. An interrupt ends the run. */
@Throws(Exception::class)
public fun CreditFlow.runBlocking(
    sender: FlowSender,
    credit: BillCredit,
    reviews: ReviewStore,
): CreditStep.Finished = run(sender::send, credit::credit, reviews::store, { Thread.sleep(it) })

/** Sends a request of a flow, and tells the flow what happened. */
@PublishedApi
internal inline fun exchange(
    request: FlowRequest,
    send: (FlowRequest) -> FlowAnswer,
    cancellation: Cancellation,
    pause: (Long) -> Unit,
    now: () -> Instant,
    answered: (Long, Int, ByteArray, Instant, Long?) -> Unit,
    noAnswer: (Long, Sent, Instant) -> Unit,
) {
    val answer =
        try {
            send(request)
        } catch (error: Exception) {
            noAnswer(request.number, if (error is NotSentException) Sent.NO else Sent.MAYBE, now())
            if (cancellation.isOfCaller(error)) throw error
            // Where `pause` suspends, a time-out around the run ends it here.
            return pause(1)
        }
    answered(request.number, answer.status, answer.body, now(), answer.retryAfterMs)
}

/** Tells a cancellation of the caller from a time-out inside of `send`, which is a lost answer. */
@PublishedApi
internal class Cancellation {
    private var timeout: Throwable? = null

    fun isOfCaller(error: Exception): Boolean {
        if (error !is CancellationException) return error is InterruptedException
        if (error.javaClass.name != "kotlinx.coroutines.TimeoutCancellationException") return true
        // A time-out around the run is thrown again by whatever suspends next.
        val root = generateSequence<Throwable>(error) { it.cause }.last()
        return root === timeout.also { timeout = root }
    }
}

/** A part of a millisecond counts as one, or the flow would ask to wait again at once. */
@PublishedApi
internal fun millisBetween(now: Instant, until: Instant): Long =
    Duration.between(now, until).plusNanos(999_999).toMillis().coerceAtLeast(1)
