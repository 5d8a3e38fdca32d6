package billwire

// uniffi's Kotlin throws an exception of its own for a lone surrogate (https://github.com/mozilla/uniffi-rs/pull/1602).
// The functions below replace it by a control character. No field allows one, so the library reports a violation with
// the field's path.

private const val NUL = '\u0000'

/** Returns this text with a control character in place of each lone surrogate. */
internal fun String.wellFormed(): String =
    if (indices.none(::isLoneSurrogate)) this
    else String(CharArray(length) { if (isLoneSurrogate(it)) NUL else this[it] })

private fun String.isLoneSurrogate(index: Int): Boolean =
    when {
        this[index].isHighSurrogate() -> getOrNull(index + 1)?.isLowSurrogate() != true
        this[index].isLowSurrogate() -> getOrNull(index - 1)?.isHighSurrogate() != true
        else -> false
    }

private fun List<String>.wellFormed(): List<String> = map { it.wellFormed() }

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

private fun Line.wellFormed(): Line =
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

internal fun Expectation.wellFormed(): Expectation =
    copy(
        identityCode = identityCode.wellFormed(),
        purposeOfTransaction = purposeOfTransaction.wellFormed(),
        currency = currency.wellFormed(),
        extra = extra?.wellFormed(),
    )

internal fun UntypedRequest.wellFormed(): UntypedRequest =
    copy(
        path = path.wellFormed(),
        query = query.map { QueryParameter(it.name.wellFormed(), it.value.wellFormed()) },
        json = json?.wellFormed(),
    )

internal fun SignedFields.wellFormed(): SignedFields =
    copy(
        refId = refId.wellFormed(),
        currency = currency.wellFormed(),
        customerSyncCode = customerSyncCode.wellFormed(),
        settlementTo = settlementTo.wellFormed(),
    )

internal fun ExplainOptions.wellFormed(): ExplainOptions =
    copy(
        observedHash = observedHash?.wellFormed(),
        totalAmountKhr = totalAmountKhr?.wellFormed(),
        codeShapes = codeShapes?.wellFormed(),
        separators = separators.wellFormed(),
        destinations = destinations.wellFormed(),
    )

internal fun CodeShapes.wellFormed(): CodeShapes =
    CodeShapes(refId?.wellFormed(), customerSyncCode?.wellFormed(), settlementTo?.wellFormed())

private fun CodeShape.wellFormed(): CodeShape = copy(prefix = prefix?.wellFormed(), pattern = pattern?.wellFormed())

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

private fun CodesByOperation.wellFormed(): CodesByOperation =
    CodesByOperation(onboarding.wellFormed(), settlement.wellFormed(), verification.wellFormed())

private fun StatusesByObject.wellFormed(): StatusesByObject =
    StatusesByObject(bill.wellFormed(), payment.wellFormed(), transaction.wellFormed())

private fun SettlementLookup.wellFormed(): SettlementLookup =
    SettlementLookup(identityCode.wellFormed(), purposeOfTransaction.wellFormed(), dateFormat?.wellFormed())

internal fun HttpRequest.wellFormed(): HttpRequest =
    copy(
        method = method.wellFormed(),
        url = url.wellFormed(),
        headers = headers.map { it.copy(name = it.name.wellFormed()) },
    )

// The simulator reads no header of a reply.
internal fun Reply.wellFormed(): Reply = copy(headers = emptyMap(), body = body.wellFormed())
