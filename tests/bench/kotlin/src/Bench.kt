package bench

import java.nio.file.Files
import java.nio.file.Path

private val THOROUGH = Pace(turn = 2.0, warmUp = 15_000, measure = 45_000)
private val QUICK = Pace(turn = 1.0, warmUp = 5_000, measure = 8_000)

/** Races the package and prints the table. Arguments: the inputs' file, `--quick`, `--json FILE`. */
fun main(arguments: Array<String>) {
    if (arguments.first() == FIRST_USE) return firstUse(arguments[1])
    val pace = if ("--quick" in arguments) QUICK else THOROUGH
    println("billwire on Java ${Runtime.version()}, ${Runtime.getRuntime().availableProcessors()} cores")
    val rows = race(cases(readInputs(Path.of(arguments.first()))), pace)
    print(table(rows))
    firstUses().forEach(::println)
    println("ratio: the median of ${rows.first().rounds} rounds; below 1, billwire is faster")
    arguments.indexOf("--json").takeIf { it >= 0 }?.let { Files.writeString(Path.of(arguments[it + 1]), json(rows)) }
}

private fun table(rows: List<Row>): String {
    val head = listOf("job", "case", "text", "ours µs", "peer", "peer µs", "ratio")
    val lines =
        listOf(head) +
            rows.map {
                listOf(
                    it.case.job,
                    it.case.name,
                    it.case.script,
                    micros(it.ours),
                    it.peer,
                    micros(it.theirs),
                    "%.2f".format(it.ratio),
                )
            }
    val widths = head.indices.map { column -> lines.maxOf { it[column].length } }
    val numbers = setOf(3, 5, 6)
    return lines.joinToString("") { cells ->
        cells
            .mapIndexed { i, cell -> if (i in numbers) cell.padStart(widths[i]) else cell.padEnd(widths[i]) }
            .joinToString("  ")
            .trimEnd() + "\n"
    }
}

/** Three digits that count. */
private fun micros(value: Double): String = if (value >= 100) "%.0f".format(value) else "%.3g".format(value)

private fun json(rows: List<Row>): String =
    JACKSON.writeValueAsString(
        rows.map {
            mapOf(
                "job" to it.case.job,
                "case" to it.case.name,
                "script" to it.case.script,
                "peer" to it.peer,
                "ours" to it.ours,
                "theirs" to it.theirs,
                "ratio" to it.ratio,
                "rounds" to it.rounds,
            )
        }
    ) + "\n"
