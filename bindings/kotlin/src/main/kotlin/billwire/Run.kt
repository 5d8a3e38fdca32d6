@file:JvmName("Flows")

package io.github.billwire

import java.io.IOException
import java.time.Duration
import java.time.Instant
import java.util.concurrent.CancellationException
import kotlin.random.Random

/**
 * Answer to a request of a flow, with the time that its header `Retry-After` asks to wait. It does not print its body.
 */
public class FlowAnswer
@JvmOverloads
constructor(public val status: Int, public val body: ByteArray, public val retryAfterMs: Long? = null) {
    override fun toString(): String = "FlowAnswer(status=$status)"
}

/** Exception of a request that has certainly not reached the service: no connection was made, or it was too late. */
public class NotSentException(cause: Throwable) : IOException("the request was not sent", cause)

/** End of one run of a [SettlementFlow]. */
public sealed class SettlementRun {
    /** The flow has ended. Only [SettlementEnding.Settled] means that the money has moved. */
    public data class Ended(public val ending: SettlementEnding) : SettlementRun()

    /** Another flow of the bill goes on. */
    public object TakenOver : SettlementRun()

    /** The flow waits longer than `maxWaitMs`, or for credentials. Run a flow of the bill again at this time. */
    public data class Waiting(public val until: Instant, public val reason: WaitReason) : SettlementRun()
}

/**
 * Runs the flow to its end, or to its first long wait. The blocks may suspend where the caller may.
 *
 * If [load] or [control] throws, or [save] twice in a row, the run ends and sends nothing more: run a flow of the bill
 * again. So after a cancellation.
 *
 * @param load returns the text of the stored record, or null. It is called first, and after a save that failed
 * @param save stores the record and the columns of its row durably where the stored one has the revision `previous`,
 *   and returns whether it did. Throw if the database does not answer
 * @param send sends the request once, without redirects and retries, and not from its `sendBefore` on. An exception
 *   counts as a request that may have reached the service, unless it is a [NotSentException]
 * @param control returns a bill that your books know as settled, or null: the last settled one that is older than
 *   `notFoundHoldsMs`. It is called once a bill is in doubt
 * @param pause waits for a number of milliseconds: `{ delay(it) }` in a coroutine, else `{ Thread.sleep(it) }`
 * @param biller returns a biller whose credentials may be renewed, before each request; null keeps the flow's own, and
 *   a refused credential ends the run as [SettlementRun.Waiting]
 * @param maxWaitMs longest wait of this run in milliseconds; a longer one ends it. Null: it waits as long as the flow
 *   asks
 */
public inline fun SettlementFlow.run(
    load: () -> String?,
    save: (SettlementStep.Save) -> Boolean,
    send: (FlowRequest) -> FlowAnswer,
    control: () -> Settlement?,
    pause: (Long) -> Unit,
    biller: () -> Biller? = { null },
    maxWaitMs: Long? = null,
    now: () -> Instant = { Instant.now() },
    random: () -> Double = { Random.nextDouble() },
): SettlementRun {
    val cancellation = Cancellation()
    var renews = false
    var storeFailed = false
    while (true) {
        val asked = now()
        when (val step = step(asked, random())) {
            is SettlementStep.Load -> loaded(load(), now())
            is SettlementStep.Save -> {
                val isStored =
                    try {
                        save(step).also { storeFailed = false }
                    } catch (error: Exception) {
                        if (storeFailed || cancellation.isOfCaller(error)) throw error
                        storeFailed = true
                        false
                    }
                if (isStored) saved(step.revision) else notSaved(step.revision)
            }
            is SettlementStep.Send -> {
                val renewed = biller()?.let { renew(it) }
                renews = renews || renewed != null
                val request = renewed ?: step.request
                exchange(request, send, cancellation, pause, now, ::answered, ::noAnswer)
            }
            is SettlementStep.Control -> control(control())
            is SettlementStep.Wait -> {
                val millis = millisBetween(asked, step.until)
                val isInVain = step.reason == WaitReason.CREDENTIALS && !renews
                if (isInVain || (maxWaitMs != null && millis > maxWaitMs))
                    return SettlementRun.Waiting(step.until, step.reason)
                pause(millis)
            }
            is SettlementStep.Finished -> return SettlementRun.Ended(step.ending)
            is SettlementStep.TakenOver -> return SettlementRun.TakenOver
        }
    }
}

/**
 * Runs the flow to its end. Returns the ending, and the response to the webhook if the flow began with one. The blocks
 * may suspend where the caller may.
 *
 * If [credit] or [review] throws, or after a cancellation, the next event or the next flow of the bill goes on.
 *
 * @param credit claims the transaction and credits the bill in one database transaction
 * @param review stores what a person must see in one database transaction, and returns whether it did
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
            is CreditStep.Send -> exchange(step.request, send, cancellation, pause, now, ::answered, ::noAnswer)
            is CreditStep.Credit -> step.confirmed.use { claimed(credit(it)) }
            is CreditStep.Review -> reviewed(review(step.review))
            is CreditStep.Wait -> pause(millisBetween(asked, step.until))
            is CreditStep.Finished -> return step
        }
    }
}

/** Store of the records, and the books of settled bills. Throw if the database does not answer. */
public interface RecordStore {
    /** Returns the text of the stored record of the bill, or null. */
    @Throws(Exception::class) public fun load(): String?

    /** Stores the record where the stored one has the revision `previous`; returns whether it did. */
    @Throws(Exception::class) public fun save(step: SettlementStep.Save): Boolean

    /** Returns the last settled bill that is older than `notFoundHoldsMs`, or null. */
    @Throws(Exception::class) public fun control(): Settlement?
}

/** Sends the request of a flow once. Throws [NotSentException] only if it has certainly not reached the service. */
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
public fun SettlementFlow.runBlocking(store: RecordStore, sender: FlowSender, maxWaitMs: Long? = null): SettlementRun =
    run(store::load, store::save, sender::send, store::control, { Thread.sleep(it) }, maxWaitMs = maxWaitMs)

/** Runs the flow as [run] does, on this thread. An interrupt ends the run. */
@Throws(Exception::class)
public fun CreditFlow.runBlocking(sender: FlowSender, credit: BillCredit, reviews: ReviewStore): CreditStep.Finished =
    run(sender::send, credit::credit, reviews::store, { Thread.sleep(it) })

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
