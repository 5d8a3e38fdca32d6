// Snippets of the README, compiled, also by the oldest Kotlin. ReadmeTest looks for each of them here.
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

private fun recordOf(refId: String): String? = TODO("from your database: $refId")

/** Stores the record where the stored one has the revision `previous`, and returns whether it did. */
private fun store(refId: String, step: SettlementStep.Save): Boolean = TODO("in your database: $refId ${step.record}")

private fun lastSettled(): Settlement? = TODO("from your database")

private suspend fun settle(biller: Biller, bill: Settlement): SettlementRun =
    biller
        .settlementFlow(bill)
        .run(
            load = { recordOf(bill.refId) },
            save = { store(bill.refId, it) },
            send = { request -> http.suspending { send(request) } },
            control = { lastSettled() }, // a bill that your books know as settled
            pause = { delay(it) }, // milliseconds; on a thread, Thread.sleep
        )

private val sandbox =
    BillerConfig(
        baseUrl = "http://127.0.0.1:8080",
        bearer = BearerToken("sandbox-bearer"),
        verificationToken = VerificationToken("sandbox-verification"),
        hashToken = HashToken("sandbox-hash-token"),
        allowLoopbackHttp = true,
    )
private val biller = Biller(sandbox)
private val receiver = merchantProxyReceiver(listOf(WebhookToken("sandbox-webhook-token")))

private class Bill(val expectation: Expectation, val transactions: List<BookedTransaction>)

private fun billOf(identityCode: String?): Bill? = TODO("in your books: $identityCode")

private fun credit(bill: Bill?, confirmed: Confirmed): Claim = TODO("in your database: $bill $confirmed")

private fun review(bill: Bill?, review: CreditReview): Boolean = TODO("in your database: $bill $review")

private suspend fun credited(headers: Map<String, List<String>>, body: ByteArray): Reply =
    try {
        val event = receiver.receive(headers, body)
        val bill = billOf(event.payload().identityCode) // from your books
        val flow =
            if (bill == null) biller.creditFlow(event)
            else biller.creditFlow(event, bill.expectation, bill.transactions)
        val end =
            flow.run(
                send = { request -> http.suspending { send(request) } },
                credit = { credit(bill, it) },
                review = { review(bill, it) },
                pause = { delay(it) },
            )
        end.reply ?: Reply(503, emptyMap(), "")
    } catch (error: BillwireException) {
        error.response() ?: throw error
    }

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
