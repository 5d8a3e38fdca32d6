package io.github.billwire.okhttp

import java.io.ByteArrayOutputStream
import java.io.PrintStream
import java.nio.file.Files
import java.nio.file.Path
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.ValueSource

private const val JAVA = "io/github/billwire/java"

class ReadmeTest {
    private val root = Path.of(checkNotNull(System.getProperty("billwire.root")))

    @Test
    fun `compiles every snippet of the README`() {
        val tests = listOf("kotlin/okhttp/Snippets.kt", "kotlin/okhttp/KtorServer.kt", "java/$JAVA/SpringServer.java")
        val sources = tests.map { "bindings/okhttp/src/test/$it" } + "examples/quickstart/Quickstart.kt"
        val compiled = unindented(sources.joinToString("\n") { read(it) })
        val snippets =
            Regex("""```(?:kotlin|java)\n(.*?)\n *```""", RegexOption.DOT_MATCHES_ALL)
                .findAll(read("bindings/kotlin/README.md"))
                .map { it.groupValues[1] }
                .toList()
        assertTrue(snippets.size > 2, "the README has ${snippets.size} snippets")
        snippets.forEach { assertTrue(unindented(it) in compiled, "not compiled:\n$it") }
    }

    @ParameterizedTest
    @ValueSource(strings = ["QuickstartKt", "Quickstart"])
    fun `quickstart credits once, in Kotlin and in Java`(program: String) {
        val (console, printed) = System.out to ByteArrayOutputStream()
        System.setOut(PrintStream(printed, true))
        try {
            // A class without a package cannot be imported.
            Class.forName(program).getMethod("main", Array<String>::class.java).invoke(null, emptyArray<String>())
        } finally {
            System.setOut(console)
        }
        assertEquals(listOf("the bill is settled", "confirmed, credited once"), printed.toString().trim().lines())
    }

    @Test
    fun `shows the sandbox's credentials`() {
        val shown = Regex("\"(sandbox-[a-z-]+)\"")
        val credentials = shown.findAll(read("wasm/npm/cli/credentials.js")).map { it.groupValues[1] }.toSet()
        val readme = read("bindings/kotlin/README.md")
        assertTrue(credentials.size == 4 && credentials.all { it in readme }, "$credentials")
    }

    private fun read(file: String) = Files.readString(root.resolve(file))

    private fun unindented(text: String) = text.lines().joinToString("\n") { it.trim() }
}
