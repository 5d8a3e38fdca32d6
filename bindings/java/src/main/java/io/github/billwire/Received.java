package io.github.billwire;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Values of a webhook, by their offsets in the text. Without text they are offsets in the body, which is ASCII then. */
final class Received {
    /** Members of an object without unknown ones, as JSON. */
    static final String NO_MEMBERS = "{}";

    private final int[] offsets;
    private final char @Nullable [] text;
    private final byte[] body;
    private boolean isUnusual;

    Received(int[] offsets, char @Nullable [] text, byte[] body) {
        this.offsets = offsets;
        this.text = text;
        this.body = body;
    }

    /** Reads an object by the position of its offsets. */
    interface Reader<T> {
        T read(Received received, int at);
    }

    /** Returns whether a value that was read needs the full path. */
    boolean isUnusual() {
        return isUnusual;
    }

    /** Returns the text of a field that has its two offsets at {@code word} of the object at {@code at}; null for none. */
    @Nullable String text(int at, int field, int word) {
        if (isAbsent(at, field)) return null;
        int start = offsets[at + word];
        return isPlain(start) ? slice(start, offsets[at + word + 1]) : null;
    }

    @Nullable BigDecimal decimal(int at, int field, int word) {
        if (isAbsent(at, field)) return null;
        int start = offsets[at + word];
        int end = offsets[at + word + 1];
        if (!isPlain(start)) return null;
        String digits = slice(start, end & Packets.OFFSET);
        if ((end & Packets.EXPONENT) == 0 && digits.charAt(0) != '-') return new BigDecimal(digits);
        isUnusual = true;
        return null;
    }

    <T, L> L list(int at, int field, int word, L absent, L none, Function<List<T>, L> listed, Reader<T> reader) {
        if (isAbsent(at, field)) return absent;
        int record = offsets[at + word];
        if (record == Packets.NULL) return none;
        int size = offsets[at + word + 1];
        List<T> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(reader.read(this, record));
            record = offsets[record + 1];
        }
        return listed.apply(Collections.unmodifiableList(list));
    }

    private boolean isAbsent(int at, int field) {
        return (offsets[at] >>> field & 1) == 0;
    }

    /** Returns whether a value stands in the text as it is. One with escapes needs the full path, and null is no value. */
    private boolean isPlain(int start) {
        if (start >= 0) return true;
        isUnusual |= start != Packets.NULL;
        return false;
    }

    private String slice(int start, int end) {
        int length = end - start;
        return text == null ? new String(body, start, length, StandardCharsets.ISO_8859_1) : new String(text, start, length);
    }
}
