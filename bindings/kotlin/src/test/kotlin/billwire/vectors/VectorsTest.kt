package io.github.billwire.vectors

import java.nio.file.Files
import java.util.TreeSet
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory
import org.junit.jupiter.api.TestInstance

/** Runs every vector by its id. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VectorsTest {
    private val passed = TreeSet<String>()

    @TestFactory fun signing() = vectors("signing", ::checkSigning)

    @TestFactory fun requests() = vectors("requests", ::checkRequest)

    @Test
    fun `types can express most requests`() = assertTrue(cases("requests").count { draftOf(it) != null } > 400)

    @TestFactory fun responses() = vectors("responses", ::checkResponse)

    @TestFactory fun webhooks() = vectors("webhooks", ::checkWebhook)

    @TestFactory fun confirmations() = vectors("confirmations", ::checkConfirmation)

    @TestFactory fun lookups() = vectors("lookups", ::checkLookup)

    @TestFactory fun deliveries() = vectors("deliveries", ::checkDelivery)

    @TestFactory fun mistakes() = vectors("mistakes", ::checkMistake)

    @TestFactory fun parses() = vectors("parses", ::checkParses)

    /** `cargo xtask test` compares these ids with those of the other languages. */
    @AfterAll
    fun writePassed() {
        val folder = Files.createDirectories(ROOT.resolve("target/vectors"))
        Files.write(folder.resolve((System.getProperty("billwire.run") ?: "kotlin") + ".txt"), passed)
    }

    private fun vectors(file: String, check: (Case) -> Unit): List<DynamicTest> =
        cases(file).map { one ->
            dynamicTest(one.id) {
                check(one)
                assertTrue(passed.add(one.id), "the id stands twice")
            }
        }
}
