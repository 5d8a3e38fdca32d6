// Generated from bindings/src and the operations of core by `cargo xtask generate`. Do not edit.
package io.github.billwire

/** Length of an absent value. */
internal const val ABSENT: Int = -1

/** Length of a value that is a number. */
internal const val NUMBER: Int = -2

/** Both offsets of `null`. */
internal const val NULL: Int = -1

/** Mark in the end of a number with an exponent. */
internal const val EXPONENT: Int = 1073741824

/** Offset without its marks. */
internal const val OFFSET: Int = 1073741823

internal fun Packet.add(value: Onboarding) {
    add(value.supplierSyncCode)
    add(value.name)
    add(value.nameKh)
    add(value.address)
    add(value.bankId)
    add(value.returnUrl)
    add(value.currency)
    addExtra(value.extra)
}

internal fun Packet.add(value: Line) {
    add(value.itemName)
    add(value.description)
    add(value.quantity)
    add(value.price)
    add(value.amount)
    add(value.taxAmount)
    add(value.taxName)
    addExtra(value.extra)
}

internal fun Packet.add(value: Settlement) {
    add(value.refId)
    add(value.date)
    add(value.dueDate)
    add(value.currency)
    add(value.totalAmount)
    add(value.customerSyncCode)
    add(value.totalTax)
    add(value.paymentMethodToken)
    add(value.settlementTo)
    add(value.description)
    add(value.exchangeRateKhr)
    add(value.totalAmountKhr)
    addList(value.details) { add(it) }
    addExtra(value.extra)
}

internal fun Packet.add(value: Verification) {
    add(value.identityCode)
    add(value.tranId)
    add(value.bankRef)
    add(value.purposeOfTransaction)
    addExtra(value.extra)
}

internal fun Packet.add(value: SignedFields) {
    add(value.refId)
    add(value.date)
    add(value.currency)
    add(value.totalAmount)
    add(value.customerSyncCode)
    add(value.settlementTo)
}

internal fun Received.webhookPayload(at: Int): WebhookPayload =
    WebhookPayload(
        tranId = text(at, 0, 3),
        tranNo = text(at, 1, 5),
        paymentServiceType = text(at, 2, 7)?.let(::paymentServiceType),
        tranDate = text(at, 3, 9),
        tranAmount = decimal(at, 4, 11),
        currency = text(at, 5, 13),
        bankCode = text(at, 6, 15),
        bankName = text(at, 7, 17),
        bankRef = text(at, 8, 19),
        identityCode = text(at, 9, 21),
        purposeOfTransaction = text(at, 10, 23),
        deviceCode = text(at, 11, 25),
        status = text(at, 12, 27)?.let(::status),
        customers = list(at, 13, 29, Customers.Absent, Customers.Null, Customers::Listed) { customer(it) },
        extra = NO_MEMBERS,
    )

private fun paymentServiceType(text: String): PaymentServiceType =
    when (text) {
        "Bank Channel" -> PaymentServiceType.BankChannel
        "KHQR" -> PaymentServiceType.Khqr
        "Deeplink/Checkout" -> PaymentServiceType.DeeplinkCheckout
        "Direct Debit" -> PaymentServiceType.DirectDebit
        else -> PaymentServiceType.Other(text)
    }

private fun status(text: String): Status =
    when (text) {
        "success" -> Status.Success
        else -> Status.Other(text)
    }

internal fun Received.customer(at: Int): Customer =
    Customer(
        branchCode = text(at, 0, 3),
        branchName = text(at, 1, 5),
        customerCode = text(at, 2, 7),
        customerName = text(at, 3, 9),
        customerNameLatin = text(at, 4, 11),
        billNo = text(at, 5, 13),
        amount = decimal(at, 6, 15),
        extra = NO_MEMBERS,
    )
