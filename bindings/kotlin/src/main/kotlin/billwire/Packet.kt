package io.github.billwire

import com.sun.jna.Pointer
import io.github.billwire.ffi.DirectMapping
import io.github.billwire.ffi.UniffiRustCallStatus
import java.math.BigDecimal
import java.nio.Buffer
import java.nio.ByteBuffer
import java.nio.ByteOrder
import java.time.Instant
import java.util.concurrent.ConcurrentLinkedDeque

// The shared buffers, by their numbers in the library.
private const val UNITS = 0
private const val BYTES = 1
private const val LENGTHS = 2
private const val NUMBERS = 3

private const val FIRST_UNITS = 1 shl 12
private const val FIRST_VALUES = 1 shl 9
/** Most units and values for which a packet is kept. */
private const val LARGEST = 1 shl 17
/** Largest decimal that crosses as a double: the library writes its cents in 32 bits. */
private const val MOST_UNITS = 1e7

/**
 * Values of a request or a webhook, in memory that the library shares.
 *
 * Texts stand one after the other, in UTF-16. Each value has a length, and a number is the next one of the numbers. A
 * text that the library returns takes the place of the texts, and the offsets of a webhook's values take that of the
 * lengths.
 */
internal class Packet private constructor() {
    // The library reports a panic here. A call that panicked returns 0, and so does one that needs the full path.
    private val status = UniffiRustCallStatus()
    private val report: Pointer = status.pointer
    private val number = DirectMapping.uniffi_billwire_ffi_fn_func_fast_buffers(report)

    private var text = CharArray(FIRST_UNITS)
    private var lengths = IntArray(FIRST_VALUES)
    private var numbers = DoubleArray(FIRST_VALUES)
    private var sharedText = shareText()
    private var sharedBytes = share(BYTES, text.size, 1)
    private var sharedLengths = shareLengths()
    private var sharedNumbers = shareNumbers()

    private var units = 0
    private var values = 0
    private var count = 0
    private var hasExtra = false

    fun add(value: String?) {
        if (value == null) return addLength(ABSENT)
        val end = units + value.length
        if (end > text.size) text = text.copyOf(capacityFor(end))
        value.toCharArray(text, units)
        units = end
        addLength(value.length)
    }

    fun add(value: SensitiveText?): Unit = add(value?.text)

    fun add(value: BigDecimal?): Unit =
        if (value != null && isShort(value)) addNumber(value.toDouble()) else add(value?.toString())

    /** A number that is no double is out of range, as the library says of its double, too. */
    fun add(value: Long?): Unit = if (value == null) addLength(ABSENT) else addNumber(value.toDouble())

    fun add(value: Instant): Unit = addNumber(value.epochSecond * 1000.0 + value.nano / 1_000_000)

    inline fun <T> addList(list: List<T>?, add: (T) -> Unit) {
        if (list == null) return addLength(ABSENT)
        addLength(list.size)
        for (value in list) add(value)
    }

    fun addExtra(extra: String?) {
        hasExtra = hasExtra || extra != null
    }

    /** Whether the library writes a double with the digits of this decimal: not if its fraction ends with a zero. */
    private fun isShort(value: BigDecimal): Boolean {
        val scale = value.scale()
        if (scale !in 0..2 || value.javaClass != BigDecimal::class.java) return false
        val double = value.toDouble()
        if (double < 0 || double > MOST_UNITS) return false
        return scale == 0 || Math.round(double * if (scale == 1) 10 else 100) % 10 != 0L
    }

    private fun addNumber(value: Double) {
        if (count == numbers.size) numbers = numbers.copyOf(capacityFor(count + 1))
        numbers[count++] = value
        addLength(NUMBER)
    }

    fun addLength(length: Int) {
        if (values == lengths.size) lengths = lengths.copyOf(capacityFor(values + 1))
        lengths[values++] = length
    }

    /** Signs the added values. Returns null if they need the full path. */
    fun sign(key: Long): String? {
        share()
        return text(DirectMapping.uniffi_billwire_ffi_fn_func_fast_sign(key, number, units, values, count, report))
    }

    /** Writes the body of a request from the added values. Returns null if they need the full path. */
    fun prepare(biller: Long, operation: Int): String? {
        if (hasExtra) return null
        share()
        return text(
            DirectMapping.uniffi_billwire_ffi_fn_func_fast_prepare(
                biller,
                operation,
                number,
                units,
                values,
                count,
                report,
            )
        )
    }

    /** Checks the token of a webhook, if it has one, and reads its body. Returns null if it needs the full path. */
    fun receive(receiver: Long, body: ByteArray, token: String?): WebhookPayload? {
        val end = body.size + (token?.length ?: 0)
        if (end > sharedBytes.capacity()) sharedBytes = share(BYTES, capacityFor(end), 1)
        // Text has at most as many units of UTF-16 as bytes of UTF-8.
        fitText(end)
        sharedBytes.fromStart().put(body)
        token?.forEach { sharedBytes.put(if (it < '\u0080') it.code.toByte() else return null) }
        val result =
            DirectMapping.uniffi_billwire_ffi_fn_func_fast_receive(receiver, number, body.size, end - body.size, report)
        if (result == 0L) return null
        val units = (result ushr Int.SIZE_BITS).toInt()
        val offsets = result.toInt()
        fitLengths(offsets)
        sharedLengths.fromStart().get(lengths, 0, offsets)
        sharedText.fromStart().get(text, 0, units)
        val received = Received(lengths, if (units > 0) text else null, body)
        return received.webhookPayload(0).takeUnless { received.isUnusual }
    }

    /** Copies the added values to the memory that the library reads. */
    private fun share() {
        fitText(units)
        fitLengths(values)
        if (count > sharedNumbers.capacity()) sharedNumbers = shareNumbers()
        sharedText.fromStart().put(text, 0, units)
        sharedLengths.fromStart().put(lengths, 0, values)
        sharedNumbers.fromStart().put(numbers, 0, count)
    }

    /** Returns the text that the library has written in place of the texts; null for none. */
    private fun text(length: Int): String? {
        if (length == 0) return null
        fitText(length)
        sharedText.fromStart().get(text, 0, length)
        return String(text, 0, length)
    }

    // The library grows its buffers when a result does not fit, so they have moved then.

    private fun fitText(units: Int) {
        if (units > text.size) text = text.copyOf(capacityFor(units))
        if (units > sharedText.capacity()) sharedText = shareText()
    }

    private fun fitLengths(values: Int) {
        if (values > lengths.size) lengths = lengths.copyOf(capacityFor(values))
        if (values > sharedLengths.capacity()) sharedLengths = shareLengths()
    }

    private fun shareText() = share(UNITS, text.size, Char.SIZE_BYTES).asCharBuffer()

    private fun shareLengths() = share(LENGTHS, lengths.size, Int.SIZE_BYTES).asIntBuffer()

    private fun shareNumbers() = share(NUMBERS, numbers.size, Double.SIZE_BYTES).asDoubleBuffer()

    private fun share(part: Int, size: Int, width: Int): ByteBuffer {
        val address = DirectMapping.uniffi_billwire_ffi_fn_func_fast_reserve(number, part, size, report)
        return Pointer(address).getByteBuffer(0, size.toLong() * width).order(ByteOrder.nativeOrder())
    }

    /** Java 8 has no `clear` of its own for each kind of buffer. */
    private fun <B : Buffer> B.fromStart(): B = also { (it as Buffer).clear() }

    private fun capacityFor(size: Int): Int = 2 * size

    private fun restart() {
        units = 0
        values = 0
        count = 0
        hasExtra = false
    }

    private fun rest() {
        if (maxOf(text.size, lengths.size, sharedBytes.capacity()) <= LARGEST) resting.addFirst(this)
        else DirectMapping.uniffi_billwire_ffi_fn_func_fast_drop(number, report)
    }

    internal companion object {
        /** As many as callers were at work at once: threads may be virtual, and then there are too many for one each. */
        private val resting = ConcurrentLinkedDeque<Packet>()

        /**
         * Runs [work] with a packet. Returns null if it fails, so that the full path fails in its own way: a list of the
         * caller may throw.
         */
        inline fun <T> use(work: Packet.() -> T?): T? {
            val packet = resting.pollFirst() ?: Packet()
            packet.restart()
            try {
                return packet.work()
            } catch (_: RuntimeException) {
                return null
            } finally {
                packet.rest()
            }
        }
    }
}
