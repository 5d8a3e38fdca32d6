// The recipes have no package, so neither has this.
import io.github.billwire.*
import io.github.billwire.okhttp.RawServer
import io.github.billwire.okhttp.Stored
import io.github.billwire.okhttp.testBill
import io.github.billwire.okhttp.testBiller
import java.net.http.HttpClient
import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertIs
import kotlin.test.assertTrue
import kotlinx.coroutines.runBlocking

/** The recipes of the guide's page about HTTP clients. */
class RecipesTest {
    private val server = RawServer()
    private val biller = testBiller(server.url)
    private val bill = testBill("S-1", "ទឹក")

    @AfterTest fun stop() = server.close()

    @Test
    fun `java net http sends once`() {
        val (client, call) = HttpClient.newHttpClient() to biller.prepareSettlement(bill)
        assertIs<SettlementOutcome.Settled>(JavaNetHttp.send(client, call))
        assertSent(call)
        server.respond = { socket, _ -> socket.close() } // of a connection that was used before
        assertEquals(
            NextStep.VERIFY_FIRST,
            assertFailsWith<BillwireException> { JavaNetHttp.send(client, call) }.nextStep(),
        )
        assertEquals(2, server.received.size)
        server.close()
        assertEquals(
            NextStep.SEND_AGAIN,
            assertFailsWith<BillwireException> { JavaNetHttp.send(client, call) }.nextStep(),
        )
    }

    @Test
    fun `Ktor's CIO engine sends once`() = runBlocking {
        server.respond = { socket, request ->
            if (request.isSettlement) socket.close() else RawServer.succeed(socket, request)
        }
        val ending = assertIs<SettlementRun.Ended>(settle(biller, bill, Stored())).ending
        assertIs<SettlementProof.Verification>(assertIs<SettlementEnding.Settled>(ending).proof)
        assertSent(biller.prepareSettlement(bill))
        assertEquals(listOf(true, false), server.received.map { it.isSettlement })
    }

    private fun assertSent(call: SettlementCall) {
        val request = server.received.first()
        assertEquals(call.request().body?.text, request.body)
        for (header in call.request().headers) {
            assertTrue(
                request.head.contains("${header.name}: ${header.value.text}\r\n", ignoreCase = true),
                request.head,
            )
        }
    }
}
