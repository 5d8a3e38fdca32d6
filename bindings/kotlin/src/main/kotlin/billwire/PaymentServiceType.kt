package io.github.billwire

import io.github.billwire.ffi.PaymentServiceType as FfiPaymentServiceType

/** Channel that produced a transaction (interface section 2.7). */
public sealed class PaymentServiceType {
    /** `Bank Channel`: a bank channel, such as a mobile app. */
    public data object BankChannel : PaymentServiceType()

    /** `KHQR`: a scanned QR code. */
    public data object Khqr : PaymentServiceType()

    /** `Deeplink/Checkout`: a checkout page or an app-to-app deeplink. */
    public data object DeeplinkCheckout : PaymentServiceType()

    /** `Direct Debit`: an automatic direct debit. */
    public data object DirectDebit : PaymentServiceType()

    /** Any other channel. */
    public data class Other(
        /** The text that was received. */
        val text: String
    ) : PaymentServiceType()

    internal companion object {
        internal fun of(type: FfiPaymentServiceType): PaymentServiceType =
            when (type) {
                is FfiPaymentServiceType.BankChannel -> BankChannel
                is FfiPaymentServiceType.Khqr -> Khqr
                is FfiPaymentServiceType.DeeplinkCheckout -> DeeplinkCheckout
                is FfiPaymentServiceType.DirectDebit -> DirectDebit
                is FfiPaymentServiceType.Other -> Other(type.text)
            }
    }
}
