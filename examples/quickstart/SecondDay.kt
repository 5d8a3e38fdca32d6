// Parts of the guide's pages. They are compiled with the quickstart.
import io.github.billwire.*
import io.github.billwire.okhttp.HttpSender
import java.math.BigDecimal
import java.time.Duration
import java.time.Instant
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

// Functions of the rest of the program, which the parts call.
private lateinit var verificationToken: VerificationToken
private lateinit var hashToken: HashToken
private lateinit var clientId: String
private lateinit var clientSecret: String
private lateinit var biller: Biller
private lateinit var bill: Settlement
private lateinit var bills: Bills
private lateinit var shops: Shops
private lateinit var accounts: Accounts
private lateinit var claims: Claims
private val contracts = mapOf<String, Contract>()
private val http = HttpSender()

private fun toJson(members: Map<String, String>): String = TODO("by your JSON library: $members")

private fun readTokenAnswer(json: String?): TokenAnswer = TODO("by your JSON library: $json")

private fun readLinkAnswer(json: String?, shop: String): Boolean = TODO("by your JSON library: $json about $shop")

private interface Shops {
    fun save(supplierSyncCode: String, state: String, link: SensitiveText?)
}

private fun report(refId: String, what: Any?): Unit = TODO("to a person: $refId $what")

private fun findBill(contract: String, refId: String): Billed? = TODO("in the tables of $contract: $refId")

private fun credit(refId: String, confirmed: Confirmed): Claim =
    TODO("in the table of payments: $refId ${confirmed.claimKey()}")

private fun store(refId: String, review: CreditReview): Boolean = TODO("in the table of reviews: $refId ${review.name}")

private fun store(contract: String, refId: String, review: CreditReview): Boolean = store("$contract $refId", review)

// ANCHOR: request
private val refusals = CodesByOperation(onboarding = listOf("UNAUTHENTICATED"), settlement = listOf("UNAUTHENTICATED"))
private val base =
    Biller(
        BillerConfig(
            baseUrl = "https://service.example",
            verificationToken = verificationToken,
            hashToken = hashToken,
            profile = WireProfile(refusalCodes = refusals),
        )
    )

/** The answer of your provider. */
class TokenAnswer(val accessToken: String, val expiresIn: Long)

/** Asks for a bearer. Path, body and names of the answer are your provider's. */
fun requestBearer(): Pair<BearerToken, Instant> {
    val json = toJson(mapOf("client_id" to clientId, "client_secret" to clientSecret)) // by your JSON library
    val call = base.prepareOperation(OperationName.AUTHORIZATION, UntypedRequest("/oauth/token", json = json))
    val answer = http.send(call)
    check(answer.status == 200) { "no bearer: HTTP ${answer.status}" }
    val token = readTokenAnswer(answer.json)
    return BearerToken(token.accessToken) to Instant.now().plusSeconds(token.expiresIn)
}
// ANCHOR_END: request

// ANCHOR: renew
private val early = Duration.ofMinutes(1) // renew before the end: longer than a request takes
private var current: Pair<Biller, Instant>? = null

/** Returns a biller with a valid bearer. Simultaneous callers wait for one renewal. */
@Synchronized
fun billerNow(): Biller {
    current?.let { (biller, until) -> if (Instant.now() < until - early) return biller }
    val (bearer, until) = requestBearer()
    return base.withBearer(bearer).also { current = it to until }
}
// ANCHOR_END: renew

// ANCHOR: refused
/** Sends a request, and once more with a new bearer if the service has refused this one. */
fun <T> sendAuthorized(send: (Biller) -> T): T {
    val biller = billerNow()
    try {
        return send(biller) // such as http.send(biller.prepareOnboarding(shop))
    } catch (error: BillwireException) {
        if (!refusesBearer(error)) throw error
    }
    forget(biller)
    return send(billerNow())
}

@Synchronized
private fun forget(biller: Biller) {
    if (current?.first === biller) current = null // unless another caller has renewed
}

/** Whether the service refused the bearer, so that nothing has happened. */
private fun refusesBearer(error: BillwireException) =
    error.nextStep() == NextStep.FIX_CREDENTIALS || error is BillwireException.Rejected && error.httpStatus() == 401
// ANCHOR_END: refused

// ANCHOR: onboard
/** Registers a shop. The row says "onboarding" until the service has answered. */
fun onboard(shop: Onboarding) {
    shops.save(shop.supplierSyncCode, "onboarding", null)
    for (attempt in 1..3) {
        try {
            val answer = http.send(biller.prepareOnboarding(shop))
            answer.warnings.forEach { report(shop.supplierSyncCode, it) }
            shops.save(shop.supplierSyncCode, "onboarded", answer.link)
            return
        } catch (error: BillwireException) {
            // With onboardingMayRepeat, also a lost answer says sendAgain.
            if (error.nextStep() != NextStep.SEND_AGAIN || attempt == 3) throw error
        }
    }
}
// ANCHOR_END: onboard

// ANCHOR: linked
/** Asks whether a shop is linked. Path, body and names of the answer are your provider's. */
fun isLinked(supplierSyncCode: String): Boolean {
    val json = toJson(mapOf("supplier_sync_code" to supplierSyncCode)) // by your JSON library
    val request =
        UntypedRequest("/verify_linked_bank_account", json = json, authentication = Authentication.BEARER)
    val answer = http.send(biller.prepareOperation(OperationName.VERIFY_LINKED_BANK_ACCOUNT, request))
    return answer.status == 200 && readLinkAnswer(answer.json, supplierSyncCode)
}
// ANCHOR_END: linked

// ANCHOR: profile
private val profile =
    WireProfile(
        settlementLookup = SettlementLookup("ref_id", "ref_id"), // how a verification finds a bill
        notFoundCodes = CodesByOperation(verification = listOf("NOT_FOUND")), // its code for "not found"
    )
// ANCHOR_END: profile

// ANCHOR: settle
/** The row of a bill, with its record. */
class Row(private val refId: String) : RecordStore {
    override fun load(): String? = bills.load(refId)

    override fun save(step: SettlementStep.Save): Boolean = bills.save(refId, step)

    override fun control(): Settlement? = bills.control()
}

/** Settles a bill, or goes on with it. With `maxWaitMs = 0`, the next run of a job goes on after a wait. */
fun settle(bill: Settlement, maxWaitMs: Long? = null): SettlementRun =
    biller.settlementFlow(bill).runBlocking(Row(bill.refId), http, maxWaitMs) // `http` is an `HttpSender`
// ANCHOR_END: settle

// ANCHOR: reopen
fun reopen(renewed: Biller, corrected: Settlement): SettlementRun =
    renewed.settlementFlow(corrected, mode = SettlementMode.REOPEN).runBlocking(Row(corrected.refId), http)
// ANCHOR_END: reopen

// ANCHOR: resolved
fun resolve(bill: Settlement, resolution: Resolution): SettlementRun {
    val flow = biller.settlementFlow(bill)
    flow.resolved(resolution) // SETTLED or NOTHING_MOVED; or flow.notThisBill("T-77")
    return flow.runBlocking(Row(bill.refId), http)
}
// ANCHOR_END: resolved

// ANCHOR: bills
/** Your table of bills, by the statements of `npx billwire init`. */
interface Bills {
    fun take(): List<Settlement> // those whose time has come, for two minutes

    fun load(refId: String): String? // the record

    fun save(refId: String, step: SettlementStep.Save): Boolean // the record and the state; whether it changed a row

    fun control(): Settlement? // the last settled one, which is older than notFoundHoldsMs

    fun enterReason(refId: String, code: String?) // why it is refused or unclear

    fun unpaid(): List<Billed> // settled or unclear, without a credit: each with all transactions that the books have
}
// ANCHOR_END: bills

// ANCHOR: cron
fun settleDue() =
    runBlocking(Dispatchers.IO) {
        for (bill in bills.take()) {
            // The bill of an exception is due again in two minutes.
            launch { runCatching { settleOne(bill) }.onFailure { report(bill.refId, it) } }
        }
    }

private fun settleOne(bill: Settlement) {
    val run = settle(bill, maxWaitMs = 0)
    if (run is SettlementRun.Ended) bills.enterReason(bill.refId, reasonOf(run.ending))
}

private fun reasonOf(ending: SettlementEnding): String? =
    when (ending) {
        is SettlementEnding.Settled -> null
        is SettlementEnding.Refused -> codeText(ending.reason.code)
        is SettlementEnding.Unclear -> codeText(ending.reason.code)
    }
// ANCHOR_END: cron

// ANCHOR: unpaid
fun askAboutUnpaid() {
    for (bill in bills.unpaid()) {
        val refId = bill.expected.identityCode
        val flow = biller.creditFlow(bill.expected, transactions = bill.transactions)
        val (ending) =
            flow.runBlocking(http, { confirmed -> credit(refId, confirmed) }, { review -> store(refId, review) })
        report(refId, ending) // Pending, Unconfirmed: the next run asks again
    }
}
// ANCHOR_END: unpaid

// ANCHOR: webhook
/** A bill as a verification must match it, and all transactions that your books have of it. */
class Billed(val expected: Expectation, val transactions: List<BookedTransaction>)

/**
 * `findBill` reads your books. `credit` claims the transaction and credits the bill in one database transaction.
 * `review` stores what a person must see, in the same way, and returns whether it did.
 */
class WebhookHandler(
    private val biller: Biller,
    private val receiver: WebhookReceiver,
    private val findBill: (refId: String, event: WebhookEvent) -> Billed?,
    private val credit: (refId: String, confirmed: Confirmed) -> Claim,
    private val review: (refId: String, review: CreditReview) -> Boolean,
) {
    /** Returns the response. After an exception, respond with 503: the webhook comes again. */
    fun receive(headers: Map<String, List<String>>, rawBody: ByteArray): Reply {
        val event =
            try {
                receiver.receive(headers, rawBody)
            } catch (error: BillwireException) {
                return error.response() ?: throw error // 401 or 400
            }
        val refId = event.payload().identityCode.orEmpty()
        val bill = findBill(refId, event)
        val flow =
            if (bill == null) biller.creditFlow(event)
            else biller.creditFlow(event, bill.expected, bill.transactions)
        val (ending, reply) =
            flow.runBlocking(http, { confirmed -> credit(refId, confirmed) }, { seen -> review(refId, seen) })
        // Nothing was verified, so there is nothing to store.
        if (ending is CreditEnding.UnknownBill || ending is CreditEnding.Mismatch && ending.transaction == null)
            report(refId, ending)
        return checkNotNull(reply)
    }
}
// ANCHOR_END: webhook

// ANCHOR: whole
fun inDollars() = biller.prepareSettlement(bill.copy(totalAmount = 12, exchangeRateKhr = BigDecimal("4100")))
// ANCHOR_END: whole

// ANCHOR: cents
fun inCents(): SettlementCall {
    val dollars = BigDecimal("10.50") // as your database has it
    val cents = dollars.movePointRight(2).longValueExact() // 1050; a part of a cent throws
    val riel = dollars * BigDecimal(4_100) // 43050.00: the rate is that of a dollar
    return biller.prepareSettlement(bill.copy(totalAmount = cents, totalAmountKhr = riel))
}
// ANCHOR_END: cents

// ANCHOR: accounts
/** Your tables of accounts and deposits, by the statements of this page. */
interface Accounts {
    fun claimedBy(tranId: String?, tranNo: String?): List<BookedTransaction> // CLAIMED_BY
    fun currency(account: String): String? // CURRENCY; null if it found no row
    fun credit(claimKey: String, account: String, amount: BigDecimal): Boolean // CREDIT; whether it changed a row
    fun hasPaid(claimKey: String, account: String): Boolean // CLAIMED; whether it found a row
    fun open(account: String): OpenBill? // OPEN; null if it found no row
}

class OpenBill(val currency: String, val open: BigDecimal, val paid: List<BookedTransaction>)
// ANCHOR_END: accounts

// ANCHOR: claimed
/** Returns the event's transaction if the books have it. A repetition is then acknowledged, and a reversal is seen. */
fun claimedBy(event: WebhookEvent) = event.payload().let { accounts.claimedBy(it.tranId, it.tranNo) }
// ANCHOR_END: claimed

// ANCHOR: account
fun findAccount(account: String, event: WebhookEvent): Billed? {
    val currency = accounts.currency(account) ?: return null
    val anyAmount = Expectation(account, account, currency, minAmount = BigDecimal.ZERO)
    return Billed(anyAmount, claimedBy(event))
}

fun creditAccount(account: String, confirmed: Confirmed): Claim {
    val claimKey = confirmed.claimKey()
    if (accounts.credit(claimKey, account, confirmed.amount())) return Claim.CREDITED
    return if (accounts.hasPaid(claimKey, account)) Claim.CREDITED_BEFORE else Claim.PAID_OTHERWISE
}
// ANCHOR_END: account

// ANCHOR: parts
fun findBillInParts(refId: String, event: WebhookEvent): Billed? {
    val bill = accounts.open(refId) ?: return null
    val expected = Expectation(refId, refId, bill.currency, minAmount = BigDecimal.ZERO)
    if (bill.open.signum() <= 0) return Billed(expected, bill.paid) // another payment is paid twice
    return Billed(expected.copy(maxAmount = bill.open), claimedBy(event))
}
// ANCHOR_END: parts

// ANCHOR: contract
/** Your table of claims, by the statements above. */
interface Claims {
    /** CLAIM; whether it changed a row. */
    fun claim(contract: String, claimKey: String, refId: String, amount: BigDecimal): Boolean

    /** CLAIMED; whether it found a row. */
    fun hasPaid(contract: String, claimKey: String, refId: String): Boolean
}

fun credit(contract: String, refId: String, confirmed: Confirmed): Claim {
    val claimKey = confirmed.claimKey()
    if (claims.claim(contract, claimKey, refId, confirmed.amount())) return Claim.CREDITED
    return if (claims.hasPaid(contract, claimKey, refId)) Claim.CREDITED_BEFORE else Claim.PAID_OTHERWISE
}
// ANCHOR_END: contract

// ANCHOR: handler
class Contract(val biller: Biller, val receiver: WebhookReceiver)

/** Handler of `/webhook/north` and `/webhook/south`. The path names the contract, and its own token proves it. */
fun handlerOf(name: String): WebhookHandler {
    val contract = contracts.getValue(name)
    return WebhookHandler(
        contract.biller,
        contract.receiver,
        findBill = { refId, _ -> findBill(name, refId) },
        credit = { refId, confirmed -> credit(name, refId, confirmed) },
        review = { refId, review -> store(name, refId, review) },
    )
}
// ANCHOR_END: handler
