package io.github.billwire.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.billwire.vectors.Vectors;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ReadmeTest {
    private static final String QUICKSTART = "../../examples/quickstart/Quickstart.java";
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)\n *```", Pattern.DOTALL);

    @Test
    void everySnippetIsCompiled() throws IOException {
        String compiled = unindented(read("src/test/java/io/github/billwire/readme/Snippets.java") + read(QUICKSTART));
        List<String> snippets = SNIPPET.matcher(read("README.md")).results().map(found -> found.group(1)).toList();
        assertTrue(snippets.size() > 2, "the README has " + snippets.size() + " snippets");
        for (String snippet : snippets) assertTrue(compiled.contains(unindented(snippet)), "not in Snippets.java:\n" + snippet);
    }

    @Test
    void quickstartCreditsOnce() throws ReflectiveOperationException {
        String printed = printed(Class.forName("Quickstart").getMethod("main", String[].class));
        assertEquals(List.of("the bill is settled", "confirmed, credited once"), printed.lines().toList());
    }

    private static String printed(Method main) throws ReflectiveOperationException {
        PrintStream console = System.out;
        var printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true));
        try {
            main.invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(console);
        }
        return printed.toString();
    }

    private static String read(String file) throws IOException {
        return Files.readString(Vectors.root().resolve("bindings/java").resolve(file));
    }

    private static String unindented(String text) {
        return text.lines().map(String::strip).collect(Collectors.joining("\n"));
    }
}
