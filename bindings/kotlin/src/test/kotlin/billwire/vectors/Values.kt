package io.github.billwire.vectors

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.JsonNodeFactory
import com.fasterxml.jackson.databind.node.ObjectNode
import io.github.billwire.Customers
import io.github.billwire.PaymentServiceType
import io.github.billwire.SensitiveText
import io.github.billwire.Status
import java.lang.reflect.Field
import java.lang.reflect.InvocationTargetException
import java.lang.reflect.Modifier
import java.lang.reflect.ParameterizedType
import java.lang.reflect.Type
import java.math.BigDecimal
import java.time.Duration
import java.time.Instant
import java.time.LocalDateTime
import java.time.ZoneOffset
import kotlin.test.assertTrue

/** JSON that no value of the types can express: an unknown key, text for a number, a date that is none. */
internal class Unsayable(reason: String) : Exception(reason)

private val NUMBER = Regex("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?")
private val INSTANT = Regex("(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,3})?)(?:Z|([+-])(\\d\\d):(\\d\\d))")
private const val DIGITS_OF_A_DOUBLE = 15
private val LARGEST_WHOLE = BigDecimal.valueOf((1L shl 53) - 1)

internal inline fun <reified T : Any> valueOf(json: JsonNode): T = valueOf(T::class.java, json)

/** Makes a record from JSON, field by field. Throws [Unsayable] if the types cannot express it. */
internal fun <T : Any> valueOf(type: Class<T>, json: JsonNode): T {
    if (!json.isObject) throw Unsayable("no object")
    val fields = fields(type)
    val unknown = json.fieldNames().asSequence().toSet() - fields.map { wireName(it.name) }.toSet()
    if (unknown.isNotEmpty()) throw Unsayable("unknown: $unknown")
    val values = fields.map { field -> fieldValue(field, json.path(wireName(field.name))) }
    if (fields.indices.any { fields[it].type.isPrimitive && values[it] == null }) throw Unsayable("a number is absent")
    try {
        return type.getDeclaredConstructor(*fields.map { it.type }.toTypedArray()).newInstance(*values.toTypedArray())
    } catch (error: InvocationTargetException) {
        throw if (error.cause is NullPointerException) Unsayable("something required is absent") else error
    }
}

private fun fieldValue(field: Field, json: JsonNode): Any? {
    if (field.name == "extra") {
        if (json.isMissingNode) return ""
        if (!json.isObject) throw Unsayable("extra is an object")
        return json.toString()
    }
    return if (json.isMissingNode || json.isNull) null else valueOf(field.genericType, json)
}

private fun valueOf(type: Type, json: JsonNode): Any =
    when (type) {
        is ParameterizedType -> {
            if (!json.isArray) throw Unsayable("no list")
            json.map { valueOf(type.actualTypeArguments[0], it) }
        }
        Long::class.java,
        Long::class.javaObjectType -> integer(json, BigDecimal::longValueExact)
        Int::class.javaObjectType -> integer(json, BigDecimal::intValueExact)
        BigDecimal::class.java -> decimal(json)
        String::class.java -> text(json)
        Instant::class.java -> instant(text(json))
        SensitiveText::class.java -> SensitiveText(text(json))
        else -> valueOf(@Suppress("UNCHECKED_CAST") (type as Class<Any>), json)
    }

private fun text(json: JsonNode) = json.textValue() ?: throw Unsayable("no text")

/** Reads offsets of up to 23 hours, which a ZoneOffset lacks. */
private fun instant(text: String): Instant {
    val (local, sign, hours, minutes) = INSTANT.matchEntire(text)?.destructured ?: throw Unsayable("no instant")
    val utc =
        runCatching { LocalDateTime.parse(local).toInstant(ZoneOffset.UTC) }.getOrNull()
            ?: throw Unsayable("no instant")
    if (sign.isEmpty()) return utc
    if (hours.toInt() > 23 || minutes.toInt() > 59) throw Unsayable("no offset")
    val east = Duration.ofHours(hours.toLong()).plusMinutes(minutes.toLong())
    return if (sign == "+") utc - east else utc + east
}

private fun integer(json: JsonNode, exact: (BigDecimal) -> Any): Any =
    try {
        if (json.isNumber) exact(json.decimalValue()) else throw Unsayable("no number")
    } catch (_: ArithmeticException) {
        throw Unsayable("no integer of this type")
    }

/**
 * A JSON number stands for a double, which the types lack. It is a decimal only where it has no more digits than a
 * double.
 */
private fun decimal(json: JsonNode): BigDecimal {
    if (json.isNumber) {
        val number = json.decimalValue().stripTrailingZeros()
        val isWhole = number.scale() <= 0 && number.abs() <= LARGEST_WHOLE
        if (!isWhole && number.precision() > DIGITS_OF_A_DOUBLE) throw Unsayable("no double")
        return json.decimalValue()
    }
    val text = text(json)
    return text.takeIf(NUMBER::matches)?.toBigDecimalOrNull() ?: throw Unsayable("no decimal")
}

internal fun jsonObject(fill: ObjectNode.() -> Unit): ObjectNode = JSON.createObjectNode().apply(fill)

/** Compares keys in any order, and numbers as doubles, which is how the vectors show them. */
internal fun assertSame(expected: JsonNode, actual: JsonNode) {
    val areSame =
        expected.equals(
            { one, other ->
                if (one.isNumber && other.isNumber) one.doubleValue().compareTo(other.doubleValue())
                else if (one == other) 0 else 1
            },
            actual,
        )
    assertTrue(areSame, "\n    is  $actual\n    not $expected")
}

private val NODES = JsonNodeFactory.withExactBigDecimals(true)

/** Returns a value as JSON. A field that is null is left out; decimals are text, with the digits that they have. */
internal fun shown(value: Any): JsonNode =
    when (value) {
        is String -> NODES.textNode(value)
        is BigDecimal -> NODES.textNode(value.toPlainString())
        is Number -> NODES.numberNode(value.toLong())
        is Boolean -> NODES.booleanNode(value)
        is List<*> -> NODES.arrayNode().apply { value.forEach { add(shown(checkNotNull(it))) } }
        is Enum<*> -> NODES.textNode(value.name.lowercase())
        is SensitiveText -> shown(value.text)
        is Status.Other -> shown(value.text)
        is PaymentServiceType.Other -> shown(value.text)
        is Customers.Listed -> shown(value.customers)
        Customers.Null -> NODES.nullNode()
        Status.Success -> shown("success")
        PaymentServiceType.BankChannel -> shown("Bank Channel")
        PaymentServiceType.Khqr -> shown("KHQR")
        PaymentServiceType.DeeplinkCheckout -> shown("Deeplink/Checkout")
        PaymentServiceType.DirectDebit -> shown("Direct Debit")
        else ->
            jsonObject {
                for (field in fields(value.javaClass)) {
                    val member = field.get(value)
                    if (member == null || member == Customers.Absent) continue
                    val json = if (field.name == "extra") JSON.readTree(member as String) else shown(member)
                    set<JsonNode>(wireName(field.name), json)
                }
            }
    }

internal fun fields(type: Class<*>): List<Field> =
    type.declaredFields.filterNot { Modifier.isStatic(it.modifiers) }.onEach { it.isAccessible = true }

/** `customerSyncCode` is `customer_sync_code` in the interface. */
internal fun wireName(name: String) = name.replace(Regex("[A-Z]")) { "_" + it.value.lowercase() }
