// Snippets of the README, compiled. ReadmeTest looks for each of them here.
@file:Suppress("unused")

package billwire.readme

import billwire.BearerToken
import billwire.Biller
import billwire.BillerConfig
import billwire.BillwireException
import billwire.Expectation
import billwire.HashToken
import billwire.HttpRequest
import billwire.Line
import billwire.Settlement
import billwire.SettlementOutcome
import billwire.Verdict
import billwire.VerificationToken
import billwire.WebhookReceiver
import billwire.WebhookToken
import java.math.BigDecimal
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers

private fun settle(
    baseUrl: String,
    bearer: String,
    verificationToken: String,
    hashToken: String,
    bill: Settlement,
    http: (HttpRequest) -> Pair<Int, ByteArray>,
) {
    val biller =
        Biller(
            BillerConfig(
                baseUrl,
                bearer = BearerToken(bearer),
                verificationToken = VerificationToken(verificationToken),
                hashToken = HashToken(hashToken),
            )
        )
    val call = biller.prepareSettlement(bill) // throws all violations at once
    val (status, answer) = http(call.request()) // your client, with redirects off
    when (val outcome = call.decode(status, answer)) { // throws a BillwireException with the next step
        is SettlementOutcome.Settled -> println("the money has moved")
        is SettlementOutcome.Accepted -> println("not known yet: ${outcome.nextStep}")
    }
}

private fun confirm(
    biller: Biller,
    webhookToken: String,
    headers: Map<String, List<String>>,
    rawBody: ByteArray,
    identityCode: String,
    purposeOfTransaction: String,
    currency: String,
    amount: BigDecimal,
    http: (HttpRequest) -> Pair<Int, ByteArray>,
    creditOnce: (String) -> Unit,
) {
    val receiver = WebhookReceiver.merchantProxy(listOf(WebhookToken(webhookToken)))
    val event = receiver.receive(headers, rawBody) // checks the token, then reads the body
    val confirmation = event.confirm(biller, Expectation(identityCode, purposeOfTransaction, currency, amount))
    val (status, answer) = http(confirmation.call().request())
    when (val verdict = confirmation.decide(status, answer)) {
        is Verdict.Confirmed -> creditOnce(verdict.confirmed.claimKey()) // one transaction pays one bill
        is Verdict.Mismatch -> println("nothing is credited: ${verdict.mismatches}")
    }
}

private class Client {
    val client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build()

    fun http(request: HttpRequest): Pair<Int, ByteArray> {
        val body = request.body?.let { BodyPublishers.ofString(it.text) } ?: BodyPublishers.noBody()
        val builder = java.net.http.HttpRequest.newBuilder(URI.create(request.url)).method(request.method, body)
        request.headers.forEach { builder.header(it.name, it.value.text) }
        val answer = client.send(builder.build(), BodyHandlers.ofInputStream())
        return answer.statusCode() to answer.body().use { it.readNBytes(1 shl 20) } // at most 1 MiB
    }
}

private fun violations(biller: Biller, bill: Settlement) {
    try {
        biller.prepareSettlement(bill.copy(totalAmount = -1, details = listOf(Line(price = BigDecimal("1e99")))))
    } catch (error: BillwireException.InvalidRequest) {
        error.details.violations.forEach { println("${it.path}: ${it.explanation}") } // total_amount, details[0].price
    }
}
