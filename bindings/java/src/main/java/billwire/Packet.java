package billwire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Values one behind the other, in an array that grows while it is written: as uniffi lays them out, or as the hot half of
 * the library has them, whose numbers are text too.
 */
final class Packet {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, BIG_ENDIAN);
    private static final VarHandle DOUBLE = MethodHandles.byteArrayViewVarHandle(double[].class, BIG_ENDIAN);
    /** In a text a number below this is one character; any other is this one, and digits, the lowest first. */
    private static final byte LARGE = 127;
    private static final int DIGITS = 5;
    private static final int BITS = 7;
    /** The last letter that takes one byte. */
    private static final int ASCII = 127;
    /** So many digits fit into a long. */
    private static final int LONG_DIGITS = 18;
    /** With so many digits of a fraction, no decimal's text has an exponent. */
    private static final int PLAIN = 6;

    private final boolean text;
    private byte[] bytes;
    private int position;
    private final int end;

    private Packet(byte[] bytes, int end, boolean text) {
        this.bytes = bytes;
        this.end = end;
        this.text = text;
    }

    /** To read what the array holds, as uniffi lays it out. */
    static Packet of(byte[] bytes) {
        return new Packet(bytes, bytes.length, false);
    }

    /** To read the text at the beginning of the array. */
    static Packet ofText(byte[] bytes, int length) {
        return new Packet(bytes, length, true);
    }

    /** To write over the array, as uniffi lays it out. */
    static Packet over(byte[] bytes) {
        return new Packet(bytes, 0, false);
    }

    /** To write a text over the array. */
    static Packet textOver(byte[] bytes) {
        return new Packet(bytes, 0, true);
    }

    /** What was written is the beginning of this. */
    byte[] bytes() {
        return bytes;
    }

    int position() {
        return position;
    }

    boolean hasRemaining() {
        return position < end;
    }

    byte get() {
        return bytes[position++];
    }

    int getInt() {
        return text ? number() : (int) INT.get(bytes, passing(Integer.BYTES));
    }

    long getLong() {
        return text
                ? Integer.toUnsignedLong(number()) | (long) number() << Integer.SIZE
                : (long) LONG.get(bytes, passing(Long.BYTES));
    }

    double getDouble() {
        return text ? Double.longBitsToDouble(getLong()) : (double) DOUBLE.get(bytes, passing(Double.BYTES));
    }

    String getText() {
        int length = getInt();
        return new String(bytes, passing(length), length, StandardCharsets.UTF_8);
    }

    void get(byte[] into) {
        System.arraycopy(bytes, passing(into.length), into, 0, into.length);
    }

    void put(byte value) {
        room(1);
        bytes[position++] = value;
    }

    void putInt(int value) {
        if (text) {
            putNumber(value);
        } else {
            room(Integer.BYTES);
            INT.set(bytes, passing(Integer.BYTES), value);
        }
    }

    void putLong(long value) {
        if (text) {
            putNumber((int) value);
            putNumber((int) (value >>> Integer.SIZE));
        } else {
            room(Long.BYTES);
            LONG.set(bytes, passing(Long.BYTES), value);
        }
    }

    void putDouble(double value) {
        if (text) {
            putLong(Double.doubleToRawLongBits(value));
        } else {
            room(Double.BYTES);
            DOUBLE.set(bytes, passing(Double.BYTES), value);
        }
    }

    void put(byte[] from) {
        room(from.length);
        System.arraycopy(from, 0, bytes, passing(from.length), from.length);
    }

    /** A text behind its length in bytes. */
    void putText(String value) {
        int bits = bits(value);
        if (bits <= ASCII) {
            putInt(value.length());
            putAscii(value);
        } else {
            byte[] encoded = utf8(value, bits);
            putInt(encoded.length);
            put(encoded);
        }
    }

    /** A decimal as its text; for the hot half its digits and their scale, if that is all there is in the text. */
    void putDecimal(BigDecimal value) {
        int scale = value.scale();
        if (!text || scale < 0 || scale > PLAIN || value.precision() > LONG_DIGITS) {
            putText(value.toString());
            return;
        }
        putInt(0);
        putInt(scale);
        putLong((scale == 0 ? value : value.scaleByPowerOfTen(scale)).longValue());
    }

    /** A text alone. */
    void putTextAlone(String value) {
        int bits = bits(value);
        if (bits <= ASCII) putAscii(value);
        else put(utf8(value, bits));
    }

    /** All bits that any letter has: no letter lies above them. A loop so plain takes many letters in one step. */
    private static int bits(String text) {
        int bits = 0;
        for (int i = 0; i < text.length(); i++) bits |= text.charAt(i);
        return bits;
    }

    @SuppressWarnings("deprecation") // It keeps the lower half of each letter, which of ASCII is all there is.
    private void putAscii(String text) {
        room(text.length());
        text.getBytes(0, text.length(), bytes, passing(text.length()));
    }

    private static byte[] utf8(String text, int bits) {
        return (bits < Character.MIN_SURROGATE ? text : mended(text)).getBytes(StandardCharsets.UTF_8);
    }

    /** Half a pair becomes a control character, which no field takes: so it is a violation with its path. */
    private static String mended(String text) {
        StringBuilder mended = new StringBuilder(text);
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (i + 1 < text.length() && Character.isSurrogatePair(letter, text.charAt(i + 1))) i++;
            else if (Character.isSurrogate(letter)) mended.setCharAt(i, '\0');
        }
        return mended.toString();
    }

    private void putNumber(int value) {
        room(1 + DIGITS);
        if (Integer.compareUnsigned(value, LARGE) < 0) {
            bytes[position++] = (byte) value;
            return;
        }
        bytes[position++] = LARGE;
        for (int i = 0; i < DIGITS; i++) bytes[position++] = (byte) (value >>> BITS * i & LARGE);
    }

    private int number() {
        int first = bytes[position++];
        if (first < LARGE) return first;
        int value = 0;
        for (int i = 0; i < DIGITS; i++) value |= bytes[position++] << BITS * i;
        return value;
    }

    private int passing(int length) {
        int start = position;
        position += length;
        return start;
    }

    private void room(int length) {
        if (bytes.length - position < length) grow(length);
    }

    private void grow(int length) {
        bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(position, length), Math.max(bytes.length * 2, Crossing.FIRST)));
    }
}
