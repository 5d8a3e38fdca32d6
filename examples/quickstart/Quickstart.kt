// Settles a bill whose answer is lost, and credits its payment once, although the webhook comes twice.
import io.github.billwire.*
import java.time.Instant

private val now = Instant.parse("2026-01-31T16:40:00Z") // the simulator reads no clock
private val bearer = BearerToken("test-bearer")
private val token = VerificationToken("test-verification")
private val key = HashToken("test-key")
private val webhookToken = WebhookToken("test-webhook")

// The simulated service: no network. To go live, send with your HTTP client in `send`.
private val endpoint = WebhookEndpoint("https://shop.example/webhook", webhookToken)
private val service = Simulator(SimulatorConfig(bearer, token, key, webhook = endpoint))

private val biller =
    Biller(
        BillerConfig(
            baseUrl = "https://service.example",
            bearer = bearer,
            verificationToken = token,
            hashToken = key,
            // Agree on these with your provider: how a verification finds a bill, and its code for "not found".
            profile =
                WireProfile(
                    settlementLookup = SettlementLookup("ref_id", "ref_id"),
                    notFoundCodes = CodesByOperation(verification = listOf("NOT_FOUND")),
                ),
        )
    )
private val receiver = merchantProxyReceiver(listOf(webhookToken))

private val bill =
    Settlement(
        refId = "INV-0001",
        date = Instant.parse("2026-01-31T02:00:00Z"),
        dueDate = Instant.parse("2026-02-28T02:00:00Z"),
        currency = "KHR",
        totalAmount = 40_000,
        customerSyncCode = "C-17",
        settlementTo = "SHOP-1",
    )
// Claim key to bill; in production, a table with a unique claim key.
private val credits = mutableMapOf<String, String>()

fun main() {
    val faults =
        """{
      "settlement": [{ "ref_id": "INV-0001", "fault": { "kind": "drop_after" } }],
      "webhooks": [{ "ref_id": "INV-0001", "fault": { "kind": "twice" } }]
    }"""
    service.script(faults) // the money moves, and the answer is lost

    val shop = biller.prepareOnboarding(Onboarding(supplierSyncCode = "SHOP-1", name = "Angkor Fresh Market"))
    send(shop.request(), shop::noAnswer).let { (status, body) -> shop.decode(status, body) }

    println("the bill is ${settle()}")
    generateSequence { service.dueWebhooks(now).firstOrNull() }.forEach { service.delivered(it.id, receive(it), now) }
    val books = service.books()
    check(credits.size == 1 && books.totals == mapOf("KHR" to "40000") && books.webhooks.acknowledged == 2)
    println("confirmed, credited once")
}

/** Settles the bill. After a lost answer, it looks the bill up: sending it again could pay twice. */
private fun settle(): String {
    val call = biller.prepareSettlement(bill) // throws all violations at once, or returns a signed request
    try {
        val (status, body) = send(call.request(), call::noAnswer)
        return when (call.decode(status, body)) {
            is SettlementOutcome.Settled -> "settled"
            is SettlementOutcome.Accepted -> "accepted: its outcome is not known yet"
            is SettlementOutcome.Failed -> "declared failed: look it up before you send it again"
        }
    } catch (error: BillwireException) {
        if (error.nextStep() != NextStep.VERIFY_FIRST) throw error
        val lookup = biller.prepareSettlementLookup(bill)
        val (status, body) = send(lookup.call().request(), lookup.call()::noAnswer)
        return when (lookup.decide(status, body)) {
            is LookupVerdict.Settled -> "settled"
            else -> "in doubt: look it up again, or ask the service"
        }
    }
}

/** Receives a webhook and returns the reply. The service's verification decides, not the webhook. */
private fun receive(webhook: DueWebhook): Reply? =
    try {
        val headers = webhook.request.headers.associate { it.name to listOf(it.value.text) }
        val rawBody = webhook.request.body?.text.orEmpty().toByteArray()
        val event = receiver.receive(headers, rawBody) // checks the token, then parses the raw body
        // In production, the bill of event.payload().identityCode.
        val billed = Expectation(bill.refId, bill.refId, bill.currency, amount = bill.totalAmount.toBigDecimal())
        val confirmation = event.confirm(biller, billed)
        val (status, body) = send(confirmation.call().request(), confirmation.call()::noAnswer)
        when (val verdict = confirmation.decide(status, body)) {
            is Verdict.Confirmed -> {
                credits[verdict.confirmed.claimKey()] = bill.refId // the second webhook has the same key
                event.acknowledge()
            }
            is Verdict.Pending -> Reply(503, emptyMap(), "") // not decided yet: the webhook comes again
            is Verdict.Failed -> event.acknowledge() // it paid nothing
            is Verdict.Mismatch -> Reply(409, emptyMap(), "") // another amount, or another bill: credit nothing
        }
    } catch (error: BillwireException) {
        error.response() // 401 or 400 for a false webhook; none if the verification failed
    }

/** Sends a request once and unchanged. Without an answer, the error says whether it may be sent again. */
private fun send(request: HttpRequest, noAnswer: (Sent) -> BillwireException): Pair<Int, ByteArray> {
    val answer = service.handle(request, now)
    if (answer.transport is ResponseTransport.Send) return answer.status to answer.body
    throw noAnswer(Sent.MAYBE)
}
