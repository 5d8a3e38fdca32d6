package io.github.billwire.vectors

import java.nio.file.Files
import java.util.TreeSet
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestInstance
import org.junit.jupiter.api.condition.DisabledIfSystemProperty

/** Runs every vector. One test for each of ten thousand would take a minute of JUnit's own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VectorsTest {
    private val passed = TreeSet<String>()

    @Test fun signing() = vectors("signing", ::checkSigning)

    @Test fun requests() = vectors("requests", ::checkRequest)

    @Test fun `types can express most requests`() = assertTrue(cases("requests").count { draftOf(it) != null } > 400)

    @Test fun responses() = vectors("responses", ::checkResponse)

    @Test fun webhooks() = vectors("webhooks", ::checkWebhook)

    @Test fun confirmations() = vectors("confirmations", ::checkConfirmation)

    @Test fun lookups() = vectors("lookups", ::checkLookup)

    @Test fun dates() = vectors("dates", ::checkDate)

    @Test fun deliveries() = vectors("deliveries", ::checkDelivery)

    /** Explaining a hash, which the classes of the AAR do not. */
    @Test
    @DisabledIfSystemProperty(named = "billwire.run", matches = "shrunk")
    fun explanations() = cases("signing").forEach(::checkExplanation)

    @Test
    @DisabledIfSystemProperty(named = "billwire.run", matches = "shrunk")
    fun mistakes() = vectors("mistakes", ::checkMistake)

    @Test fun parses() = vectors("parses", ::checkParses)

    /** `cargo xtask test` compares these ids with those of the other languages. */
    @AfterAll
    fun writePassed() {
        val folder = Files.createDirectories(ROOT.resolve("target/vectors"))
        Files.write(folder.resolve((System.getProperty("billwire.run") ?: "kotlin") + ".txt"), passed)
    }

    private fun vectors(file: String, check: (Case) -> Unit) {
        val failures =
            cases(file).mapNotNull { one ->
                val outcome = runCatching {
                    check(one)
                    assertTrue(passed.add(one.id), "the id stands twice")
                }
                outcome.exceptionOrNull()?.let { "${one.id}: ${it.stackTraceToString()}" }
            }
        assertTrue(failures.isEmpty(), failures.joinToString("\n"))
    }
}
