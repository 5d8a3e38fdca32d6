package io.github.billwire;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Map;

/** The library in the jar, and calls of it. For a platform that the jar lacks, the system's library is loaded. */
final class NativeLibrary {
    /** Names the file that uniffi loads. */
    private static final String OVERRIDE = "uniffi.component.billwire.libraryOverride";

    private static final Map<String, String> PROCESSORS =
            Map.of("amd64", "x86-64", "x86_64", "x86-64", "arm64", "aarch64");

    static {
        if (System.getProperty(OVERRIDE) == null) unpack();
    }

    private NativeLibrary() {}

    /** A call that may fail. */
    interface Call<T> {
        T run() throws io.github.billwire.ffi.BillwireException;
    }

    /** A call that may fail, without a result. */
    interface Action {
        void run() throws io.github.billwire.ffi.BillwireException;
    }

    /** A call that reads bytes. */
    interface Reader<T, E extends Exception> {
        T read(ByteBuffer bytes) throws E;
    }

    /** Loads the library, once: by the initializer of this class. */
    static void load() {}

    /** Makes a call and throws its error as the package's own exception. */
    static <T> T call(Call<T> call) throws BillwireException {
        try {
            return call.run();
        } catch (io.github.billwire.ffi.BillwireException error) {
            throw BillwireException.of(error);
        }
    }

    /** Makes a call without a result and throws its error as the package's own exception. */
    static void run(Action action) throws BillwireException {
        try {
            action.run();
        } catch (io.github.billwire.ffi.BillwireException error) {
            throw BillwireException.of(error);
        }
    }

    /**
     * Refuses a closed object. uniffi refuses one only as the object of a method; as an argument, the library would read freed
     * memory.
     *
     * @throws IllegalStateException if the object is closed
     */
    static void checkOpen(boolean isClosed) {
        if (isClosed) throw new IllegalStateException("the object is closed");
    }

    /** Copies bytes to memory that the library can read during one call. */
    static <T, E extends Exception> T lend(byte[] bytes, Reader<T, E> reader) throws E {
        try (Arena arena = Arena.ofConfined()) {
            return reader.read(arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes).asByteBuffer());
        }
    }

    /** Makes a call that reads bytes and may fail. */
    static <T> T read(byte[] bytes, Reader<T, io.github.billwire.ffi.BillwireException> reader) throws BillwireException {
        return call(() -> lend(bytes, reader));
    }

    private static void unpack() {
        String file = System.mapLibraryName("billwire_ffi");
        try (InputStream library = NativeLibrary.class.getResourceAsStream("native/" + platform() + "/" + file)) {
            if (library != null) loadCopy(library, file);
        } catch (IOException error) {
            throw new UncheckedIOException("the native library cannot be unpacked", error);
        }
    }

    private static void loadCopy(InputStream library, String file) throws IOException {
        Path folder = Files.createTempDirectory("billwire");
        Path copy = folder.resolve(file);
        try {
            Files.copy(library, copy, StandardCopyOption.REPLACE_EXISTING);
            System.setProperty(OVERRIDE, copy.toString());
            Class.forName("io.github.billwire.ffi.UniffiLib"); // its initializer loads the copy
        } catch (ClassNotFoundException error) {
            throw new LinkageError("the package is incomplete", error);
        } finally {
            System.clearProperty(OVERRIDE);
            // Windows keeps the file while it is loaded.
            if (!(copy.toFile().delete() && folder.toFile().delete())) {
                folder.toFile().deleteOnExit();
                copy.toFile().deleteOnExit();
            }
        }
    }

    private static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch");
        String kind = system.startsWith("mac") ? "darwin" : system.startsWith("windows") ? "win32" : system;
        return kind + "-" + PROCESSORS.getOrDefault(processor, processor);
    }
}
