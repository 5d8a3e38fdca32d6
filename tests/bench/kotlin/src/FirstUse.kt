package bench

import java.math.BigDecimal
import java.nio.file.Path
import java.time.Instant

/** Argument of a JVM that is started to do each job once. */
internal const val FIRST_USE = "--first-use"

private const val RUNS = 7
private const val BY_HAND = "javax.crypto + Jackson"

private val BILL =
    Bill(
        refId = "INV-0001",
        date = Instant.ofEpochSecond(1_769_878_800),
        dueDate = Instant.ofEpochSecond(1_772_298_000),
        currency = "USD",
        totalAmount = 30,
        customerSyncCode = "C-1",
        settlementTo = "S-1",
        totalAmountKhr = "120000",
        details = List(3) { Line("Rice", quantity = 2, price = BigDecimal("5"), amount = BigDecimal("10")) },
    )
private val NOTICE =
    """{"tran_id":"T-1","tran_amount":30.5,"status":"success","customers":[{"bill_no":"INV-0001","amount":"30.5"}]}"""
        .toByteArray()

/** Starts JVMs in turn. Returns a line for each contestant: the median of the milliseconds until all jobs are done. */
internal fun firstUses(): List<String> {
    val names = listOf("billwire", BY_HAND)
    val times = names.associateWith { mutableListOf<Double>() }
    repeat(RUNS) { names.forEach { times.getValue(it) += inNewJvm(it) } }
    return times.map { (name, millis) -> "first use, $name: %.0f ms".format(millis.sorted()[RUNS / 2]) }
}

private fun inNewJvm(name: String): Double {
    val program = System.getProperty("sun.java.command").substringBefore(' ')
    val java = Path.of(System.getProperty("java.home"), "bin", "java")
    val process = ProcessBuilder("$java", "-jar", program, FIRST_USE, name)
    val running = process.redirectError(ProcessBuilder.Redirect.INHERIT).start()
    return running.inputStream.bufferedReader().readText().trim().toDouble()
}

/** Does each job once, and prints the milliseconds that it took. */
internal fun firstUse(name: String) {
    val start = System.nanoTime()
    val headers = mapOf("Token" to listOf(WEBHOOK_TOKEN))
    val answers =
        if (name == BY_HAND) byHand(headers)
        else Billwire.run { listOf(signing(BILL)(), preparing(BILL)(), receiving(headers, NOTICE)()) }
    println((System.nanoTime() - start) / 1e6)
    check(answers.size == 3)
}

private fun byHand(headers: Map<String, List<String>>): List<Any> {
    val hmac = Hmac(HASH_TOKEN)
    TokenCheck(WEBHOOK_TOKEN).check(headers)
    return listOf(
        hmac.hash(BILL),
        JACKSON.writeValueAsString(BILL.copy(hash = hmac.hash(BILL))),
        JACKSON.readValue(NOTICE, Notice::class.java),
    )
}
