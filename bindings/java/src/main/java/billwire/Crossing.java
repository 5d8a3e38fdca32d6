package billwire;

import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes and texts between the heap and the library, each copied once. */
final class Crossing {
    private static final Linker.Option[] NONE = {};
    private static final Linker.Option[] SHORT = {Linker.Option.critical(false)};

    private Crossing() {}

    /** A buffer of the library's with these bytes. */
    static MemorySegment toLibrary(byte[] bytes, int length) {
        MemorySegment buffer = RustBuffer.alloc(length);
        if (length > 0) {
            MemorySegment data = RustBuffer.getData(buffer).reinterpret(length);
            MemorySegment.copy(bytes, 0, data, ValueLayout.JAVA_BYTE, 0, length);
        }
        RustBuffer.setLen(buffer, length);
        return buffer;
    }

    /** What a buffer of the library's holds. */
    static byte[] fromLibrary(MemorySegment buffer) {
        int length = Math.toIntExact(RustBuffer.getLen(buffer));
        byte[] bytes = new byte[length];
        if (length > 0) {
            MemorySegment data = RustBuffer.getData(buffer).reinterpret(length);
            MemorySegment.copy(data, ValueLayout.JAVA_BYTE, 0, bytes, 0, length);
        }
        return bytes;
    }

    /** UTF-8, in which half a surrogate pair has become a control character, which no field takes. */
    static byte[] utf8(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (byte one : bytes) {
            // Java writes one for each half, and a text may have its own.
            if (one == '?') return careful(text);
        }
        return bytes;
    }

    /** Calls that take next to no time need not tell the garbage collector that they are away. */
    static Linker.Option[] options(String function) {
        return function.contains("_fn_clone_") || function.contains("_rustbuffer_") ? SHORT : NONE;
    }

    private static byte[] careful(String text) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8
                    .newEncoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .replaceWith(new byte[1])
                    .encode(CharBuffer.wrap(text));
            return Arrays.copyOf(bytes.array(), bytes.limit());
        } catch (CharacterCodingException error) {
            throw new AssertionError("nothing is left to report", error);
        }
    }
}
