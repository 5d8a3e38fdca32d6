package io.github.billwire.boundary

import io.github.billwire.*
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull

/** Explaining a hash, which the jar does and the AAR does not. */
class ExplainTest {
    @Test
    fun `options can be left out`() {
        val explanation = explainSignature(SIGNED, HashToken("key"))
        assertEquals(SigningKey(HashToken("key")).use { it.sign(SIGNED) }, explanation.hash)
        assertNull(explanation.observed)
    }

    @Test
    fun `a lone surrogate among the candidates is a violation with its path`() {
        val options = ExplainOptions(separators = listOf("|", LONE))
        val error = assertFailsWith<BillwireException> { explainSignature(SIGNED, HashToken("key"), options) }
        assertEquals(listOf("separators[1]" to Code.LONE_SURROGATE), error.violations().map { it.path to it.code })
    }
}
