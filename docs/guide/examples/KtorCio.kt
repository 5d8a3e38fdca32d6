import io.github.billwire.*
import io.ktor.client.HttpClient
import io.ktor.client.engine.cio.CIO
import io.ktor.client.plugins.HttpTimeout
import io.ktor.client.request.header
import io.ktor.client.request.request
import io.ktor.client.request.setBody
import io.ktor.client.statement.bodyAsBytes
import io.ktor.http.HttpMethod
import kotlinx.coroutines.delay

val client =
    HttpClient(CIO) {
        followRedirects = false
        install(HttpTimeout) { requestTimeoutMillis = 30_000 } // CIO's own is 15 seconds
    }

suspend fun settle(biller: Biller, bill: Settlement, store: RecordStore): SettlementRun =
    biller.settlementFlow(bill).run(store::load, store::save, { send(it) }, store::control, { delay(it) })

private suspend fun send(request: FlowRequest): FlowAnswer {
    val answer =
        client.request(request.http.url) {
            method = HttpMethod.parse(request.http.method.name)
            request.http.headers.forEach { header(it.name, it.value.text) }
            request.http.body?.let { setBody(it.text) }
        }
    val retryAfter = answer.headers["Retry-After"]?.toLongOrNull()
    return FlowAnswer(answer.status.value, answer.bodyAsBytes(), retryAfter?.times(1_000))
}
