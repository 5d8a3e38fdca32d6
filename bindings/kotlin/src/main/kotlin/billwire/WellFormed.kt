package io.github.billwire

// uniffi's Kotlin throws an exception of its own for a lone surrogate (https://github.com/mozilla/uniffi-rs/pull/1602).
// These functions replace it by a control character. No field allows one, so the
// library reports a violation with the field's path.

private const val NUL = '\u0000'

/** Returns this text with a control character in place of each lone surrogate. */
internal fun String.wellFormed(): String {
    // Plain loops: Kotlin's functions on text cost a new program five milliseconds.
    for (index in 0 until length) {
        if (isLoneSurrogate(index)) return String(CharArray(length) { if (isLoneSurrogate(it)) NUL else this[it] })
    }
    return this
}

private fun String.isLoneSurrogate(index: Int): Boolean {
    val unit = this[index]
    return when {
        Character.isHighSurrogate(unit) -> index + 1 == length || !Character.isLowSurrogate(this[index + 1])
        Character.isLowSurrogate(unit) -> index == 0 || !Character.isHighSurrogate(this[index - 1])
        else -> false
    }
}

internal fun List<String>.wellFormed(): List<String> = map { it.wellFormed() }

internal fun Map<String, String>.wellFormed(): Map<String, String> =
    entries.associate { (name, value) -> name.wellFormed() to value.wellFormed() }
