package io.github.billwire

// uniffi's Kotlin throws an exception of its own for a lone surrogate (https://github.com/mozilla/uniffi-rs/pull/1602).
// These functions, and those of `WellFormedModels.kt`, replace it by a control character. No field allows one, so the
// library reports a violation with the field's path.

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

internal fun List<String>.wellFormed(): List<String> = map { it.wellFormed() }

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
