package io.github.billwire.readme

import io.github.billwire.vectors.Vectors
import java.io.ByteArrayOutputStream
import java.io.PrintStream
import java.nio.file.Files
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue

private const val QUICKSTART = "../../examples/quickstart/Quickstart.kt"

class ReadmeTest {
    private val snippets =
        Regex("""```kotlin\n(.*?)\n *```""", RegexOption.DOT_MATCHES_ALL)
            .findAll(read("README.md"))
            .map { it.groupValues[1] }
            .toList()

    @Test
    fun `compiles every snippet of the README`() {
        val compiled = unindented(read("../kotlin-testing/src/test/kotlin/billwire/readme/Snippets.kt") + read(QUICKSTART))
        assertTrue(snippets.size > 2, "the README has ${snippets.size} snippets")
        snippets.forEach { assertTrue(unindented(it) in compiled, "not compiled:\n$it") }
    }

    @Test
    fun `quickstart credits once`() {
        val printed = printed { Class.forName("QuickstartKt").getMethod("main").invoke(null) }
        assertEquals(listOf("the bill is settled", "confirmed, credited once"), printed.lines().filter { it.isNotEmpty() })
    }

    private fun printed(run: () -> Unit): String {
        val (console, printed) = System.out to ByteArrayOutputStream()
        System.setOut(PrintStream(printed, true))
        try {
            run()
        } finally {
            System.setOut(console)
        }
        return printed.toString()
    }

    private fun read(file: String) = Files.readString(Vectors.root().resolve("bindings/kotlin").resolve(file))

    private fun unindented(text: String) = text.lines().joinToString("\n") { it.trim() }
}
