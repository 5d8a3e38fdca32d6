package billwire;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Map;

/** The library that the jar brings along. Where the jar has none for this platform, the system's is taken. */
final class NativeLibrary {
    private static final Map<String, String> PROCESSORS =
            Map.of("amd64", "x86-64", "x86_64", "x86-64", "arm64", "aarch64");

    private NativeLibrary() {}

    static void load(String name) {
        String file = System.mapLibraryName(name);
        try (InputStream library = NativeLibrary.class.getResourceAsStream("native/" + platform() + "/" + file)) {
            if (library == null) System.loadLibrary(name);
            else loadCopy(library, file);
        } catch (IOException error) {
            throw new UncheckedIOException("the native library cannot be unpacked", error);
        }
    }

    /** A library can be loaded from a file only. */
    private static void loadCopy(InputStream library, String file) throws IOException {
        Path folder = Files.createTempDirectory("billwire");
        Path copy = folder.resolve(file);
        try {
            Files.copy(library, copy, StandardCopyOption.REPLACE_EXISTING);
            System.load(copy.toString());
        } finally {
            // Windows keeps what is loaded; there it goes when the JVM ends.
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
