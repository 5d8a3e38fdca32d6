package merchant

import com.github.ajalt.clikt.core.CliktCommand
import com.github.ajalt.clikt.core.Context
import com.github.ajalt.clikt.core.ProgramResult
import com.github.ajalt.clikt.core.main
import com.github.ajalt.clikt.core.terminal
import com.github.ajalt.clikt.parameters.options.default
import com.github.ajalt.clikt.parameters.options.flag
import com.github.ajalt.clikt.parameters.options.option
import com.github.ajalt.clikt.parameters.options.required
import com.github.ajalt.clikt.parameters.types.int
import com.github.ajalt.clikt.parameters.types.path
import com.github.ajalt.clikt.parameters.types.restrictTo
import io.github.billwire.BearerToken
import io.github.billwire.Biller
import io.github.billwire.BillerConfig
import io.github.billwire.CodesByOperation
import io.github.billwire.HashToken
import io.github.billwire.SettlementLookup
import io.github.billwire.VerificationToken
import io.github.billwire.WebhookReceiver
import io.github.billwire.WebhookToken
import io.github.billwire.WireProfile

/**
 * A merchant's backend: onboards the sub billers, settles every bill and receives the webhooks. A run ends with an audit
 * of the books; a service goes on until a signal.
 */
fun main(arguments: Array<String>) = Command().main(arguments)

private class Command : CliktCommand("kotlin-merchant") {
    private val sandboxUrl by
        option("--sandbox", help = "address of the sandbox, such as http://127.0.0.1:8080").required()
    private val bills by
        option(help = "the bills, in the form of examples/node-merchant").path(mustExist = true).required()
    private val faults by option(help = "faults for the sandbox to serve, as JSON").path(mustExist = true)
    private val summary by
        option(help = "a file for the result, as one line of JSON", envvar = "BILLWIRE_SUMMARY").path()
    private val concurrency by
        option(help = "settlements at the same time").int().restrictTo(min = 1).default(8)
    private val database by
        option(help = "a PostgreSQL server, such as jdbc:postgresql://host/merchant", envvar = "DATABASE_URL")
    private val port by
        option(help = "port of the webhook endpoint; 0 selects a free one").int().restrictTo(0..65_535).default(0)
    private val hurried by option(help = "use the short waits of a run with faults").flag()
    private val service by option(help = "run until a signal, and go on from the books of an earlier run").flag()

    // Prefer environment variables: other users of the machine can read a command line.
    private val bearer by option(envvar = "BILLWIRE_BEARER").default("sandbox-bearer", "the sandbox's own")
    private val verificationToken by
        option(envvar = "BILLWIRE_VERIFICATION_TOKEN").default("sandbox-verification", "the sandbox's own")
    private val hashToken by option(envvar = "BILLWIRE_HASH_TOKEN").default("sandbox-hash-token", "the sandbox's own")
    private val webhookToken by
        option(envvar = "BILLWIRE_WEBHOOK_TOKEN").default("sandbox-webhook-token", "the sandbox's own")

    override fun help(context: Context) = "Settles a file of bills against a running sandbox and balances the books."

    override fun run() {
        val file = readBills(bills)
        val merchant = open()
        merchant.books.enter(file.bills)
        if (service) serve(merchant, file, port, concurrency)
        val sandbox = Sandbox(sandboxUrl)
        val injected =
            listenForWebhooks(merchant, port).use { endpoint ->
                sandbox.sendWebhooksTo(endpoint.url, webhookToken)
                onboardAll(merchant, file.subBillers)
                val injected = faults?.let(sandbox::planFaults) ?: 0
                settleAll(merchant, file.bills, concurrency)
                waitForWebhooks(merchant, sandbox)
                injected
            }
        val report = Report(merchant.diary, merchant.books.entries(), sandbox.books(), injected)
        summary?.let(report::write)
        if (!report.print(terminal)) throw ProgramResult(1)
    }

    private fun open() =
        Merchant(
            biller =
                Biller(
                    BillerConfig(sandboxUrl) {
                        bearer(BearerToken(bearer))
                        verificationToken(VerificationToken(verificationToken))
                        hashToken(HashToken(hashToken))
                        allowLoopbackHttp(true) // the sandbox uses http on this machine; remove this in production
                        profile(PROFILE)
                    }
                ),
            receiver = WebhookReceiver.merchantProxy(listOf(WebhookToken(webhookToken))),
            books = database?.let(::Books) ?: Books(),
            diary = Diary(),
            patience = if (faults != null || hurried) Patience.HURRIED else Patience.ATTENTIVE,
        )
}

/**
 * Settings that this provider documents beyond the interface. Verification finds a settlement by the bill's `ref_id`,
 * in both required search fields, and `NOT_FOUND` means that there is none. Ask your provider for its own values.
 * Without them billwire cannot look a settlement up, and after a lost answer its next step is to ask the service.
 */
private val PROFILE =
    WireProfile {
        settlementLookup(SettlementLookup(identityCode = "ref_id", purposeOfTransaction = "ref_id"))
        notFoundCodes(CodesByOperation { verification(listOf("NOT_FOUND")) })
    }
