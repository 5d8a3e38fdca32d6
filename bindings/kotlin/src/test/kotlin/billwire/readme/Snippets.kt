// Snippets of the README, compiled. ReadmeTest looks for each of them here.
@file:Suppress("unused")

package billwire.readme

import billwire.Biller
import billwire.BillwireException
import billwire.HttpRequest
import billwire.Line
import billwire.Settlement
import java.math.BigDecimal
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers

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
