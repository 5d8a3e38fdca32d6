package io.github.billwire.boundary

import io.github.billwire.Customers
import io.github.billwire.Line
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertIs
import kotlin.test.assertNull
import kotlin.test.assertTrue

/** Absent, null and empty values. */
class AbsenceTest {
    @Test
    fun `does not send absent fields`() {
        val keys = bodyOf(BILL).fieldNames().asSequence().toList()
        val required =
            listOf("ref_id", "date", "due_date", "currency", "total_amount", "customer_sync_code", "settlement_to")
        assertEquals(required + listOf("total_amount_khr", "hash"), keys)
    }

    @Test
    fun `null lines are not an empty list`() {
        assertEquals(false, bodyOf(BILL.copy { details(null) }).has("details"))
        assertEquals(0, bodyOf(BILL.copy { details(emptyList()) })["details"].size())
        assertEquals(0, bodyOf(BILL.copy { details(listOf(Line())) })["details"][0].size())
    }

    @Test
    fun `empty text is not absent text`() {
        assertEquals(listOf("description" to "empty"), violationsOf { bodyOf(BILL.copy { description("") }) })
    }

    @Test
    fun `distinguishes absent, null and empty customers`() {
        val receive = { body: String -> receiver().receive(body).payload().customers }
        assertEquals(Customers.Absent, receive("{}"))
        assertEquals(Customers.Null, receive("""{"customers":null}"""))
        assertEquals(Customers.Listed(emptyList()), receive("""{"customers":[]}"""))
        val one = assertIs<Customers.Listed>(receive("""{"customers":[{"bill_no":""}]}""")).customers.single()
        assertEquals("", one.billNo)
        assertNull(one.amount)
        assertEquals("{}", one.extra)
    }

    @Test
    fun `reads null as absent and keeps empty text`() {
        val payload = receiver().receive("""{"tran_id":null,"bank_name":"","tran_amount":null}""").payload()
        assertNull(payload.tranId)
        assertEquals("", payload.bankName)
        assertNull(payload.tranAmount)
        assertEquals("{}", payload.extra)
    }

    @Test
    fun `keeps unknown members unchanged`() {
        val extra = """{"a":null,"b":[1.50,1e400,"ខ្មែរ"]}"""
        assertEquals(extra, receiver().receive(extra).payload().extra)
        assertTrue(
            biller().prepareSettlement(BILL.copy { extra(extra) }).request().body?.text.orEmpty().endsWith(extra.drop(1))
        )
    }
}
