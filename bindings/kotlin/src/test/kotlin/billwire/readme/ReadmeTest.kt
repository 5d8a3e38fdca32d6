package billwire.readme

import billwire.vectors.Vectors
import java.nio.file.Files
import kotlin.test.Test
import kotlin.test.assertTrue

class ReadmeTest {
    @Test
    fun `compiles every snippet of the README`() {
        val readme = read("README.md")
        val compiled = unindented(read("src/test/kotlin/billwire/readme/Snippets.kt"))
        val snippets =
            Regex("""```kotlin\n(.*?)\n *```""", RegexOption.DOT_MATCHES_ALL)
                .findAll(readme)
                .map { it.groupValues[1] }
                .toList()
        assertTrue(snippets.size > 2, "the README has ${snippets.size} snippets")
        snippets.forEach { assertTrue(unindented(it) in compiled, "not in Snippets.kt:\n$it") }
    }

    private fun read(file: String) = Files.readString(Vectors.root().resolve("bindings/kotlin").resolve(file))

    private fun unindented(text: String) = text.lines().joinToString("\n") { it.trim() }
}
