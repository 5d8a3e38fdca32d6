// Snippets of the README, compiled. ReadmeTest looks for each of them here.
@file:Suppress("unused")

package io.github.billwire.readme

import io.github.billwire.Attempt
import io.github.billwire.Biller
import io.github.billwire.BillwireException
import io.github.billwire.HttpSender
import io.github.billwire.Language
import io.github.billwire.Line
import io.github.billwire.Settlement
import io.github.billwire.SettlementEnding
import io.github.billwire.SettlementFlow
import io.github.billwire.SettlementStep
import io.github.billwire.draftToJson
import io.github.billwire.isValid
import io.github.billwire.okhttp.OkHttpTransport
import io.github.billwire.sentence
import io.github.billwire.validate
import java.math.BigDecimal
import java.time.Duration
import java.time.Instant
import okhttp3.OkHttpClient

private class Client {
    val http = HttpSender(OkHttpTransport()) // or KtorTransport()

    fun settle(flow: SettlementFlow, store: (SettlementStep.Save) -> Boolean): SettlementEnding? {
        while (true) {
            when (val step = flow.step()) {
                is SettlementStep.Save -> if (store(step)) flow.saved(step.revision) else flow.notSaved(step.revision)
                is SettlementStep.Send -> http.send(flow, step.request)
                is SettlementStep.Wait -> Thread.sleep(Duration.between(Instant.now(), step.until).toMillis().coerceAtLeast(1))
                is SettlementStep.Finished -> return step.ending
                SettlementStep.TakenOver -> return null // another process goes on with this bill
            }
        }
    }
}

private fun observed(client: OkHttpClient, metrics: (Attempt) -> Unit) =
    HttpSender(
        OkHttpTransport(client), // your client, with its connections, proxy and certificates
        timeout = Duration.ofSeconds(10),
        onAttempt = { metrics(it) }, // operation, duration, status, next step, Retry-After, cause; no secret
    )

private fun violations(biller: Biller, bill: Settlement) {
    try {
        val wrong = bill.copy {
            totalAmount(-1)
            details(listOf(Line { price(BigDecimal("1e99")) }))
        }
        biller.prepareSettlement(wrong)
    } catch (error: BillwireException.InvalidRequest) {
        error.details.violations.forEach { println("${it.path}: ${it.explanation}") } // total_amount, details[0].price
    }
}

private fun inAnApp(bill: Settlement) {
    val validation = validate(bill)
    validation.violations.forEach { println("${it.path}: ${it.sentence(Language.KHMER)}") } // one sentence for the field
    if (validation.isValid) println(draftToJson(bill)) // for your server
}
