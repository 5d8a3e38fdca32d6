package io.github.billwire.boundary

import io.github.billwire.*
import java.nio.file.Files
import java.nio.file.Path
import kotlin.io.path.nameWithoutExtension
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory

/** A closed object is refused as an argument. Every function passes an object by the converter of its type. */
class ArgumentsTest {
    @TestFactory
    fun `a closed object of no type is passed`(): List<DynamicTest> = OBJECTS.map { type ->
        dynamicTest(type.simpleName) {
            val thing = type.getConstructor(NoHandle::class.java).newInstance(NoHandle) as AutoCloseable
            assertFailsWith<InternalException> { converterOf(type).lower(thing) } // it has no object of Rust
            thing.close()
            assertFailsWith<IllegalStateException> { converterOf(type).lower(thing) }
        }
    }

    @Test
    fun `finds every object`() {
        val some = listOf(Biller::class, BearerToken::class, CreditFlow::class, Simulator::class, WebhookEvent::class)
        assertTrue(OBJECTS.containsAll(some.map { it.java }), "$OBJECTS")
    }

    @Test
    fun `a function, a list and a record take no closed object`() {
        val (token, bearer, hash) = Triple(WebhookToken("a"), BearerToken("a"), HashToken("a"))
        val event = checkoutReceiver().receive(emptyMap(), "{}".toByteArray())
        val (biller, open) = biller() to biller()
        listOf(token, bearer, hash, biller).forEach { it.close() }
        val expectation = Expectation("INV-1", "INV-1", "KHR", 1.toBigDecimal())
        val calls =
            listOf(
                { merchantProxyReceiver(listOf(token)) },
                { Biller(BillerConfig("https://service.example", bearer)) },
                { Simulator(SimulatorConfig(bearer, VerificationToken("a"), HashToken("a"))) },
                { open.withBearer(bearer) },
                { event.confirm(biller, expectation) },
                { SigningKey(hash) },
                { explainSignature(SIGNED, hash) },
            )
        for (call in calls) assertFailsWith<IllegalStateException> { call() }
    }

    private companion object {
        /** Classes of the package that are closed. */
        val OBJECTS: List<Class<*>> by lazy {
            val folder = Path.of(Biller::class.java.protectionDomain.codeSource.location.toURI())
            val files = Files.list(folder.resolve("io/github/billwire")).use { it.toList() }
            val types = files.map { Class.forName("io.github.billwire.${it.nameWithoutExtension}") }
            types.filter {
                Disposable::class.java.isAssignableFrom(it) && AutoCloseable::class.java.isAssignableFrom(it)
            }
        }

        @Suppress("UNCHECKED_CAST") // by its name, it is for this type
        fun converterOf(type: Class<*>): FfiConverter<Any, Long> =
            Class.forName("io.github.billwire.FfiConverterType${type.simpleName}").getField("INSTANCE").get(null)
                as FfiConverter<Any, Long>
    }
}
