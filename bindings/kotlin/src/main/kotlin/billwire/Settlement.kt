package billwire

import billwire.ffi.PreparedSettlement
import billwire.ffi.SettlementData as FfiSettlementData
import billwire.ffi.SettlementOutcome as FfiSettlementOutcome
import billwire.ffi.SettlementResponse as FfiSettlementResponse

/** Bill to settle (interface section 2.3). billwire adds the hash, and the amount in KHR where it can compute it. */
public typealias Settlement = billwire.ffi.Settlement

/** Line of a bill (interface section 2.3). */
public typealias Line = billwire.ffi.Line

/** Answer to a settlement (interface section 2.4). */
public data class SettlementResponse(
    /** Response code. `000` means success. */
    val code: String?,
    /** Message in English. */
    val message: String?,
    /** Message in Khmer. */
    val messageKh: String?,
    /** Bill and payment. */
    val data: SettlementData?,
    /** Members that the interface does not name, as the text of a JSON object. */
    val extra: String,
) {
    internal companion object {
        internal fun of(ffi: FfiSettlementResponse): SettlementResponse =
            SettlementResponse(
                code = ffi.code,
                message = ffi.message,
                messageKh = ffi.messageKh,
                data = ffi.data?.let(SettlementData::of),
                extra = ffi.extra,
            )
    }
}

/** Bill and payment in the answer to a settlement (interface section 2.4). */
public data class SettlementData(
    /** The bill. */
    val bill: BillStatus?,
    /** The payment. */
    val payment: PaymentStatus?,
    /** Members that the interface does not name, as the text of a JSON object. */
    val extra: String,
) {
    internal companion object {
        internal fun of(ffi: FfiSettlementData): SettlementData =
            SettlementData(
                bill = ffi.bill?.run { BillStatus(status?.let(Status::of), extra) },
                payment = ffi.payment?.run { PaymentStatus(status?.let(Status::of), extra) },
                extra = ffi.extra,
            )
    }
}

/** Bill in the answer to a settlement (interface section 2.4). */
public data class BillStatus(
    /** Status of the bill. The interface shows only `success`. */
    val status: Status?,
    /** Members that the interface does not name, as the text of a JSON object. */
    val extra: String,
)

/** Payment in the answer to a settlement (interface section 2.4). */
public data class PaymentStatus(
    /** Status of the payment. The interface shows only `success`. */
    val status: Status?,
    /** Members that the interface does not name, as the text of a JSON object. */
    val extra: String,
)

/** Outcome of a settlement that the service answered with a success code. */
public sealed class SettlementOutcome {
    /** Bill and payment both have the status `success`: the money has moved. */
    public data class Settled(
        /** The answer. */
        val response: SettlementResponse
    ) : SettlementOutcome()

    /** The service accepted the bill, but does not report both as `success`. Do not settle the bill again. */
    public data class Accepted(
        /** The answer, with the statuses it has. */
        val response: SettlementResponse,
        /** How to find out the result. */
        val nextStep: NextStep,
    ) : SettlementOutcome()

    internal companion object {
        internal fun of(outcome: FfiSettlementOutcome): SettlementOutcome =
            when (outcome) {
                is FfiSettlementOutcome.Settled -> Settled(SettlementResponse.of(outcome.response))
                is FfiSettlementOutcome.Accepted -> Accepted(SettlementResponse.of(outcome.response), outcome.nextStep)
            }
    }
}

/** Final, signed request that settles a bill (interface section 4.2). It prints no credential and no body. */
public class SettlementCall internal constructor(prepared: PreparedSettlement) : AutoCloseable {
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
     * Returns the outcome that the answer reports.
     *
     * @throws BillwireException.Rejected if the service refused
     * @throws BillwireException.Undetermined if the outcome is unknown
     * @throws BillwireException.Unreadable if the body does not have the response's shape
     */
    public fun decode(status: Int, body: ByteArray): SettlementOutcome =
        SettlementOutcome.of(native { body.lend { ffi.decode(status, it) } })

    /** Returns the error for a request that brought no answer. Read its next step before you send again. */
    public fun noAnswer(sent: Sent): BillwireException = BillwireException.of(native { ffi.noAnswer(sent) })

    /** Releases the native memory. The call cannot be used afterwards. */
    override fun close(): Unit = ffi.close()

    override fun toString(): String = ffi.toString()
}
