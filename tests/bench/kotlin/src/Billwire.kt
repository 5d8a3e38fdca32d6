package bench

import io.github.billwire.BearerToken
import io.github.billwire.Biller
import io.github.billwire.BillerConfig
import io.github.billwire.HashToken
import io.github.billwire.Line as BilledLine
import io.github.billwire.Settlement
import io.github.billwire.SignedFields
import io.github.billwire.SigningKey
import io.github.billwire.WebhookReceiver
import io.github.billwire.WebhookToken
import java.math.BigDecimal

/** billwire. Each function makes an input ready, and gives what is timed, which closes what it makes. */
internal object Billwire {
    private val token = HashToken(HASH_TOKEN)
    private val key = SigningKey(token)
    private val biller =
        Biller(BillerConfig("https://billing.example") { bearer(BearerToken("a-bearer-token")).hashToken(token) })
    private val receiver = WebhookReceiver.merchantProxy(listOf(WebhookToken(WEBHOOK_TOKEN)))

    /** The hash of a bill. */
    fun signing(bill: Bill): () -> String {
        val fields =
            SignedFields(
                bill.refId,
                bill.date,
                bill.currency,
                bill.totalAmount,
                bill.customerSyncCode,
                bill.settlementTo,
            )
        return { key.sign(fields) }
    }

    /** The body of a bill's settlement, signed. */
    fun preparing(bill: Bill): () -> String {
        val settlement = settlement(bill)
        check(biller.prepareSettlement(settlement).use { it.warnings() }.isEmpty())
        return { biller.prepareSettlement(settlement).use { checkNotNull(it.request().body).text } }
    }

    /** Reads a webhook's payload after its token was checked. */
    fun receiving(headers: Map<String, List<String>>, body: ByteArray): () -> Any = {
        receiver.receive(headers, body).use { it.payload() }
    }

    private fun settlement(bill: Bill) =
        Settlement(
            refId = bill.refId,
            date = bill.date,
            dueDate = bill.dueDate,
            currency = bill.currency,
            totalAmount = bill.totalAmount,
            customerSyncCode = bill.customerSyncCode,
            settlementTo = bill.settlementTo,
        ) {
            totalTax(bill.totalTax).description(bill.description).totalAmountKhr(BigDecimal(bill.totalAmountKhr))
            exchangeRateKhr(bill.exchangeRateKhr?.let(::BigDecimal)).details(bill.details?.map(::line))
        }

    private fun line(line: Line) = BilledLine {
        itemName(line.itemName).description(line.description).quantity(line.quantity).price(line.price)
        amount(line.amount).taxAmount(line.taxAmount).taxName(line.taxName)
    }
}
