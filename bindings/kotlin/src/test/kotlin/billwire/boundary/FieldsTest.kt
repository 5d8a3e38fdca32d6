package billwire.boundary

import billwire.BillStatus
import billwire.BillerConfig
import billwire.PaymentStatus
import billwire.SettlementData
import billwire.SettlementResponse
import billwire.SimulatedAnswer
import billwire.SimulatorConfig
import billwire.Transaction
import billwire.VerificationResponse
import billwire.WebhookEndpoint
import billwire.WebhookFixture
import billwire.WebhookPayload
import java.lang.reflect.Modifier
import kotlin.reflect.KClass
import kotlin.test.assertEquals
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.TestFactory

/** Classes of this package that copy a record of `billwire.ffi` have all its fields. */
class FieldsTest {
    @TestFactory
    fun `a class has the fields of its record`() =
        CLASSES.map { type ->
            dynamicTest(checkNotNull(type.simpleName)) {
                assertEquals(fields(Class.forName("billwire.ffi.${type.simpleName}")), fields(type.java))
            }
        }

    private fun fields(type: Class<*>) =
        type.declaredFields.filter { !Modifier.isStatic(it.modifiers) }.map { it.name }

    private companion object {
        val CLASSES: List<KClass<*>> =
            listOf(
                BillStatus::class,
                BillerConfig::class,
                PaymentStatus::class,
                SettlementData::class,
                SettlementResponse::class,
                SimulatedAnswer::class,
                SimulatorConfig::class,
                Transaction::class,
                VerificationResponse::class,
                WebhookEndpoint::class,
                WebhookFixture::class,
                WebhookPayload::class,
            )
    }
}
