package io.github.billwire.vectors

import com.fasterxml.jackson.core.JsonToken
import com.fasterxml.jackson.databind.DeserializationFeature
import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature
import com.fasterxml.jackson.databind.json.JsonMapper
import com.fasterxml.jackson.databind.node.ObjectNode
import java.nio.file.Files
import java.nio.file.Path
import java.util.Base64

/** Reads JSON with every digit of a number. */
internal val JSON: JsonMapper =
    JsonMapper.builder()
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
        .build()

/** The project's root. */
internal val ROOT: Path = Path.of(checkNotNull(System.getProperty("billwire.root")))

private const val FEWEST = 100

/** One vector: its fields, and the text of each as it is written in the file. */
internal class Case(val fields: ObjectNode, private val texts: Map<String, String>) {
    val id = text("id")

    operator fun get(name: String): JsonNode = fields.path(name)

    fun has(name: String) = fields.has(name)

    fun text(name: String): String = fields.required(name).textValue()

    /** The JSON of a field with every digit and escape; null if it is not there. */
    fun json(name: String): String? = texts[name]

    /** The body, in whichever of its three forms. */
    fun body(): ByteArray {
        if (has("body_base64")) return Base64.getDecoder().decode(text("body_base64"))
        val repeat = fields["body_repeat"] ?: return text("body").toByteArray()
        val middle = repeat["unit"].textValue().repeat(repeat["count"].intValue())
        return (repeat["prefix"].textValue() + middle + repeat["suffix"].textValue()).toByteArray()
    }
}

/** Reads a file of vectors. One with hardly any is a fault. */
internal fun cases(name: String): List<Case> {
    val file = Files.readAllBytes(ROOT.resolve("tests/vectors/$name.json"))
    val cases = mutableListOf<Case>()
    JSON.createParser(file).use { parser ->
        while (parser.nextFieldName() != "cases") checkNotNull(parser.currentToken()) { "no member `cases`" }
        parser.nextToken()
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            val fields = JSON.createObjectNode()
            val texts = mutableMapOf<String, String>()
            generateSequence { parser.nextFieldName() }
                .forEach { field ->
                    parser.nextToken()
                    val start = parser.currentTokenLocation().byteOffset.toInt()
                    parser.skipChildren()
                    parser.finishToken()
                    val text = String(file, start, parser.currentLocation().byteOffset.toInt() - start)
                    fields.set<JsonNode>(field, JSON.readTree(text))
                    texts[field] = text
                }
            cases += Case(fields, texts)
        }
    }
    return cases.also { check(it.size >= FEWEST) { "$name has ${it.size} vectors" } }
}
