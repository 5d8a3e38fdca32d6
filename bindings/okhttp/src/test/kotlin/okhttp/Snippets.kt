// Snippets of the README, compiled. ReadmeTest looks for each of them here.
@file:Suppress("unused")

package io.github.billwire.okhttp

import io.github.billwire.*
import java.math.BigDecimal
import java.time.Duration
import kotlinx.coroutines.delay
import okhttp3.OkHttpClient

private val http = HttpSender()

private fun observed(client: OkHttpClient, metrics: (Attempt) -> Unit) =
    HttpSender(
        client, // yours, with its connections, proxy and certificates
        timeout = Duration.ofSeconds(10),
        onAttempt = { metrics(it) }, // operation, duration, status, next step, Retry-After, cause; no secret
    )

/** Stores the record where the stored one has the revision `previous`, and returns whether it did. */
private fun store(step: SettlementStep.Save): Boolean = TODO("in your database: ${step.record}")

private suspend fun settle(biller: Biller, bill: Settlement): SettlementRun =
    biller.startFlow(bill).run(
        save = { store(it) },
        send = { request -> http.suspending { send(request) } },
        pause = { delay(it) }, // milliseconds; on a thread, Thread.sleep
    )

private fun violations(biller: Biller, bill: Settlement) {
    try {
        val wrong = bill.copy(totalAmount = -1, details = listOf(Line(price = BigDecimal("1e99"))))
        biller.prepareSettlement(wrong)
    } catch (error: BillwireException.InvalidRequest) {
        error.violations().forEach { println("${it.path}: ${it.explanation}") } // total_amount, details[0].price
    }
}

private fun inAnApp(bill: Settlement) {
    val validation = validate(bill)
    // One sentence for each field.
    validation.violations.listed.forEach { println("${it.path}: ${it.sentence(Language.KHMER)}") }
    if (validation.isValid) println(draftToJson(bill)) // for your server
}
