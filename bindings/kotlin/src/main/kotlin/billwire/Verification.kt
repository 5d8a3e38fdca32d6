package billwire

import billwire.ffi.PreparedVerification
import billwire.ffi.Transaction as FfiTransaction
import billwire.ffi.VerificationResponse as FfiVerificationResponse
import java.math.BigDecimal

/** Search for a transaction (interface section 2.5). */
public typealias Verification = billwire.ffi.Verification

/** Answer to a verification (interface section 2.6). */
public data class VerificationResponse(
    /** Response code. `SUCCESS` means success. */
    val code: String,
    /** Message. */
    val message: String,
    /** The transaction. */
    val data: Transaction,
    /** Members that the interface does not name, as the text of a JSON object. */
    val extra: String,
) {
    internal companion object {
        internal fun of(ffi: FfiVerificationResponse): VerificationResponse =
            VerificationResponse(
                code = ffi.code,
                message = ffi.message,
                data = Transaction.of(ffi.data),
                extra = ffi.extra,
            )
    }
}

/** Transaction as the service has recorded it (interface section 2.6). */
public data class Transaction(
    /** Number of the transaction at the service. */
    val tranId: String,
    /** Date of the transaction, as received. It has no zone: see [readTranDate]. */
    val tranDate: String,
    /** Original amount of the transaction. An amount below zero never confirms a payment. */
    val tranAmount: BigDecimal,
    /** Fee charged for the transaction. */
    val feeAmount: BigDecimal,
    /** Total amount paid. */
    val totalAmount: BigDecimal,
    /** Currency code (ISO 4217). */
    val currency: String,
    /** Reference number at the merchant. */
    val identityCode: String,
    /** Code of the bank at the service. */
    val bankCode: String,
    /** Reference number at the bank. */
    val bankRef: String,
    /** Issue date or number of the bill. */
    val purposeOfTransaction: String,
    /** Status of the transaction. The interface shows only `success`. */
    val status: Status,
    /** Code of the customer. */
    val customerCode: String?,
    /** Name of the customer. */
    val customerName: String?,
    /** Phone number of the customer. */
    val customerPhone: String?,
    /** Description. */
    val description: String?,
    /** Members that the interface does not name, as the text of a JSON object. */
    val extra: String,
) {
    internal companion object {
        internal fun of(ffi: FfiTransaction): Transaction =
            Transaction(
                tranId = ffi.tranId,
                tranDate = ffi.tranDate,
                tranAmount = ffi.tranAmount,
                feeAmount = ffi.feeAmount,
                totalAmount = ffi.totalAmount,
                currency = ffi.currency,
                identityCode = ffi.identityCode,
                bankCode = ffi.bankCode,
                bankRef = ffi.bankRef,
                purposeOfTransaction = ffi.purposeOfTransaction,
                status = Status.of(ffi.status),
                customerCode = ffi.customerCode,
                customerName = ffi.customerName,
                customerPhone = ffi.customerPhone,
                description = ffi.description,
                extra = ffi.extra,
            )
    }
}

/** Final request that verifies a transaction (interface section 4.3). It prints no credential and no body. */
public class VerificationCall internal constructor(prepared: PreparedVerification) : AutoCloseable {
    private val ffi = prepared.call
    // Serializers that read fields must not find the request.
    @Transient private val request = prepared.request

    /** Returns the request. Send it unchanged, and do not follow redirects. */
    public fun request(): HttpRequest = request

    /** Returns findings to review before sending. */
    public fun warnings(): List<Finding> = native { ffi.warnings() }

    /** Returns the operation. */
    public fun operation(): OperationName = native { ffi.operation() }

    /**
     * Returns the response that the answer holds.
     *
     * @throws BillwireException.Rejected if the service refused
     * @throws BillwireException.Undetermined if the outcome is unknown
     * @throws BillwireException.Unreadable if the body does not have the response's shape
     */
    public fun decode(status: Int, body: ByteArray): VerificationResponse =
        VerificationResponse.of(native { body.lend { ffi.decode(status, it) } })

    /** Returns the error for a request that brought no answer. Read its next step before you send again. */
    public fun noAnswer(sent: Sent): BillwireException = BillwireException.of(native { ffi.noAnswer(sent) })

    /** Releases the native memory. The call cannot be used afterwards. */
    override fun close(): Unit = ffi.close()

    override fun toString(): String = ffi.toString()
}
