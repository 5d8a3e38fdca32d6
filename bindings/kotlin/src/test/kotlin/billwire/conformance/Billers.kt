package io.github.billwire.conformance

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode
import io.github.billwire.BearerToken
import io.github.billwire.Biller
import io.github.billwire.BillerConfig
import io.github.billwire.BillwireException
import io.github.billwire.CodeShapes
import io.github.billwire.Finding
import io.github.billwire.HashToken
import io.github.billwire.VerificationToken
import io.github.billwire.WireProfile
import io.github.billwire.readWireProfile
import io.github.billwire.text
import io.github.billwire.vectors.Case
import io.github.billwire.vectors.Drafts
import io.github.billwire.vectors.Shown
import io.github.billwire.vectors.Vectors
import kotlin.test.assertEquals
import kotlin.test.assertTrue

internal const val BASE_URL = "https://service.example"

internal fun biller(
    hashToken: String = "test-hash-key",
    strict: Boolean = false,
    codeShapes: CodeShapes? = null,
    profile: WireProfile? = null,
) =
    Biller(
        BillerConfig(BASE_URL) {
            bearer(BearerToken("test-bearer"))
            verificationToken(VerificationToken("test-verification"))
            hashToken(HashToken(hashToken))
            strict(strict)
            codeShapes(codeShapes)
            profile(profile)
        }
    )

/** Returns a biller with the settings of a case. */
internal fun billerOf(one: Case) =
    biller(
        strict = one["strict"].asBoolean(),
        codeShapes = if (one.has("code_shapes")) Drafts.said(CodeShapes::class.java, one["code_shapes"]) else null,
        profile = one.json("profile")?.let(::readWireProfile),
    )

internal fun json(text: String?): JsonNode = Vectors.JSON.readTree(checkNotNull(text))

internal fun jsonObject(fill: ObjectNode.() -> Unit): ObjectNode = Vectors.JSON.createObjectNode().apply(fill)

internal fun assertSame(expected: JsonNode, actual: JsonNode) =
    assertTrue(Shown.same(expected, actual), "\n    is  $actual\n    not $expected")

/** Compares paths and codes in order, and the offset if the vector has one. */
internal fun assertFindings(expected: Iterable<JsonNode>, actual: List<Finding>) {
    assertEquals(expected.map(::pathAndCode), actual.map { it.path to it.code.text() })
    expected.zip(actual).forEach { (json, finding) ->
        json["offset"]?.let { assertEquals(it.intValue(), finding.offset) }
    }
}

private fun pathAndCode(json: JsonNode) = json["path"].textValue() to json["code"].textValue()

/** Returns the error that the work throws. */
internal fun errorOf(work: () -> Any): BillwireException =
    try {
        throw AssertionError("no error, but ${work()}")
    } catch (error: BillwireException) {
        error
    }
