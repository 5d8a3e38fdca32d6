package io.github.billwire

import io.github.billwire.ffi.Customers as FfiCustomers
import io.github.billwire.ffi.WebhookPayload as FfiWebhookPayload
import java.math.BigDecimal

/** Customer whose bill was paid (interface section 2.7). */
public typealias Customer = io.github.billwire.ffi.Customer

/** Body of a webhook (interface section 2.7). It proves nothing before it is confirmed. */
public data class WebhookPayload(
    /** Reference of the transaction at the service. */
    val tranId: String?,
    /** Number of the transaction at the service. */
    val tranNo: String?,
    /** Channel that produced the transaction. */
    val paymentServiceType: PaymentServiceType?,
    /** Date of the transaction, as received. It has no zone: see [readTranDate]. */
    val tranDate: String?,
    /** Original amount of the transaction. */
    val tranAmount: BigDecimal?,
    /** Currency code (ISO 4217). */
    val currency: String?,
    /** Code of the bank at the service. */
    val bankCode: String?,
    /** Name of the bank. */
    val bankName: String?,
    /** Reference number at the bank. */
    val bankRef: String?,
    /** Reference number at the merchant, used to confirm the payment. */
    val identityCode: String?,
    /** Issue date or number of the bill. */
    val purposeOfTransaction: String?,
    /** Serial number of the terminal or of the device that displays the QR code. */
    val deviceCode: String?,
    /** Status of the transaction. The interface shows only `success`. */
    val status: Status?,
    /** Customers: a list, `null`, or a missing key. billwire also reads the key `Customer`. */
    val customers: Customers,
    /** Members that the interface does not name, as the text of a JSON object. */
    val extra: String,
) {
    internal companion object {
        internal fun of(ffi: FfiWebhookPayload): WebhookPayload =
            WebhookPayload(
                tranId = ffi.tranId,
                tranNo = ffi.tranNo,
                paymentServiceType = ffi.paymentServiceType?.let(PaymentServiceType::of),
                tranDate = ffi.tranDate,
                tranAmount = ffi.tranAmount,
                currency = ffi.currency,
                bankCode = ffi.bankCode,
                bankName = ffi.bankName,
                bankRef = ffi.bankRef,
                identityCode = ffi.identityCode,
                purposeOfTransaction = ffi.purposeOfTransaction,
                deviceCode = ffi.deviceCode,
                status = ffi.status?.let(Status::of),
                customers = Customers.of(ffi.customers),
                extra = ffi.extra,
            )
    }
}

/** Customers in a webhook. The interface distinguishes a list, `null` and a missing key (interface section 2.7). */
public sealed class Customers {
    /** The key is missing. */
    public data object Absent : Customers()

    /** `null`, as the merchant-proxy variant may send. */
    public data object Null : Customers()

    /** A list, which may be empty. */
    public data class Listed(
        /** The customers. */
        val customers: List<Customer>
    ) : Customers()

    internal companion object {
        internal fun of(ffi: FfiCustomers): Customers =
            when (ffi) {
                is FfiCustomers.Absent -> Absent
                is FfiCustomers.Null -> Null
                is FfiCustomers.Listed -> Listed(ffi.customers)
            }
    }
}
