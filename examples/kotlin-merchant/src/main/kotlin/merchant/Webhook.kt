package merchant

import billwire.BillwireException
import billwire.Delivery
import billwire.Expectation
import billwire.Reply
import billwire.Status
import billwire.Verdict
import billwire.WebhookEvent
import billwire.WebhookReceiver
import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer
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
    UNCONFIRMED,
    FAILED,
}

/** The webhook endpoint, open until it is closed. */
class Endpoint(val url: String, private val stop: () -> Unit) : AutoCloseable {
    override fun close() = stop()
}

fun listenForWebhooks(merchant: Merchant): Endpoint {
    val server = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0)
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
        val response = error.details.response ?: throw error
        merchant.diary.noticed(if (error is BillwireException.Unauthenticated) Notice.FORGED else Notice.UNREADABLE)
        response
    } catch (_: Exception) {
        merchant.diary.noticed(Notice.FAILED)
        Reply(500, emptyMap(), "") // no details about our own errors
    }

/** A webhook proves nothing, even with the right token. It is a reason to ask the service, whose answer decides. */
private fun handle(merchant: Merchant, event: WebhookEvent): Reply {
    val payload = event.payload()
    val bill = payload.identityCode?.let(merchant.books::find) ?: return conflict(merchant, Notice.UNKNOWN_BILL)
    // Amounts are compared by value: 100 equals 100.00.
    val otherAmount = payload.tranAmount?.let { it.compareTo(bill.amount.toBigDecimal()) != 0 } ?: false
    val otherCurrency = payload.currency?.let { it != bill.currency } ?: false
    if (otherAmount || otherCurrency) return conflict(merchant, Notice.MISMATCH)

    if (payload.status != Status.Success) {
        merchant.diary.noticed(Notice.PENDING) // nothing to credit yet: a success arrives in its own webhook
        return event.acknowledge()
    }
    // A conflict saves a query. But the earlier webhook may have been the false one, so a bill that this transaction
    // has paid is no conflict.
    val (delivery, reply) = event.compare(event.dedupKey()?.let { merchant.books.fingerprintOf(bill.refId, it) })
    return when (delivery) {
        Delivery.NEW,
        Delivery.CONFLICT -> confirmAndCredit(merchant, event, bill)
        Delivery.REPLAY -> reply.also { merchant.diary.noticed(Notice.DUPLICATE) }
    }
}

/**
 * Asks about every settled bill without a webhook: the service stops repeating webhooks to an endpoint that is down for
 * long. A webhook proves nothing anyway, so an empty one has the same effect: the answer decides.
 */
private fun askAboutUnpaid(merchant: Merchant) =
    WebhookReceiver.checkout().use { receiver ->
        receiver.receive(emptyMap(), "{}".toByteArray()).use { notice ->
            merchant.books.unpaid().forEach { bill -> confirmAndCredit(merchant, notice, bill) }
        }
    }

private fun confirmAndCredit(merchant: Merchant, event: WebhookEvent, bill: Bill): Reply =
    try {
        val expectation = Expectation(bill.refId, bill.refId, bill.currency, bill.amount.toBigDecimal())
        val verdict =
            event.confirm(merchant.biller, expectation).use { confirmation ->
                confirmation.call().use { call ->
                    ask(merchant.patience, call.request(), call::noAnswer, confirmation::decide)
                }
            }
        when (verdict) {
            is Verdict.Mismatch -> conflict(merchant, Notice.MISMATCH)
            is Verdict.Confirmed ->
                when (val credit = verdict.confirmed.use { merchant.books.credit(bill, it, event) }) {
                    Notice.PAID_TWICE -> conflict(merchant, credit)
                    else -> event.acknowledge().also { merchant.diary.noticed(credit) }
                }
        }
    } catch (_: BillwireException.InvalidRequest) {
        conflict(merchant, Notice.MISMATCH) // no transaction can have the number that the webhook names
    } catch (_: BillwireException) {
        merchant.diary.noticed(Notice.UNCONFIRMED)
        Reply(503, emptyMap(), "") // not acknowledged: the service may deliver it again
    }

private fun conflict(merchant: Merchant, notice: Notice): Reply {
    merchant.diary.noticed(notice)
    return Reply(409, emptyMap(), "")
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
