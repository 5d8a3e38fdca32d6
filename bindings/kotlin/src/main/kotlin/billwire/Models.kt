// Generated from bindings/src and the operations of core by `cargo xtask generate`. Do not edit.
package io.github.billwire

import io.github.billwire.ffi.BillStatus as FfiBillStatus
import io.github.billwire.ffi.PaymentStatus as FfiPaymentStatus
import io.github.billwire.ffi.SettlementData as FfiSettlementData
import io.github.billwire.ffi.SettlementResponse as FfiSettlementResponse
import io.github.billwire.ffi.Transaction as FfiTransaction
import io.github.billwire.ffi.VerificationResponse as FfiVerificationResponse
import java.math.BigDecimal

/** A sub biller to register, so that bills can be settled to its account. Interface section 2.1. */
public typealias Onboarding = io.github.billwire.ffi.Onboarding

/** The answer to an onboarding. Interface section 2.2. */
public typealias OnboardingResponse = io.github.billwire.ffi.OnboardingResponse

/** A sub biller as the service knows it. Interface section 2.2. */
public typealias OnboardedSubBiller = io.github.billwire.ffi.OnboardedSubBiller

/** Where a sub biller links its account at a bank. Interface section 2.2. */
public typealias AddLinkAccount = io.github.billwire.ffi.AddLinkAccount

/**
 * A bill to settle. The field `hash` of interface section 5.3 is computed, and cannot be given.
 *
 * Interface section 2.3.
 */
public typealias Settlement = io.github.billwire.ffi.Settlement

/** A line item of a bill. Interface section 2.3. */
public typealias Line = io.github.billwire.ffi.Line

/** The answer to a settlement. Interface section 2.4. */
public data class SettlementResponse(
    /** Status code; `000` is the success. */
    val code: String?,
    /** Message in English. */
    val message: String?,
    /** Message in Khmer. */
    val messageKh: String?,
    /** Statuses of the bill and of the payment. */
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

/** Statuses of the bill and of the payment. Interface section 2.4. */
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
                bill = ffi.bill?.let(BillStatus::of),
                payment = ffi.payment?.let(PaymentStatus::of),
                extra = ffi.extra,
            )
    }
}

/** The status of a bill. Interface section 2.4. */
public data class BillStatus(
    /** Its status; only `success` is shown. */
    val status: Status?,
    /** Members that the interface does not name, as the text of a JSON object. */
    val extra: String,
) {
    internal companion object {
        internal fun of(ffi: FfiBillStatus): BillStatus =
            BillStatus(
                status = ffi.status?.let(Status::of),
                extra = ffi.extra,
            )
    }
}

/** The status of a payment. Interface section 2.4. */
public data class PaymentStatus(
    /** Its status; only `success` is shown. */
    val status: Status?,
    /** Members that the interface does not name, as the text of a JSON object. */
    val extra: String,
) {
    internal companion object {
        internal fun of(ffi: FfiPaymentStatus): PaymentStatus =
            PaymentStatus(
                status = ffi.status?.let(Status::of),
                extra = ffi.extra,
            )
    }
}

/** Which transaction to look for. Interface section 2.5. */
public typealias Verification = io.github.billwire.ffi.Verification

/** The answer to a verification. Interface section 2.6. */
public data class VerificationResponse(
    /** Response code; `SUCCESS` is the success. */
    val code: String,
    /** Response message. */
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

/** A transaction as the service has it. Interface section 2.6. */
public data class Transaction(
    /** Transaction number at the service side. */
    val tranId: String,
    /** Transaction date, as received. It carries no zone, so read it in the zone of your provider. */
    val tranDate: String,
    /** Original amount of the transaction. One below zero never confirms a payment. */
    val tranAmount: BigDecimal,
    /** Fee charged for the transaction. */
    val feeAmount: BigDecimal,
    /** Total paid amount. */
    val totalAmount: BigDecimal,
    /** Currency code (ISO 4217). */
    val currency: String,
    /** Reference number at the merchant side. */
    val identityCode: String,
    /** Bank code at the service side. */
    val bankCode: String,
    /** Reference number at the bank side. */
    val bankRef: String,
    /** Bill issue date or bill number. */
    val purposeOfTransaction: String,
    /** Status of the transaction; only `success` is shown. */
    val status: Status,
    /** Customer code. */
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
