package io.github.billwire.boundary

import io.github.billwire.HashToken
import io.github.billwire.SignedFields
import io.github.billwire.SigningKey
import io.github.billwire.WireProfile
import io.github.billwire.readTranDate
import java.time.Instant
import java.time.ZoneOffset
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNull

class InstantsTest {
    @Test
    fun `truncates instants to milliseconds`() {
        for ((given, written) in
            mapOf(
                "2026-01-31T17:00:00.123Z" to "2026-01-31T17:00:00.123Z",
                "2026-01-31T17:00:00.123999999Z" to "2026-01-31T17:00:00.123Z",
                "1969-12-31T23:59:59.999Z" to "1969-12-31T23:59:59.999Z",
                "1969-12-31T23:59:59.999999999Z" to "1969-12-31T23:59:59.999Z",
                "0000-01-01T00:00:00Z" to "0000-01-01T00:00:00.000Z",
                "9999-12-31T23:59:59.999999999Z" to "9999-12-31T23:59:59.999Z",
            )) {
            val bill = BILL.copy { date(Instant.parse(given)).dueDate(LAST) }
            assertEquals(written, bodyOf(bill)["date"].textValue())
        }
    }

    @Test
    fun `sends every millisecond of a second`() {
        val start = Instant.parse("2026-01-31T17:00:00Z")
        biller().use { biller ->
            for (millis in 0L..999L) {
                val body =
                    biller.prepareSettlement(BILL.copy { date(start.plusMillis(millis)) }).use { it.request().body }
                assertEquals("2026-01-31T17:00:00.%03dZ".format(millis), json(body?.text)["date"].textValue())
            }
        }
    }

    @Test
    fun `rejects a year without four digits`() {
        val outside = listOf(FIRST.minusMillis(1), LAST.plusMillis(1), Instant.MIN, Instant.MAX, FIRST.minusNanos(1))
        for (date in outside) {
            assertEquals(
                listOf("date" to "year_out_of_range"),
                violationsOf { bodyOf(BILL.copy { date(date) }) },
                "$date",
            )
            val fields = SignedFields("INV-0001", date, "KHR", 1, "C-1", "S-1")
            assertEquals(
                listOf("date" to "year_out_of_range"),
                violationsOf { SigningKey(HashToken("key")).use { it.sign(fields) } },
            )
        }
    }

    @Test
    fun `validates the year in the signing offset`() {
        for (hours in listOf(1, -1)) {
            val biller = biller(WireProfile { signingOffset(ZoneOffset.ofHours(hours)) })
            val date = if (hours > 0) LAST else FIRST
            val found = violationsOf {
                biller.prepareSettlement(BILL.copy { date(date).dueDate(LAST.minusSeconds(7200)) })
            }
            assertEquals("date" to "year_out_of_range", found.first())
        }
    }

    @Test
    fun `reads a received date in an assumed zone`() {
        val payload = receiver().receive("""{"tran_date":"2026-01-31T17:00:00.1234567"}""").payload()
        val text = checkNotNull(payload.tranDate)
        assertEquals(Instant.parse("2026-01-31T10:00:00.123Z"), readTranDate(text, ZoneOffset.ofHours(7)))
        assertNull(readTranDate("yesterday", ZoneOffset.UTC))
    }

    private companion object {
        val FIRST: Instant = Instant.parse("0000-01-01T00:00:00Z")
        val LAST: Instant = Instant.parse("9999-12-31T23:59:59.999Z")
    }
}
