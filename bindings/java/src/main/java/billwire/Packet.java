package billwire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Values one behind the other, as uniffi lays them out: in an array that grows while it is written. */
final class Packet {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, BIG_ENDIAN);
    private static final VarHandle DOUBLE = MethodHandles.byteArrayViewVarHandle(double[].class, BIG_ENDIAN);
    /** No character takes more bytes of UTF-8. */
    private static final int WIDEST = 3;

    private byte[] bytes;
    private int position;

    /** To read what the array holds, or to write over it. */
    Packet(byte[] bytes) {
        this.bytes = bytes;
    }

    /** What was written is the beginning of this. */
    byte[] bytes() {
        return bytes;
    }

    int position() {
        return position;
    }

    boolean hasRemaining() {
        return position < bytes.length;
    }

    byte get() {
        return bytes[position++];
    }

    int getInt() {
        return (int) INT.get(bytes, passing(Integer.BYTES));
    }

    long getLong() {
        return (long) LONG.get(bytes, passing(Long.BYTES));
    }

    double getDouble() {
        return (double) DOUBLE.get(bytes, passing(Double.BYTES));
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
        room(Integer.BYTES);
        INT.set(bytes, passing(Integer.BYTES), value);
    }

    void putLong(long value) {
        room(Long.BYTES);
        LONG.set(bytes, passing(Long.BYTES), value);
    }

    void putDouble(double value) {
        room(Double.BYTES);
        DOUBLE.set(bytes, passing(Double.BYTES), value);
    }

    void put(byte[] from) {
        room(from.length);
        System.arraycopy(from, 0, bytes, passing(from.length), from.length);
    }

    /** A text behind its length in bytes. */
    void putText(String text) {
        room(Math.addExact(Integer.BYTES, Math.multiplyExact(text.length(), WIDEST)));
        int start = position + Integer.BYTES;
        int end = utf8(text, start);
        INT.set(bytes, position, end - start);
        position = end;
    }

    /** A text alone. */
    void putTextAlone(String text) {
        room(Math.multiplyExact(text.length(), WIDEST));
        position = utf8(text, position);
    }

    /** Writes ASCII as it stands, and leaves every other text to the slower way. */
    private int utf8(String text, int start) {
        byte[] into = bytes;
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char letter = text.charAt(i);
            if (letter >= 0x80) return encoded(hasSurrogates(text, i) ? mended(text) : text, start);
            into[start + i] = (byte) letter;
        }
        return start + length;
    }

    private int encoded(String text, int start) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(encoded, 0, bytes, start, encoded.length);
        return start + encoded.length;
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

    private static boolean hasSurrogates(String text, int from) {
        boolean found = false;
        for (int i = from; i < text.length(); i++) found |= Character.isSurrogate(text.charAt(i));
        return found;
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
