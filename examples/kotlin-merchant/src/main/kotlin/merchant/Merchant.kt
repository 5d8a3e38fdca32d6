package merchant

import io.github.billwire.Biller
import io.github.billwire.BillwireException
import io.github.billwire.CreditPolicy
import io.github.billwire.SettlementPolicy
import io.github.billwire.WebhookReceiver
import io.github.billwire.text
import java.time.Duration
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicInteger

/** Dependencies of every part of this backend. */
class Merchant(
    val biller: Biller,
    val receiver: WebhookReceiver,
    val books: Books,
    val diary: Diary,
    val patience: Patience,
)

/** Waiting times of this merchant. */
class Patience(
    /** For one answer. */
    val answer: Duration,
    /** Attempts and pauses of settlements. */
    val settlement: SettlementPolicy,
    /** Attempts and pauses of verifications that confirm a payment. */
    val credit: CreditPolicy,
    /** For the last webhook. */
    val webhooks: Duration,
    /** Without any webhook, before the merchant asks about a settled bill. */
    val silence: Duration,
) {
    companion object {
        val ATTENTIVE =
            Patience(
                Duration.ofSeconds(15),
                SettlementPolicy(), // agree with your service how long "not found" must hold
                CreditPolicy(),
                Duration.ofMinutes(1),
                silence = Duration.ofSeconds(20),
            )

        /** For runs with faults, which should not try the reader's patience. */
        val HURRIED =
            Patience(
                Duration.ofSeconds(1),
                SettlementPolicy {
                    pauseMs(100)
                    longestPauseMs(400)
                    notFoundHoldsMs(700) // the sandbox moves the money before it answers
                    inFlightMs(2_000)
                },
                CreditPolicy {
                    pauseMs(100)
                    longestPauseMs(400)
                    inFlightMs(2_000)
                },
                Duration.ofMinutes(1),
                silence = Duration.ofSeconds(3),
            )
    }
}

/** A record of events for the table. Decisions use the books instead. */
class Diary {
    val lookUps = AtomicInteger()
    private val endings = ConcurrentHashMap<String, Ending>()
    private val notices = ConcurrentLinkedQueue<Notice>()

    fun ended(refId: String, ending: Ending) {
        endings[refId] = ending
    }

    fun noticed(notice: Notice) {
        notices += notice
    }

    fun count(notice: Notice) = notices.count { it == notice }

    fun count(state: State) = endings.values.count { it.state == state }

    /** Returns the reasons of all bills with this result, with their counts. */
    fun reasons(state: State): String =
        endings.values
            .filter { it.state == state }
            .groupingBy { it.reason }
            .eachCount()
            .map { (reason, times) -> "$reason ×$times" }
            .joinToString("\n")
}

/** Describes an error in our own words. The service's messages are for people and are not logged. */
fun describe(error: BillwireException): String {
    val details = error.details
    val found = details.violations.map { "${it.path} ${it.code.text()}".trim() }
    val words = listOfNotNull("${details.kind}/${details.code.text()}", details.httpStatus, details.responseCode)
    return (if (error is BillwireException.InvalidRequest) words + found else words).joinToString(" ")
}
