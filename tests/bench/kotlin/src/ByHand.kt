package bench

import com.fasterxml.jackson.databind.DeserializationFeature
import com.fasterxml.jackson.databind.PropertyNamingStrategies
import com.fasterxml.jackson.databind.json.JsonMapper
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule
import com.fasterxml.jackson.module.kotlin.kotlinModule
import java.math.BigDecimal
import java.security.MessageDigest
import java.time.Instant
import java.time.ZoneOffset
import java.time.format.DateTimeFormatter
import java.util.Base64
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec
import kotlinx.serialization.ExperimentalSerializationApi
import kotlinx.serialization.KSerializer
import kotlinx.serialization.descriptors.PrimitiveKind
import kotlinx.serialization.descriptors.PrimitiveSerialDescriptor
import kotlinx.serialization.encoding.Decoder
import kotlinx.serialization.encoding.Encoder
import kotlinx.serialization.json.Json
import kotlinx.serialization.json.JsonDecoder
import kotlinx.serialization.json.JsonEncoder
import kotlinx.serialization.json.JsonUnquotedLiteral
import kotlinx.serialization.json.jsonPrimitive

// What one would write without billwire: a body and its hash, a token that is compared and a body that is read. Nothing else is
// checked.

internal const val MILLIS = "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"

val JACKSON: JsonMapper =
    JsonMapper.builder()
        .addModules(kotlinModule(), JavaTimeModule())
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .build()

val KOTLINX = Json {
    ignoreUnknownKeys = true
    explicitNulls = false
}

/** HMAC with one `Mac` that is used again and again, which is the fastest way; it is for one thread. */
class Hmac(token: String) {
    private val mac = Mac.getInstance("HmacSHA512").apply { init(SecretKeySpec(token.toByteArray(), "HmacSHA512")) }

    fun hash(bill: Bill): String {
        val text =
            bill.refId +
                DIGITS.format(bill.date) +
                bill.currency +
                bill.totalAmount +
                bill.customerSyncCode +
                bill.settlementTo
        return Base64.getEncoder().encodeToString(mac.doFinal(text.toByteArray()))
    }
}

/** Compares a webhook's token as one should: in a time that does not tell how much of it was right. */
class TokenCheck(token: String) {
    private val expected = token.toByteArray()

    fun check(headers: Map<String, List<String>>) {
        val shown = headers["Token"]?.singleOrNull() ?: error("no token, or two")
        check(MessageDigest.isEqual(expected, shown.toByteArray())) { "another token" }
    }
}

private val DIGITS = DateTimeFormatter.ofPattern("yyyyMMddHHmmss").withZone(ZoneOffset.UTC)
private val WRITTEN = DateTimeFormatter.ofPattern(MILLIS).withZone(ZoneOffset.UTC)

internal object InstantAsText : KSerializer<Instant> {
    override val descriptor = PrimitiveSerialDescriptor("bench.Instant", PrimitiveKind.STRING)

    override fun serialize(encoder: Encoder, value: Instant) = encoder.encodeString(WRITTEN.format(value))

    override fun deserialize(decoder: Decoder): Instant = Instant.parse(decoder.decodeString())
}

/** A decimal as a JSON number with every digit. */
@OptIn(ExperimentalSerializationApi::class)
internal object DecimalAsNumber : KSerializer<BigDecimal> {
    override val descriptor = PrimitiveSerialDescriptor("bench.BigDecimal", PrimitiveKind.STRING)

    override fun serialize(encoder: Encoder, value: BigDecimal) =
        (encoder as JsonEncoder).encodeJsonElement(JsonUnquotedLiteral(value.toPlainString()))

    override fun deserialize(decoder: Decoder): BigDecimal =
        BigDecimal((decoder as JsonDecoder).decodeJsonElement().jsonPrimitive.content)
}
