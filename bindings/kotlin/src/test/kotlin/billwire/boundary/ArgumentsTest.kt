package io.github.billwire.boundary

import io.github.billwire.*
import java.lang.reflect.Constructor
import java.lang.reflect.Executable
import java.lang.reflect.InvocationTargetException
import java.lang.reflect.Method
import java.lang.reflect.Modifier
import java.lang.reflect.ParameterizedType
import java.lang.reflect.Type
import java.lang.reflect.WildcardType
import java.nio.file.Files
import java.nio.file.Path
import java.time.Instant
import kotlin.io.path.nameWithoutExtension
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory

/**
 * A closed object is refused as an argument, in a list, and inside a record. The classes are searched for functions
 * that take one, so a new function is tested, too.
 */
class ArgumentsTest {
    @TestFactory
    fun `a closed object is no argument of any function`(): List<DynamicTest> = FUNCTIONS.flatMap { function ->
        function.genericParameterTypes.flatMapIndexed { position, type ->
            closed(type).map { (name, make) ->
                dynamicTest("${function.declaringClass.simpleName}.${function.name}($name)") {
                    val arguments = function.parameterTypes.map(::sample).toMutableList()
                    arguments[position] = make()
                    assertFailsWith<IllegalStateException> { call(function, arguments) }
                }
            }
        }
    }

    /** The search has not missed what takes an object in each of the three ways. */
    @Test
    fun `finds functions of each kind`() {
        val found = FUNCTIONS.map { "${it.declaringClass.simpleName}.${it.name}" }
        val some = listOf("Companion.create", "Companion.ofPayment", "Companion.merchantProxy", "SettlementFlow.renew")
        assertTrue(found.containsAll(some + "BillwireKt.explainSignature" + "Billwire.receive"), "$found")
        assertTrue(FUNCTIONS.any { it is Constructor<*> && it.declaringClass == Simulator::class.java })
    }

    private fun call(function: Executable, arguments: List<Any?>): Any? =
        try {
            when (function) {
                is Constructor<*> -> function.newInstance(*arguments.toTypedArray())
                is Method -> function.invoke(receiverOf(function), *arguments.toTypedArray())
                else -> error("$function is no function")
            }
        } catch (error: InvocationTargetException) {
            throw error.targetException
        }

    private fun receiverOf(function: Method): Any? {
        val type = function.declaringClass
        return when {
            Modifier.isStatic(function.modifiers) -> null
            type.simpleName == "Companion" -> type.declaringClass.getField("Companion").get(null)
            else -> sample(type)
        }
    }

    private companion object {
        val OF_UNIFFI = listOf(UniffiWithHandle::class.java, NoHandle::class.java)

        /** Open objects and values that a function takes before it looks at the closed one. */
        val SAMPLES: Map<Class<*>, () -> Any> =
            mapOf(
                Biller::class.java to { biller() },
                BearerToken::class.java to { BearerToken("a") },
                VerificationToken::class.java to { VerificationToken("a") },
                HashToken::class.java to { HashToken("a") },
                WebhookToken::class.java to { WebhookToken("a") },
                WebhookReceiver::class.java to { checkoutReceiver() },
                WebhookEvent::class.java to { checkoutReceiver().receive(emptyMap(), "{}".toByteArray()) },
                SettlementFlow::class.java to { biller().settlementFlow(BILL) },
                Simulator::class.java to
                    {
                        Simulator(SimulatorConfig(BearerToken("a"), VerificationToken("a"), HashToken("a")))
                    },
                Settlement::class.java to { BILL },
                SignedFields::class.java to { SIGNED },
                ExplainOptions::class.java to { ExplainOptions() },
                Expectation::class.java to { Expectation("INV-1", "INV-1", "KHR", 1.toBigDecimal()) },
                BookedTransaction::class.java to { BookedTransaction("T-1", BookedState.CREDITED, 1.toBigDecimal()) },
                Instant::class.java to { Instant.EPOCH },
                String::class.java to { "https://service.example" },
                ByteArray::class.java to { ByteArray(0) },
                List::class.java to { emptyList<Any>() },
                Map::class.java to { emptyMap<Any, Any>() },
            )

        /** Functions of the package, public and of no other function's making, that take an object. */
        val FUNCTIONS: List<Executable> =
            classes()
                .flatMap { type -> type.declaredMethods.toList() + type.constructors.filter { isObject(type) } }
                .filter { Modifier.isPublic(it.modifiers) && !it.isSynthetic && '$' !in it.name }
                .filter { function -> function.parameterTypes.none { it in OF_UNIFFI } }
                .filter { function -> function.genericParameterTypes.any { closed(it).isNotEmpty() } }

        /** Objects with their companions, and the classes of functions. */
        fun classes(): List<Class<*>> {
            val folder = Path.of(Biller::class.java.protectionDomain.codeSource.location.toURI())
            val files = Files.list(folder.resolve("io/github/billwire")).use { it.toList() }
            val types = files.map { Class.forName("io.github.billwire.${it.nameWithoutExtension}") }
            val objects = types.filter(::isObject)
            val companions = objects.flatMap { it.declaredClasses.toList() }.filter { it.simpleName == "Companion" }
            return objects + companions + types.filter { it.simpleName in listOf("BillwireKt", "Billwire") }
        }

        fun isObject(type: Class<*>) =
            Disposable::class.java.isAssignableFrom(type) && AutoCloseable::class.java.isAssignableFrom(type)

        /** A record that holds an object, which uniffi makes disposable. */
        fun isHolder(type: Class<*>) =
            Disposable::class.java.isAssignableFrom(type) && !isObject(type) && !type.isInterface

        /** Ways to make a value of a type with a closed object; none if the type holds no object. */
        fun closed(type: Type): List<Pair<String, () -> Any?>> =
            when {
                type is WildcardType -> closed(type.upperBounds.single())
                type is ParameterizedType && type.rawType == List::class.java ->
                    closed(type.actualTypeArguments.single()).map { (name, make) ->
                        "list of $name" to { listOf(make()) }
                    }
                type is Class<*> && isObject(type) ->
                    listOf(type.simpleName to { (checkNotNull(sample(type)) as AutoCloseable).also { it.close() } })
                type is Class<*> && isHolder(type) -> closedInside(type)
                else -> emptyList()
            }

        private fun closedInside(record: Class<*>): List<Pair<String, () -> Any?>> {
            val constructor = constructorOf(record)
            return constructor.genericParameterTypes.flatMapIndexed { position, type ->
                closed(type).map { (name, make) ->
                    "$name of ${record.simpleName}" to
                        {
                            val values = constructor.parameterTypes.map(::sample).toMutableList()
                            values[position] = make()
                            constructor.newInstance(*values.toTypedArray())
                        }
                }
            }
        }

        /** Returns a value of a type, or null where the type has none here: then it may be left out. */
        fun sample(type: Class<*>): Any? =
            when (type) {
                Boolean::class.java -> false
                Long::class.java -> 0L
                Int::class.java -> 0
                else ->
                    SAMPLES[type]?.invoke()
                        ?: if (isHolder(type)) constructorOf(type).let { it.newInstance(*samplesOf(it)) } else null
            }

        private fun samplesOf(constructor: Constructor<*>) = constructor.parameterTypes.map(::sample).toTypedArray()

        private fun constructorOf(record: Class<*>): Constructor<*> =
            record.constructors.filter { !it.isSynthetic }.maxBy { it.parameterCount }
    }
}
