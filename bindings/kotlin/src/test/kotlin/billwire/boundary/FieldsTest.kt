package io.github.billwire.boundary

import io.github.billwire.BillStatus
import io.github.billwire.BillerConfig
import io.github.billwire.PaymentStatus
import io.github.billwire.SettlementData
import io.github.billwire.SettlementResponse
import io.github.billwire.Transaction
import io.github.billwire.VerificationResponse
import io.github.billwire.WebhookPayload
import java.lang.reflect.Modifier
import kotlin.reflect.KClass
import kotlin.test.assertEquals
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.TestFactory

/** Classes of this package that copy a record of `io.github.billwire.ffi` have all its fields. */
class FieldsTest {
    @TestFactory
    fun `a class has the fields of its record`() =
        CLASSES.map { type -> dynamicTest(checkNotNull(type.simpleName)) { checkFields(type) } }

    private companion object {
        val CLASSES: List<KClass<*>> =
            listOf(
                BillStatus::class,
                BillerConfig::class,
                PaymentStatus::class,
                SettlementData::class,
                SettlementResponse::class,
                Transaction::class,
                VerificationResponse::class,
                WebhookPayload::class,
            )
    }
}

internal fun checkFields(type: KClass<*>) =
    assertEquals(fields(Class.forName("io.github.billwire.ffi.${type.simpleName}")), fields(type.java))

private fun fields(type: Class<*>) =
    type.declaredFields.filter { !Modifier.isStatic(it.modifiers) }.map { it.name }
