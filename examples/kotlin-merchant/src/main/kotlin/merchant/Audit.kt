package merchant

/** A difference between both books. */
data class Difference(val what: String, val ours: String, val theirs: String)

private const val NOTHING = "nothing"

/** Compares our books with the sandbox's: every bill, every balance, every total, exactly. */
fun differences(entries: List<Entry>, theirs: SandboxBooks): List<Difference> {
    val ours =
        entries.associate { "bill ${it.refId}" to it.asWeSeeIt() } +
            sums(entries) { "balance ${it.settlementTo} ${it.currency}" } +
            sums(entries) { "total ${it.currency}" }
    val other =
        theirs.bills.associate { "bill ${it.refId}" to it.asTheySeeIt() } +
            balances(theirs) +
            theirs.totals.map { (currency, sum) -> "total $currency" to whole(sum) }
    return (ours.keys + other.keys)
        .map { Difference(it, ours[it] ?: NOTHING, other[it] ?: NOTHING) }
        .filter { it.ours != it.theirs }
}

/** A settled bill was settled exactly once, by the transaction that we claimed, and is paid in full. */
private fun Entry.asWeSeeIt(): String =
    when {
        state == State.SETTLED -> "$currency $paid of $amount, settled 1 time: $claimKey"
        paid > 0 -> "$state, but paid by $claimKey"
        else -> NOTHING
    }

private fun SandboxBill.asTheySeeIt(): String {
    if (settlements == 0) return NOTHING
    val times = if (settlements == 1) "1 time" else "$settlements times"
    return "$currency $totalAmount of $totalAmount, settled $times: ${tranIds.joinToString()}"
}

private fun sums(entries: List<Entry>, name: (Entry) -> String): Map<String, String> =
    entries.groupBy(name).mapValues { (_, group) -> whole(group.sumOf { it.paid }) }

private fun balances(books: SandboxBooks): Map<String, String> =
    books.balances
        .flatMap { (subBiller, sums) -> sums.map { "balance $subBiller ${it.key}" to whole(it.value) } }
        .toMap()

private fun whole(sum: Long): String = if (sum == 0L) NOTHING else "$sum"
