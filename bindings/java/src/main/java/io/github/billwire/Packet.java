package io.github.billwire;

import io.github.billwire.ffi.FastFunctions;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Values of a request or a webhook, in memory that the library shares.
 *
 * <p>Texts stand one after the other, in UTF-16. Each value has a length, and a number is the next one of the numbers. A
 * text that the library returns takes the place of the texts, and the offsets of a webhook's values take that of the
 * lengths.
 */
final class Packet {
    // The shared buffers, by their numbers in the library.
    private static final int UNITS = 0;
    private static final int BYTES = 1;
    private static final int LENGTHS = 2;
    private static final int NUMBERS = 3;

    private static final int FIRST_UNITS = 1 << 12;
    private static final int FIRST_VALUES = 1 << 9;
    /** Most units, bytes or values for which a packet is kept. */
    private static final int LARGEST = 1 << 17;
    /** Largest decimal that crosses as a double: the library writes its cents in 32 bits. */
    private static final double LARGEST_SHORT = 1e7;
    private static final int FIRST_NON_ASCII = 0x80;

    /** As many as callers were at work at once: threads may be virtual, and then there are too many for one each. */
    private static final ConcurrentLinkedDeque<Packet> RESTING = new ConcurrentLinkedDeque<>();
    /** Packet that rested last. One caller after the other takes it from here, because the queue makes a node each time. */
    private static final AtomicReference<@Nullable Packet> LAST = new AtomicReference<>();

    private final FastFunctions functions = new FastFunctions();
    private final long buffers = functions.buffers();

    private char[] text = new char[FIRST_UNITS];
    private int[] lengths = new int[FIRST_VALUES];
    private double[] numbers = new double[FIRST_VALUES];
    private MemorySegment sharedText = share(UNITS, FIRST_UNITS, Character.BYTES);
    private MemorySegment sharedBytes = share(BYTES, FIRST_UNITS, Byte.BYTES);
    private MemorySegment sharedLengths = share(LENGTHS, FIRST_VALUES, Integer.BYTES);
    private MemorySegment sharedNumbers = share(NUMBERS, FIRST_VALUES, Double.BYTES);

    private int units;
    private int values;
    private int count;
    private boolean hasExtra;

    private Packet() {}

    /**
     * Runs {@code work} with a packet. Returns null if it fails, so that the full path fails in its own way: a list of the
     * caller may throw.
     */
    static <T> @Nullable T use(Function<Packet, @Nullable T> work) {
        Packet packet = take();
        try {
            return work.apply(packet);
        } catch (RuntimeException error) {
            return null;
        } finally {
            packet.rest();
        }
    }

    void add(@Nullable String value) {
        if (value == null) {
            addLength(Packets.ABSENT);
            return;
        }
        int length = value.length();
        int end = units + length;
        if (end > text.length) text = Arrays.copyOf(text, capacityFor(end));
        value.getChars(0, length, text, units);
        units = end;
        addLength(length);
    }

    void add(@Nullable SensitiveText value) {
        add(value == null ? null : value.text());
    }

    void add(@Nullable BigDecimal value) {
        if (value != null && isShort(value)) addNumber(value.doubleValue());
        else add(value == null ? null : value.toString());
    }

    /** Adds an integer. One that is no double is out of range, as the library says of its double, too. */
    void add(long value) {
        addNumber(value);
    }

    void add(@Nullable Long value) {
        if (value == null) addLength(Packets.ABSENT);
        else addNumber(value);
    }

    void add(Instant value) {
        addNumber(Values.millis(value));
    }

    <T> void addList(@Nullable List<T> list, BiConsumer<Packet, T> add) {
        if (list == null) {
            addLength(Packets.ABSENT);
            return;
        }
        addLength(list.size());
        for (T value : list) add.accept(this, value);
    }

    void addExtra(@Nullable String extra) {
        hasExtra |= extra != null;
    }

    /** Returns whether the library writes a double with the digits of this decimal: not if its fraction ends with a zero. */
    private static boolean isShort(BigDecimal value) {
        int scale = value.scale();
        if (scale < 0 || scale > 2 || value.getClass() != BigDecimal.class) return false;
        double number = value.doubleValue();
        if (number < 0 || number > LARGEST_SHORT) return false;
        return scale == 0 || Math.round(number * (scale == 1 ? 10 : 100)) % 10 != 0;
    }

    private void addNumber(double value) {
        if (count == numbers.length) numbers = Arrays.copyOf(numbers, capacityFor(count + 1));
        numbers[count++] = value;
        addLength(Packets.NUMBER);
    }

    private void addLength(int length) {
        if (values == lengths.length) lengths = Arrays.copyOf(lengths, capacityFor(values + 1));
        lengths[values++] = length;
    }

    /** Signs the added values. Returns null if they need the full path. */
    @Nullable String sign(long key) {
        share();
        return text(functions.sign(key, buffers, units, values, count));
    }

    /** Writes the body of a request from the added values. Returns null if they need the full path. */
    @Nullable String prepare(long biller, int operation) {
        if (hasExtra) return null;
        share();
        return text(functions.prepare(biller, operation, buffers, units, values, count));
    }

    /** Checks the token of a webhook, if it has one, and reads its body. Returns null if it needs the full path. */
    @Nullable WebhookPayload receive(long receiver, byte[] body, @Nullable String token) {
        int end = body.length + (token == null ? 0 : token.length());
        if (end > sharedBytes.byteSize()) sharedBytes = share(BYTES, capacityFor(end), Byte.BYTES);
        // Text has at most as many units of UTF-16 as bytes of UTF-8.
        fitText(end);
        if (token != null && !putToken(token, body.length)) return null;
        MemorySegment.copy(body, 0, sharedBytes, ValueLayout.JAVA_BYTE, 0, body.length);
        long result = functions.receive(receiver, buffers, body.length, end - body.length);
        if (result == 0) return null;
        int offsets = (int) result;
        int read = (int) (result >>> Integer.SIZE);
        fitLengths(offsets);
        MemorySegment.copy(sharedLengths, ValueLayout.JAVA_INT, 0, lengths, 0, offsets);
        MemorySegment.copy(sharedText, ValueLayout.JAVA_CHAR, 0, text, 0, read);
        var received = new Received(lengths, read > 0 ? text : null, body);
        WebhookPayload payload = Packets.webhookPayload(received, 0);
        return received.isUnusual() ? null : payload;
    }

    /** Writes a token behind a body. Returns false if it is not ASCII. */
    private boolean putToken(String token, int start) {
        for (int i = 0; i < token.length(); i++) {
            if (token.charAt(i) >= FIRST_NON_ASCII) return false;
        }
        for (int i = 0; i < token.length(); i++) {
            sharedBytes.set(ValueLayout.JAVA_BYTE, start + i, (byte) token.charAt(i));
        }
        return true;
    }

    /** Copies the added values to the memory that the library reads. */
    private void share() {
        fitText(units);
        fitLengths(values);
        if (count > sharedNumbers.byteSize() / Double.BYTES) {
            sharedNumbers = share(NUMBERS, numbers.length, Double.BYTES);
        }
        MemorySegment.copy(text, 0, sharedText, ValueLayout.JAVA_CHAR, 0, units);
        MemorySegment.copy(lengths, 0, sharedLengths, ValueLayout.JAVA_INT, 0, values);
        MemorySegment.copy(numbers, 0, sharedNumbers, ValueLayout.JAVA_DOUBLE, 0, count);
    }

    /** Returns the text that the library has written in place of the texts; null for none. */
    private @Nullable String text(int length) {
        if (length == 0) return null;
        fitText(length);
        MemorySegment.copy(sharedText, ValueLayout.JAVA_CHAR, 0, text, 0, length);
        return new String(text, 0, length);
    }

    // The library grows its buffers when a result does not fit, so they have moved then.

    private void fitText(int length) {
        if (length > text.length) text = Arrays.copyOf(text, capacityFor(length));
        if (length > sharedText.byteSize() / Character.BYTES) sharedText = share(UNITS, text.length, Character.BYTES);
    }

    private void fitLengths(int length) {
        if (length > lengths.length) lengths = Arrays.copyOf(lengths, capacityFor(length));
        if (length > sharedLengths.byteSize() / Integer.BYTES) {
            sharedLengths = share(LENGTHS, lengths.length, Integer.BYTES);
        }
    }

    private MemorySegment share(int part, int length, int width) {
        return functions.reserve(buffers, part, length, width);
    }

    private static int capacityFor(int size) {
        return 2 * size;
    }

    private static Packet take() {
        Packet packet = LAST.getAndSet(null);
        if (packet == null) packet = RESTING.pollFirst();
        if (packet == null) packet = new Packet();
        packet.units = 0;
        packet.values = 0;
        packet.count = 0;
        packet.hasExtra = false;
        return packet;
    }

    private void rest() {
        long largest = Math.max(Math.max(text.length, lengths.length), sharedBytes.byteSize());
        if (largest > LARGEST) functions.drop(buffers);
        else if (!LAST.compareAndSet(null, this)) RESTING.addFirst(this);
    }
}
