package io.github.billwire

import java.math.BigDecimal

/** Members of an object without unknown ones, as JSON. */
internal const val NO_MEMBERS = "{}"

/** Values of a webhook, by their offsets in [text]. Without it they are offsets in [body], which is ASCII then. */
internal class Received(private val offsets: IntArray, private val text: CharArray?, private val body: ByteArray) {
    /** Whether a value needs the full path. */
    var isUnusual = false
        private set

    /** Returns the text of a field that has its two offsets at [word] of the object at [at]; null for none. */
    fun text(at: Int, field: Int, word: Int): String? {
        if (!has(at, field)) return null
        val start = offsets[at + word]
        return if (start < 0) absent(start) else text(start, offsets[at + word + 1])
    }

    fun decimal(at: Int, field: Int, word: Int): BigDecimal? {
        if (!has(at, field)) return null
        val start = offsets[at + word]
        val end = offsets[at + word + 1]
        if (start < 0) return absent(start)
        val digits = text(start, end and OFFSET)
        return if (end and EXPONENT == 0 && digits[0] != '-') BigDecimal(digits) else absent(start)
    }

    inline fun <T, L> list(
        at: Int,
        field: Int,
        word: Int,
        absent: L,
        none: L,
        listed: (List<T>) -> L,
        read: Received.(Int) -> T,
    ): L {
        if (!has(at, field)) return absent
        var record = offset(at + word)
        if (record == NULL) return none
        val list = ArrayList<T>(offset(at + word + 1))
        repeat(offset(at + word + 1)) {
            list.add(read(record))
            record = offset(record + 1)
        }
        return listed(list)
    }

    fun has(at: Int, field: Int): Boolean = offsets[at] ushr field and 1 != 0

    fun offset(index: Int): Int = offsets[index]

    /** A text with escapes, or a number that is not plain, needs the full path. */
    private fun absent(start: Int): Nothing? {
        isUnusual = isUnusual || start != NULL
        return null
    }

    private fun text(start: Int, end: Int): String =
        if (text == null) String(body, start, end - start, Charsets.ISO_8859_1) else String(text, start, end - start)
}
