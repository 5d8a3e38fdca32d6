// Snippets of the README, compiled. ReadmeTest looks for each of them here.
@file:Suppress("unused")

package io.github.billwire.readme

import io.github.billwire.Biller
import io.github.billwire.BillwireException
import io.github.billwire.FlowRequest
import io.github.billwire.HttpRequest
import io.github.billwire.Line
import io.github.billwire.Sent
import io.github.billwire.Settlement
import io.github.billwire.SettlementEnding
import io.github.billwire.SettlementFlow
import io.github.billwire.SettlementStep
import java.io.IOException
import java.math.BigDecimal
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
import java.time.Duration
import java.time.Instant

private class Client {
    val client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build()

    fun http(request: HttpRequest): Pair<Int, ByteArray> {
        val body = request.body?.let { BodyPublishers.ofString(it.text) } ?: BodyPublishers.noBody()
        val builder = java.net.http.HttpRequest.newBuilder(URI.create(request.url)).method(request.method, body)
        request.headers.forEach { builder.header(it.name, it.value.text) }
        val answer = client.send(builder.build(), BodyHandlers.ofInputStream())
        return answer.statusCode() to answer.body().use { it.readNBytes(1 shl 20) } // at most 1 MiB
    }

    fun settle(flow: SettlementFlow, store: (SettlementStep.Save) -> Boolean): SettlementEnding? {
        while (true) {
            when (val step = flow.step()) {
                is SettlementStep.Save -> if (store(step)) flow.saved(step.revision) else flow.notSaved(step.revision)
                is SettlementStep.Send -> send(flow, step.request)
                is SettlementStep.Wait -> Thread.sleep(Duration.between(Instant.now(), step.until).toMillis().coerceAtLeast(1))
                is SettlementStep.Finished -> return step.ending
                SettlementStep.TakenOver -> return null // another process goes on with this bill
            }
        }
    }

    fun send(flow: SettlementFlow, request: FlowRequest) {
        val (status, body) =
            try {
                http(request.http)
            } catch (_: IOException) {
                return flow.noAnswer(request.number, Sent.MAYBE)
            }
        flow.answered(request.number, status, body)
    }
}

private fun violations(biller: Biller, bill: Settlement) {
    try {
        biller.prepareSettlement(bill.copy(totalAmount = -1, details = listOf(Line(price = BigDecimal("1e99")))))
    } catch (error: BillwireException.InvalidRequest) {
        error.details.violations.forEach { println("${it.path}: ${it.explanation}") } // total_amount, details[0].price
    }
}
