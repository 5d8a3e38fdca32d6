package io.github.billwire

// uniffi's Kotlin throws an exception of its own for a lone surrogate (https://github.com/mozilla/uniffi-rs/pull/1602).
// These functions replace it by a control character. No field allows one, so the
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

internal fun Map<String, String>.wellFormed(): Map<String, String> =
    entries.associate { (name, value) -> name.wellFormed() to value.wellFormed() }
