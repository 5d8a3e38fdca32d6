package io.github.billwire.boundary

import io.github.billwire.SimulatedAnswer
import io.github.billwire.SimulatorConfig
import io.github.billwire.WebhookEndpoint
import io.github.billwire.WebhookFixture
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.TestFactory

/** The same as [FieldsTest], for the simulator's classes. */
class SimulatorFieldsTest {
    @TestFactory
    fun `a class has the fields of its record`() =
        listOf(SimulatedAnswer::class, SimulatorConfig::class, WebhookEndpoint::class, WebhookFixture::class).map {
            dynamicTest(checkNotNull(it.simpleName)) { checkFields(it) }
        }
}
