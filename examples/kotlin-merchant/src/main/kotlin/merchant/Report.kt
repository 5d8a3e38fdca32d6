package merchant

import com.github.ajalt.mordant.rendering.BorderType
import com.github.ajalt.mordant.rendering.TextAlign
import com.github.ajalt.mordant.table.Borders
import com.github.ajalt.mordant.table.table
import com.github.ajalt.mordant.terminal.Terminal
import java.nio.file.Files
import java.nio.file.Path

/** Input of the final report. */
class Report(
    private val diary: Diary,
    private val entries: List<Entry>,
    private val theirs: SandboxBooks,
    private val injected: Int,
) {
    private val differences = differences(entries, theirs)

    /** Prints the table and every complaint. Returns true if there is none. */
    fun print(terminal: Terminal): Boolean {
        terminal.println(outcomes())
        val complaints = complaints()
        complaints.forEach { terminal.println("✗ $it") }
        if (complaints.isEmpty()) {
            terminal.println("✓ The books balance: ${theirs.totals.entries.joinToString { "${it.key} ${it.value}" }}.")
        }
        return complaints.isEmpty()
    }

    /** Writes one line of JSON for scripts. */
    fun write(file: Path) {
        val summary =
            mapOf(
                "bills" to entries.size,
                "settled" to entries.count { it.state == State.SETTLED },
                "paid" to entries.count { it.paid > 0 },
                "balanced" to differences.isEmpty(),
                "faults" to theirs.faultsServed,
            )
        Files.writeString(file, JSON.writeValueAsString(summary) + "\n")
    }

    private fun complaints(): List<String> =
        entries.filter { it.state == State.UNCLEAR }.map { "${it.refId} is unclear: ask the service" } +
            entries
                .filter { it.state == State.SETTLED && it.paid == 0L }
                .map { "${it.refId} was settled, and no confirmed webhook came" } +
            differences.map { "${it.what}: ours is ${it.ours}, the sandbox's ${it.theirs}" } +
            listOf("$injected faults were injected, ${served()} served").filter { injected != served() }

    private fun served() = theirs.faultsServed.values.sum()

    private fun outcomes() = table {
        borderType = BorderType.SQUARE
        tableBorders = Borders.ALL
        column(1) { align = TextAlign.RIGHT }
        header { row("bills and webhooks", "", "") }
        body {
            cellBorders = Borders.LEFT_RIGHT
            row("billed", entries.size, "")
            row("settled", diary.count(State.SETTLED), "")
            row("refused", diary.count(State.REFUSED), diary.reasons(State.REFUSED))
            row("unclear", diary.count(State.UNCLEAR), diary.reasons(State.UNCLEAR))
            row("paid", entries.count { it.paid > 0 }, "confirmed by verification, claimed and credited")
            row("look-ups", diary.lookUps.get(), "verifications after a lost or unclear answer")
            row("duplicates", diary.count(Notice.DUPLICATE), "webhooks about what was paid already")
            row("pending", diary.count(Notice.PENDING), "webhooks with another status than success")
            row("mismatches", diary.count(Notice.MISMATCH), "webhooks that contradict the bill")
            row("forged", diary.count(Notice.FORGED), "webhooks without the right token")
            // Unexpected results get a line only if they occur.
            UNCOMMON.filter { diary.count(it) > 0 }
                .forEach { row(it.name.lowercase().replace('_', ' '), diary.count(it), "webhooks") }
        }
    }

    private companion object {
        val UNCOMMON =
            listOf(
                Notice.UNREADABLE,
                Notice.UNKNOWN_BILL,
                Notice.PAID_TWICE,
                Notice.BUSY,
                Notice.UNCONFIRMED,
                Notice.FAILED,
            )
    }
}
