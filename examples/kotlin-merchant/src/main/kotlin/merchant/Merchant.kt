package merchant

import billwire.Biller
import billwire.BillwireException
import billwire.WebhookReceiver
import billwire.text
import java.time.Duration
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicInteger
import kotlin.random.Random

/** What every part of this backend needs. */
class Merchant(
    val biller: Biller,
    val receiver: WebhookReceiver,
    val books: Books,
    val diary: Diary,
    val patience: Patience,
)

/** How long this merchant waits for what. */
class Patience(
    /** For one answer. */
    val answer: Duration,
    /** Before a request is sent again; doubled each time. */
    private val again: Duration,
    /** How often one bill is sent, and one question asked. */
    val tries: Int,
    /** The pauses before each look for a settlement whose answer was lost. */
    val looks: List<Duration>,
    /** For the last webhook. */
    val webhooks: Duration,
    /** For any webhook at all, before a settled bill is asked about that none has told us of. */
    val silence: Duration,
) {
    /** Doubling, and never the same for two: those who were refused together should not come back together. */
    fun backoff(failures: Int): Duration {
        val longest = again.toMillis() shl failures
        return Duration.ofMillis(Random.nextLong(longest / 2, longest + 1))
    }

    companion object {
        private fun millis(vararg millis: Long) = millis.map(Duration::ofMillis)

        val ATTENTIVE =
            Patience(
                Duration.ofSeconds(15),
                Duration.ofMillis(500),
                tries = 5,
                millis(500, 1_000, 2_000),
                Duration.ofMinutes(1),
                silence = Duration.ofSeconds(20),
            )

        /** For runs with faults: a slow answer should be given up within the reader's patience, too. */
        val HURRIED =
            Patience(
                Duration.ofSeconds(1),
                Duration.ofMillis(100),
                tries = 5,
                millis(100, 200, 400),
                Duration.ofMinutes(1),
                silence = Duration.ofSeconds(3),
            )
    }
}

/** What happened, for the table. Nothing is decided from it: that is what the books are for. */
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

    /** The reasons of all that ended so, each with its number. */
    fun reasons(state: State): String =
        endings.values
            .filter { it.state == state }
            .groupingBy { it.reason }
            .eachCount()
            .map { (reason, times) -> "$reason ×$times" }
            .joinToString("\n")
}

/** An error in a few words that are ours: the service's own messages are for people, and stay where they are. */
fun describe(error: BillwireException): String {
    val details = error.details
    val found = details.violations.map { "${it.path} ${it.code.text()}".trim() }
    val words = listOfNotNull("${details.kind}/${details.code.text()}", details.httpStatus, details.responseCode)
    return (if (error is BillwireException.InvalidRequest) words + found else words).joinToString(" ")
}
