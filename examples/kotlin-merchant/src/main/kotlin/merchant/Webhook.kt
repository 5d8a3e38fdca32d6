package merchant

import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer
import io.github.billwire.BillwireException
import io.github.billwire.CreditEnding
import io.github.billwire.CreditFlow
import io.github.billwire.CreditStep
import io.github.billwire.Expectation
import io.github.billwire.Reply
import io.github.billwire.WebhookEvent
import java.net.InetAddress
import java.net.InetSocketAddress
import java.util.concurrent.Executors

private const val MOST_BYTES = 65_536

/** Result of a webhook. Only [PAID] changes our books. */
enum class Notice {
    PAID,
    DUPLICATE,
    PENDING,
    MISMATCH,
    FORGED,
    UNREADABLE,
    UNKNOWN_BILL,
    PAID_TWICE,
    BUSY,
    UNCONFIRMED,
    FAILED,
}

/** The webhook endpoint, open until it is closed. */
class Endpoint(val url: String, private val stop: () -> Unit) : AutoCloseable {
    override fun close() = stop()
}

fun listenForWebhooks(merchant: Merchant, port: Int): Endpoint {
    val server = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0)
    val pool = Executors.newFixedThreadPool(8)
    server.executor = pool
    server.createContext("/webhook") { exchange -> exchange.use { answer(it, receive(merchant, it)) } }
    server.start()
    return Endpoint("http://127.0.0.1:${server.address.port}/webhook") {
        server.stop(0)
        pool.shutdownNow()
    }
}

private fun answer(exchange: HttpExchange, reply: Reply) {
    reply.headers.forEach(exchange.responseHeaders::set)
    val body = reply.body.toByteArray()
    exchange.sendResponseHeaders(reply.status, if (body.isEmpty()) -1 else body.size.toLong())
    exchange.responseBody.write(body)
}

/** The raw body. Do not parse it first. */
private fun receive(merchant: Merchant, exchange: HttpExchange): Reply =
    try {
        val body = exchange.requestBody.readNBytes(MOST_BYTES + 1)
        merchant.receiver.receive(exchange.requestHeaders, body).use { event -> handle(merchant, event) }
    } catch (error: BillwireException) {
        val isForged = error is BillwireException.Unauthenticated
        error.details.response?.also { merchant.diary.noticed(if (isForged) Notice.FORGED else Notice.UNREADABLE) }
            ?: failed(merchant)
    } catch (_: Exception) {
        failed(merchant)
    }

private fun failed(merchant: Merchant): Reply {
    merchant.diary.noticed(Notice.FAILED)
    return Reply(500, emptyMap(), "") // no details about our own errors
}

/** A webhook proves nothing, even with the right token. It is a reason to ask the service, whose answer decides. */
private fun handle(merchant: Merchant, event: WebhookEvent): Reply {
    val policy = merchant.patience.credit
    val bill = event.payload().identityCode?.let(merchant.books::find)
    val flow =
        if (bill == null) CreditFlow.ofUnknownBill(merchant.biller, event, policy)
        else CreditFlow.ofEvent(merchant.biller, event, expected(bill), merchant.books.creditRecord(bill.refId), policy)
    return checkNotNull(flow.use { credit(merchant, bill, it) }) { "a webhook gets a reply" }
}

/** Asks about every settled bill without a webhook: the service stops repeating those of a long outage. */
fun askAboutUnpaid(merchant: Merchant) =
    merchant.books.unpaid().forEach { bill ->
        val record = merchant.books.creditRecord(bill.refId)
        CreditFlow.ofBill(merchant.biller, expected(bill), record, merchant.patience.credit).use {
            credit(merchant, bill, it)
        }
    }

private fun expected(bill: Bill) = Expectation(bill.refId, bill.refId, bill.currency, bill.amount.toBigDecimal())

/** Does what the flow says, and returns the response to its webhook. A flow saves and credits only a bill that we have. */
private fun credit(merchant: Merchant, bill: Bill?, flow: CreditFlow): Reply? {
    while (true) {
        when (val step = flow.step()) {
            is CreditStep.Save ->
                if (merchant.books.save(checkNotNull(bill).refId, step)) flow.saved(step.revision)
                else flow.notSaved(step.revision)
            is CreditStep.Send -> send(merchant.patience, step.request, flow::noAnswer, flow::answered)
            is CreditStep.Credit -> flow.claimed(merchant.books.credit(checkNotNull(bill), step))
            is CreditStep.Wait -> sleepUntil(step.until)
            is CreditStep.Finished -> return step.reply.also { merchant.diary.noticed(noticeOf(step.ending)) }
        }
    }
}

private fun noticeOf(ending: CreditEnding): Notice =
    when (ending) {
        is CreditEnding.Credited -> Notice.PAID
        CreditEnding.CreditedBefore -> Notice.DUPLICATE
        CreditEnding.NothingToCredit -> Notice.PENDING
        CreditEnding.UnknownBill -> Notice.UNKNOWN_BILL
        is CreditEnding.Mismatch -> Notice.MISMATCH
        is CreditEnding.PaidOtherwise -> Notice.PAID_TWICE
        CreditEnding.Ignored,
        is CreditEnding.Busy -> Notice.BUSY
        is CreditEnding.Unconfirmed -> Notice.UNCONFIRMED
    }

/**
 * Waits, up to a limit, until every settled bill is paid and the sandbox has no more webhooks to deliver. Meanwhile it
 * asks about bills without a webhook.
 */
fun waitForWebhooks(merchant: Merchant, sandbox: Sandbox) {
    val deadline = System.nanoTime() + merchant.patience.webhooks.toNanos()
    var question = System.nanoTime() + merchant.patience.silence.toNanos()
    while (System.nanoTime() < deadline) {
        if (System.nanoTime() >= question) {
            askAboutUnpaid(merchant)
            question = System.nanoTime() + merchant.patience.silence.toNanos()
        }
        val allPaid = merchant.books.entries().count { it.paid > 0 } >= merchant.diary.count(State.SETTLED)
        if (allPaid && sandbox.books().webhooks.pending == 0) return
        Thread.sleep(200)
    }
}
