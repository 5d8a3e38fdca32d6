package billwire;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * What a thread needs to call the library: the place where a call says how it went, places for the buffers that go and
 * come, and memory for what it writes, which is used again and again.
 */
final class Crossing implements SegmentAllocator {
    private static final ThreadLocal<Crossing> MINE = ThreadLocal.withInitial(Crossing::new);
    private static final Linker.Option[] NONE = {};
    private static final Linker.Option[] SHORT = {Linker.Option.critical(false)};
    private static final MemorySegment EVERYWHERE = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final long PLACE = RustBuffer.LAYOUT.byteSize();
    private static final long ALIGNMENT = ValueLayout.ADDRESS.byteAlignment();
    private static final byte[] NOTHING = {};
    /** More than one call has at once; a power of two. */
    private static final int PLACES = 8;
    /** What is written first has room for so many bytes. */
    static final int FIRST = 512;
    /** What a thread keeps at most. */
    private static final int KEPT = 1 << 16;

    private final MemorySegment status;
    private final MemorySegment[] places = new MemorySegment[PLACES];
    private int used;
    private byte[] written = NOTHING;
    private int writing;
    private MemorySegment lent = MemorySegment.NULL;

    private Crossing() {
        long size = UniffiRustCallStatus.LAYOUT.byteSize();
        MemorySegment memory = Arena.ofAuto().allocate(size + PLACES * PLACE, ALIGNMENT);
        status = memory.asSlice(0, size);
        for (int i = 0; i < PLACES; i++) places[i] = memory.asSlice(size + i * PLACE, PLACE);
    }

    static Crossing mine() {
        return MINE.get();
    }

    /** Where the next call says how it went. Until then it went well. */
    MemorySegment status() {
        status.set(ValueLayout.JAVA_BYTE, 0, UniffiRustCallStatus.UNIFFI_CALL_SUCCESS);
        return status;
    }

    /** A place for a buffer, until so many later ones were asked for that no call has this one any more. */
    @Override
    public MemorySegment allocate(long size, long alignment) {
        // A list of the caller's may cross by itself while it is written, in the middle of a call.
        return writing > 0 ? Arena.ofAuto().allocate(PLACE, ALIGNMENT) : places[used++ & (PLACES - 1)];
    }

    /** The error's buffer, where the next call does not write over it. */
    static MemorySegment error(MemorySegment buffer) {
        return mine().allocate(PLACE, 0).copyFrom(buffer);
    }

    /** A buffer of the library's with a value. */
    static <T> MemorySegment toLibrary(FfiConverter<T, ?> converter, T value) {
        Crossing crossing = mine();
        return crossing.toLibrary(crossing.written(converter::write, value, Packet.over(crossing.taken())));
    }

    /** A value for the hot half of the library. */
    static <T> Packet packed(BiConsumer<T, Packet> writer, T value) {
        Crossing crossing = mine();
        return crossing.written(writer, value, Packet.textOver(crossing.taken()));
    }

    /** A buffer of the library's with what was written. */
    static MemorySegment lower(Packet packet) {
        return mine().toLibrary(packet);
    }

    /** A buffer of the library's with a text, which takes all of it. */
    static MemorySegment toLibrary(String text) {
        Crossing crossing = mine();
        Packet packet = Packet.over(crossing.taken());
        packet.putTextAlone(text);
        return crossing.toLibrary(packet);
    }

    /** Takes what a buffer of the library's holds, and gives the buffer back. */
    static byte[] fromLibrary(MemorySegment buffer) {
        byte[] bytes = new byte[Math.toIntExact(RustBuffer.getLen(buffer))];
        MemorySegment.copy(EVERYWHERE, ValueLayout.JAVA_BYTE, data(buffer), bytes, 0, bytes.length);
        RustBuffer.free(buffer);
        return bytes;
    }

    /** What the hot half of the library answers; nothing remains in it where that has no answer. */
    static Packet answer(MemorySegment buffer) {
        int length = Math.toIntExact(RustBuffer.getLen(buffer));
        Crossing crossing = mine();
        // Nothing is written while the answer is read.
        byte[] bytes = length <= crossing.written.length ? crossing.written : new byte[length];
        MemorySegment.copy(EVERYWHERE, ValueLayout.JAVA_BYTE, data(buffer), bytes, 0, length);
        RustBuffer.free(buffer);
        return Packet.ofText(bytes, length);
    }

    /** So many values, one behind the other. */
    static <T> List<T> list(FfiConverter<T, ?> converter, Packet packet, int length) {
        List<T> list = new ArrayList<>(length);
        for (int i = 0; i < length; i++) list.add(converter.read(packet));
        return Collections.unmodifiableList(list);
    }

    /** The bytes where the library can read them during the next call. */
    static MemorySegment lend(byte[] bytes) {
        Crossing crossing = mine();
        MemorySegment place = crossing.allocate(PLACE, 0);
        MemorySegment memory = crossing.memory(bytes.length);
        MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
        ForeignBytes.setLen(place, bytes.length);
        ForeignBytes.setData(place, memory);
        return place;
    }

    /** Calls that take next to no time need not tell the garbage collector that they are away. */
    static Linker.Option[] options(String function) {
        return function.contains("_fn_clone_") || function.contains("_rustbuffer_") ? SHORT : NONE;
    }

    private <T> Packet written(BiConsumer<T, Packet> writer, T value, Packet packet) {
        writing++;
        try {
            writer.accept(value, packet);
        } finally {
            writing--;
        }
        return packet;
    }

    /** The array, for one packet alone: another may be written in the middle of it. */
    private byte[] taken() {
        byte[] bytes = written;
        written = NOTHING;
        return bytes;
    }

    private MemorySegment toLibrary(Packet packet) {
        if (packet.bytes().length <= KEPT) written = packet.bytes();
        int length = packet.position();
        MemorySegment buffer = RustBuffer.alloc(length);
        MemorySegment.copy(packet.bytes(), 0, EVERYWHERE, ValueLayout.JAVA_BYTE, data(buffer), length);
        return buffer;
    }

    private MemorySegment memory(int length) {
        if (length <= lent.byteSize()) return lent;
        MemorySegment memory = Arena.ofAuto().allocate(Math.max(length, FIRST));
        if (length <= KEPT) lent = memory;
        return memory;
    }

    private static long data(MemorySegment buffer) {
        return buffer.get(ValueLayout.JAVA_LONG, PLACE - Long.BYTES);
    }
}
