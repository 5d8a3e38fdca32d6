package bench

import kotlin.math.max
import kotlin.math.roundToInt
import kotlin.random.Random

/** Somebody who does a job: an action for each input. */
internal class Contestant(val name: String, private val actions: List<() -> Any>) {
    val times = mutableListOf<Double>()
    private var count = 1

    fun answers(): List<Any> = actions.map { it() }

    /**
     * Notes the microseconds that one action took. One pass goes before, so that nobody pays for fetching the inputs.
     */
    fun turn() {
        for (action in actions) kept = action()
        val start = System.nanoTime()
        for (i in 0..<count) kept = actions[i % actions.size]()
        times += (System.nanoTime() - start) / 1e3 / count
    }

    /** Takes a turn, and sets how many actions will make the next one as long as it should be. */
    fun warm(micros: Double) {
        turn()
        count = max(1, (micros / times.last()).roundToInt().coerceAtMost(count * 4))
    }

    companion object {
        /** Keeps the results, so that no work is dropped as unused. */
        @Volatile var kept: Any? = null
    }
}

/** A job with inputs of one kind, and all who do it. */
internal class Case(
    val job: String,
    val name: String,
    val script: String,
    val ours: Contestant,
    val peers: List<Contestant>,
    private val check: (ours: Any, theirs: Any) -> Unit,
) {
    val contestants
        get() = listOf(ours) + peers

    /** Nobody is timed before every answer was compared with the peer's. */
    fun checkOnce() = peers.forEach { peer -> ours.answers().zip(peer.answers()).forEach { (a, b) -> check(a, b) } }
}

/** Milliseconds: of a contestant in a round, and of both phases. */
internal class Pace(val turn: Double, val warmUp: Long, val measure: Long)

/** Costs of a peer and of billwire: medians in microseconds, and the median of the rounds' ratios. */
internal class Row(
    val case: Case,
    val peer: String,
    val ours: Double,
    val theirs: Double,
    val ratio: Double,
    val rounds: Int,
)

/**
 * Runs all contestants against each other, in one process and in many short rounds. A machine's speed drifts, so a time
 * alone says little: in each round every contestant of a case runs for a moment, one right after the other and in
 * random order, and what counts is the median of the rounds' ratios.
 */
internal fun race(cases: List<Case>, pace: Pace): List<Row> {
    cases.forEach(Case::checkOnce)
    rounds(cases, pace.warmUp) { it.warm(pace.turn * 1e3) }
    cases.flatMap { it.contestants }.forEach { it.times.clear() }
    rounds(cases, pace.measure) { it.turn() }
    return cases.flatMap { case -> case.peers.map { peer -> row(case, peer) } }
}

private fun rounds(cases: List<Case>, millis: Long, take: (Contestant) -> Unit) {
    val random = Random(1)
    val end = System.nanoTime() + millis * 1_000_000
    var round = 0
    while (round++ < 3 || System.nanoTime() < end) {
        for (case in cases.shuffled(random)) case.contestants.shuffled(random).forEach(take)
    }
}

private fun row(case: Case, peer: Contestant): Row {
    val ratios = case.ours.times.zip(peer.times) { ours, theirs -> ours / theirs }
    return Row(case, peer.name, median(case.ours.times), median(peer.times), median(ratios), ratios.size)
}

private fun median(values: List<Double>): Double {
    val sorted = values.sorted()
    return (sorted[(sorted.size - 1) / 2] + sorted[sorted.size / 2]) / 2
}
