package bench

import com.fasterxml.jackson.annotation.JsonFormat
import com.fasterxml.jackson.annotation.JsonInclude
import com.fasterxml.jackson.databind.JsonNode
import java.math.BigDecimal
import java.nio.file.Path
import java.time.Instant
import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable

/** A bill as a backend has it, with both libraries' annotations. */
@Serializable
@JsonInclude(JsonInclude.Include.NON_NULL)
data class Bill(
    @SerialName("ref_id") val refId: String,
    @JsonFormat(pattern = MILLIS, timezone = "UTC") @Serializable(InstantAsText::class) val date: Instant,
    @JsonFormat(pattern = MILLIS, timezone = "UTC")
    @Serializable(InstantAsText::class)
    @SerialName("due_date")
    val dueDate: Instant,
    val currency: String,
    @SerialName("total_amount") val totalAmount: Long,
    @SerialName("customer_sync_code") val customerSyncCode: String,
    @SerialName("total_tax") val totalTax: Long? = null,
    @SerialName("settlement_to") val settlementTo: String,
    val description: String? = null,
    @SerialName("exchange_rate_khr") val exchangeRateKhr: String? = null,
    @SerialName("total_amount_khr") val totalAmountKhr: String,
    val details: List<Line>? = null,
    val hash: String? = null,
)

/** A line of a bill. */
@Serializable
@JsonInclude(JsonInclude.Include.NON_NULL)
data class Line(
    @SerialName("item_name") val itemName: String? = null,
    val description: String? = null,
    val quantity: Long? = null,
    @Serializable(DecimalAsNumber::class) val price: BigDecimal? = null,
    @Serializable(DecimalAsNumber::class) val amount: BigDecimal? = null,
    @Serializable(DecimalAsNumber::class) @SerialName("tax_amount") val taxAmount: BigDecimal? = null,
    @SerialName("tax_name") val taxName: String? = null,
)

/** A webhook's body. */
@Serializable
data class Notice(
    @SerialName("tran_id") val tranId: String? = null,
    @SerialName("tran_no") val tranNo: String? = null,
    @SerialName("payment_service_type") val paymentServiceType: String? = null,
    @SerialName("tran_date") val tranDate: String? = null,
    @Serializable(DecimalAsNumber::class) @SerialName("tran_amount") val tranAmount: BigDecimal? = null,
    val currency: String? = null,
    @SerialName("bank_code") val bankCode: String? = null,
    @SerialName("bank_name") val bankName: String? = null,
    @SerialName("bank_ref") val bankRef: String? = null,
    @SerialName("identity_code") val identityCode: String? = null,
    @SerialName("purpose_of_transaction") val purposeOfTransaction: String? = null,
    @SerialName("device_code") val deviceCode: String? = null,
    val status: String? = null,
    val customers: List<Customer>? = null,
)

/** A customer of a webhook. */
@Serializable
data class Customer(
    @SerialName("branch_code") val branchCode: String? = null,
    @SerialName("branch_name") val branchName: String? = null,
    @SerialName("customer_code") val customerCode: String? = null,
    @SerialName("customer_name") val customerName: String? = null,
    @SerialName("customer_name_latin") val customerNameLatin: String? = null,
    @SerialName("bill_no") val billNo: String? = null,
    @Serializable(DecimalAsNumber::class) val amount: BigDecimal? = null,
)

/** The inputs of a job in one script: 64 different ones, so that nothing is answered from a cache. */
class InputSet(val job: String, val script: String, val size: Int, private val inputs: List<JsonNode>) {
    val bills: List<Bill>
        get() = inputs.map { JACKSON.treeToValue(it, Bill::class.java) }

    val bodies: List<ByteArray>
        get() = inputs.map(JACKSON::writeValueAsBytes)
}

/** Reads what `tests/bench/js/write-inputs.mjs` has written. */
fun readInputs(file: Path): List<InputSet> =
    JACKSON.readTree(file.toFile())["cases"].map {
        InputSet(it["job"].textValue(), it["script"].textValue(), it["size"].intValue(), it["inputs"].toList())
    }
