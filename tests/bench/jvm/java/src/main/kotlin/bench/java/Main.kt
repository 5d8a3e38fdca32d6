package bench.java

import bench.Bill
import bench.Billwire
import bench.HASH_TOKEN
import bench.WEBHOOK_TOKEN
import bench.bench
import io.github.billwire.BearerToken
import io.github.billwire.Biller
import io.github.billwire.BillerConfig
import io.github.billwire.HashToken
import io.github.billwire.Line
import io.github.billwire.Settlement
import io.github.billwire.SignedFields
import io.github.billwire.SigningKey
import io.github.billwire.WebhookReceiver
import io.github.billwire.WebhookToken
import java.math.BigDecimal

fun main(arguments: Array<String>) = bench("Java, by foreign memory", { JavaPackage }, arguments)

/** The Java package, from Kotlin. What a job makes is closed by the job. */
private object JavaPackage : Billwire {
    private val token = HashToken(HASH_TOKEN)
    private val key = SigningKey(token)
    private val biller = Biller(
        BillerConfig.builder()
            .baseUrl("https://billing.example")
            .bearer(BearerToken("a-bearer-token"))
            .hashToken(token)
            .build(),
    )
    private val receiver = WebhookReceiver.merchantProxy(listOf(WebhookToken(WEBHOOK_TOKEN)))

    override fun signing(bill: Bill): () -> String {
        val fields = SignedFields(
            bill.refId, bill.date, bill.currency, bill.totalAmount, bill.customerSyncCode, bill.settlementTo,
        )
        return { key.sign(fields) }
    }

    override fun preparing(bill: Bill): () -> String {
        val settlement = settlement(bill)
        check(biller.prepareSettlement(settlement).use { it.warnings() }.isEmpty())
        return { biller.prepareSettlement(settlement).use { checkNotNull(it.request().body()).text() } }
    }

    override fun receiving(headers: Map<String, List<String>>, body: ByteArray): () -> Any =
        { receiver.receive(headers, body).use { it.payload() } }

    private fun settlement(bill: Bill): Settlement =
        Settlement.builder()
            .refId(bill.refId)
            .date(bill.date)
            .dueDate(bill.dueDate)
            .currency(bill.currency)
            .totalAmount(bill.totalAmount)
            .customerSyncCode(bill.customerSyncCode)
            .settlementTo(bill.settlementTo)
            .totalTax(bill.totalTax)
            .description(bill.description)
            .exchangeRateKhr(bill.exchangeRateKhr?.let(::BigDecimal))
            .totalAmountKhr(BigDecimal(bill.totalAmountKhr))
            .details(bill.details?.map(::line))
            .build()

    private fun line(line: bench.Line): Line =
        Line.builder()
            .itemName(line.itemName)
            .description(line.description)
            .quantity(line.quantity)
            .price(line.price)
            .amount(line.amount)
            .taxAmount(line.taxAmount)
            .taxName(line.taxName)
            .build()
}
