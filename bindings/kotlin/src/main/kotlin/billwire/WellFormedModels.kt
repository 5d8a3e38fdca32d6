// Generated from bindings/src and the operations of core by `cargo xtask generate`. Do not edit.
package io.github.billwire

// `WellFormed.kt` says why.

internal fun Onboarding.wellFormed(): Onboarding =
    copy(
        supplierSyncCode = supplierSyncCode.wellFormed(),
        name = name.wellFormed(),
        nameKh = nameKh?.wellFormed(),
        address = address?.wellFormed(),
        bankId = bankId?.wellFormed(),
        returnUrl = returnUrl?.wellFormed(),
        currency = currency?.wellFormed(),
        extra = extra?.wellFormed(),
    )

internal fun Settlement.wellFormed(): Settlement =
    copy(
        refId = refId.wellFormed(),
        currency = currency.wellFormed(),
        customerSyncCode = customerSyncCode.wellFormed(),
        settlementTo = settlementTo.wellFormed(),
        description = description?.wellFormed(),
        details = details?.map { it.wellFormed() },
        extra = extra?.wellFormed(),
    )

internal fun Line.wellFormed(): Line =
    copy(
        itemName = itemName?.wellFormed(),
        description = description?.wellFormed(),
        taxName = taxName?.wellFormed(),
        extra = extra?.wellFormed(),
    )

internal fun Verification.wellFormed(): Verification =
    copy(
        identityCode = identityCode.wellFormed(),
        tranId = tranId?.wellFormed(),
        bankRef = bankRef?.wellFormed(),
        purposeOfTransaction = purposeOfTransaction.wellFormed(),
        extra = extra?.wellFormed(),
    )

internal fun WireProfile.wellFormed(): WireProfile =
    copy(
        destinationKey = destinationKey?.wellFormed(),
        successCodes = successCodes?.wellFormed(),
        refusalCodes = refusalCodes?.wellFormed(),
        notFoundCodes = notFoundCodes?.wellFormed(),
        successStatuses = successStatuses?.wellFormed(),
        pendingStatuses = pendingStatuses?.wellFormed(),
        failedStatuses = failedStatuses?.wellFormed(),
        settlementLookup = settlementLookup?.wellFormed(),
    )

internal fun CodesByOperation.wellFormed(): CodesByOperation =
    copy(
        onboarding = onboarding.wellFormed(),
        settlement = settlement.wellFormed(),
        verification = verification.wellFormed(),
    )

internal fun StatusesByObject.wellFormed(): StatusesByObject =
    copy(
        bill = bill.wellFormed(),
        payment = payment.wellFormed(),
        transaction = transaction.wellFormed(),
    )

internal fun SettlementLookup.wellFormed(): SettlementLookup =
    copy(
        identityCode = identityCode.wellFormed(),
        purposeOfTransaction = purposeOfTransaction.wellFormed(),
        dateFormat = dateFormat?.wellFormed(),
    )

internal fun Expectation.wellFormed(): Expectation =
    copy(
        identityCode = identityCode.wellFormed(),
        purposeOfTransaction = purposeOfTransaction.wellFormed(),
        currency = currency.wellFormed(),
        extra = extra?.wellFormed(),
    )
