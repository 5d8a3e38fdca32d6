package io.github.billwire.okhttp

import io.github.billwire.*
import io.github.billwire.okhttp.RawServer.Companion.answer
import io.github.billwire.okhttp.RawServer.Companion.write
import java.io.IOException
import java.net.ConnectException
import java.net.InetAddress
import java.net.ServerSocket
import java.net.Socket
import java.time.Duration
import java.time.Instant
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit
import kotlin.concurrent.thread
import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertNull
import kotlin.test.assertTrue
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import okhttp3.Credentials
import okhttp3.Interceptor
import okhttp3.OkHttpClient
import okhttp3.Request
import okhttp3.RequestBody.Companion.toRequestBody

private const val LIMIT = 65_536
private val POLICY = SettlementPolicy(attempts = 2, pauseMs = 10, longestPauseMs = 10, inFlightMs = 50)

/** Duties of the sender, against servers on bare sockets. */
class HttpSenderTest {
    private val server = RawServer()
    private val attempts = mutableListOf<Attempt>()
    private val sender = HttpSender(timeout = Duration.ofSeconds(5), maxBytes = LIMIT) { attempts += it }
    private val bill = testBill(description = "ទឹក 😀")

    @AfterTest fun stop() = server.close()

    @Test
    fun `runs over the expected OkHttp`() {
        val jar = OkHttpClient::class.java.protectionDomain.codeSource.location.path
        assertTrue(jar.endsWith("-${System.getProperty("okhttp.expected", "4.12.0")}.jar"), jar)
    }

    @Test
    fun `sends the exact text and headers`() {
        val call = biller().prepareSettlement(bill)
        assertIs<SettlementOutcome.Settled>(sender.send(call))
        val request = server.received.single()
        assertEquals(call.request().body?.text, request.body)
        assertTrue(
            request.head.startsWith("POST /") && "Content-Type: application/json\r\n" in request.head,
            request.head,
        )
        assertTrue("Authorization: Bearer secret-bearer\r\n" in request.head)
    }

    @Test
    fun `every kind of call is decoded`() {
        assertIs<SettlementOutcome.Settled>(sender.send(biller().prepareSettlement(bill)))
        assertEquals("000", sender.send(biller().prepareOnboarding(Onboarding("S-1", "Store"))).response.code)
        val search = Verification("INV-1", purposeOfTransaction = "INV-1")
        assertEquals("T-1", sender.send(biller().prepareVerification(search)).data.tranId)
        assertIs<LookupVerdict.Settled>(sender.send(biller().prepareSettlementLookup(bill)))
        assertEquals(200, sender.send(balance()).status)
        val event = checkoutReceiver().receive(emptyMap(), """{"tran_id":"T-1"}""".toByteArray())
        val confirmation = event.confirm(biller(), Expectation("INV-1", "INV-1", "KHR", 40_000.toBigDecimal()))
        assertIs<Verdict.Confirmed>(sender.send(confirmation))
        assertTrue(attempts.size == 6 && attempts.all { it.status == 200 && it.nextStep == null && it.cause == null })
    }

    @Test
    fun `a pooled connection that is cut received one request`() {
        for (cut in listOf<(Socket) -> Unit>({ it.close() }, RawServer::reset)) {
            server.respond = RawServer::succeed
            sender.send(biller().prepareSettlement(bill))
            Thread.sleep(50) // until the pool has the connection back
            server.received.clear()
            server.respond = { socket, _ -> cut(socket) }
            assertMaybe()
        }
    }

    @Test
    fun `no status is sent again`() {
        for (status in listOf(400, 401, 408, 421, 425, 429, 500, 502, 503, 504)) {
            server.received.clear()
            server.respond = { socket, _ -> answer(socket, status, "{}", "Retry-After: 0") }
            assertEquals(status, failure().httpStatus())
            assertEquals(status, sender.send(balance()).status, "without a body")
            Thread.sleep(50)
            assertEquals(2, server.received.size, "HTTP $status")
        }
    }

    @Test
    fun `follows no redirect`() {
        RawServer().use { stranger ->
            for (status in listOf(301, 302, 303, 307, 308)) {
                server.respond = { socket, _ -> answer(socket, status, "", "Location: ${stranger.url}/elsewhere") }
                assertEquals(status, failure().httpStatus())
            }
            assertEquals(0 to 5, stranger.received.size to server.received.size)
        }
    }

    @Test
    fun `without a connection, it may be sent again`() {
        server.close()
        assertIs<ConnectException>(assertNotSent(failure()).cause)
        assertNotSent(failure(biller("https://nobody.invalid")))
        SilentServer().use { silent ->
            val hasty = HttpSender(timeout = Duration.ofMillis(300))
            assertNotSent(assertFailsWith<BillwireException> { hasty.send(biller(silent.url).prepareSettlement(bill)) })
        }
        ServerSocket(0, 50, InetAddress.getLoopbackAddress()).use { plain -> // greets instead of a TLS handshake
            RawServer.daemon { while (true) plain.accept().use { write(it, "220 mail.example ready\r\n") } }
            assertNotSent(failure(biller("https://127.0.0.1:${plain.localPort}")))
        }
    }

    @Test
    fun `an answer that breaks off or is late may have arrived`() {
        val hasty = HttpSender(timeout = Duration.ofSeconds(2)) // a busy machine takes longer than 300 ms to send
        for (begun in
            listOf(
                "",
                "220 mail.example ready\r\n\r\n",
                "\u0000\u0001\r\n\r\n",
                "HTTP/1.1 100 Continue\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-",
                "HTTP/1.1 200 OK\r\nX-A: " + "a".repeat(300_000),
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{",
            )) {
            server.respond = { socket, _ ->
                write(socket, begun)
                socket.close()
            }
            assertMaybe()
            server.respond = { socket, _ -> write(socket, begun) }
            assertMaybe(hasty)
        }
    }

    @Test
    fun `reads no answer above the limit`() {
        server.respond = { socket, _ -> answer(socket, 200, SETTLED + " ".repeat(LIMIT - SETTLED.length)) }
        assertIs<SettlementOutcome.Settled>(sender.send(biller().prepareSettlement(bill)))
        for (head in listOf("HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n")) {
            val closed = CountDownLatch(1)
            server.respond = { socket, _ ->
                write(socket, head)
                runCatching { while (true) write(socket, " ".repeat(8_192)) }
                closed.countDown()
            }
            assertMaybe()
            assertTrue(closed.await(5, TimeUnit.SECONDS), "the connection is closed")
        }
    }

    @Test
    fun `the error and the attempt say how long to wait`() {
        for ((headers, expected) in
            listOf(
                listOf("Retry-After: 7") to 7L,
                listOf("Retry-After: Sat, 31 Jan 2026 12:00:05 GMT", "Date: Sat, 31 Jan 2026 12:00:02 GMT") to 3L,
                listOf("Retry-After: soon") to null,
            )) {
            server.respond = { socket, _ -> answer(socket, 429, "", *headers.toTypedArray()) }
            val error = failure()
            assertEquals(expected?.let(Duration::ofSeconds), error.retryAfter)
            assertEquals(429 to error.retryAfter, attempts.last().status to attempts.last().retryAfter)
            assertEquals(error.nextStep() to error.code(), attempts.last().nextStep to attempts.last().code)
        }
        server.respond = { socket, _ -> answer(socket, 429, "", "Retry-After: 7") }
        val sent = Instant.now()
        val run = biller().settlementFlow(bill, POLICY).runBlocking(Stored(), sender, maxWaitMs = 6_000)
        assertTrue(assertIs<SettlementRun.Waiting>(run).until >= sent.plusSeconds(7))
    }

    @Test
    fun `a cancellation ends the attempt at once`() = runBlocking {
        val isReceived = CompletableDeferred<Unit>()
        server.respond = { _, _ ->
            isReceived.complete(Unit)
            Thread.sleep(20_000)
        }
        val run = launch { sender.suspending { send(biller().prepareSettlement(bill)) } }
        withTimeout(20_000) { isReceived.await() }
        delay(200) // until the client reads
        run.cancelAndJoin()
        assertEquals(NextStep.VERIFY_FIRST, attempts.single().nextStep)
    }

    @Test
    fun `an interrupt ends the attempt and its connection at once`() {
        val patient = HttpSender(timeout = Duration.ofMinutes(2)) { attempts += it }
        val ways =
            listOf<() -> Any>(
                { patient.send(biller().prepareSettlement(bill)) },
                { biller().settlementFlow(bill, POLICY).runBlocking(Stored(), patient) },
            )
        for (send in ways) {
            val (isReceived, isClosed) = List(2) { CountDownLatch(1) }
            server.respond = { socket, _ ->
                isReceived.countDown()
                runCatching { socket.getInputStream().read() }
                isClosed.countDown()
            }
            var ended: Throwable? = null
            val sending = thread { ended = runCatching(send).exceptionOrNull() }
            assertTrue(isReceived.await(20, TimeUnit.SECONDS), "it was not received: ${ended?.stackTraceToString()}")
            Thread.sleep(200)
            sending.interrupt()
            sending.join(20_000)
            assertIs<InterruptedException>(ended)
            assertTrue(isClosed.await(20, TimeUnit.SECONDS), "the connection is still open")
        }
        assertEquals(listOf(NextStep.VERIFY_FIRST, null), attempts.map { it.nextStep })
    }

    @Test
    fun `a cut connection is looked up, and received once`() {
        server.respond = { socket, request -> if (request.isSettlement) socket.close() else answer(socket, 200, FOUND) }
        val run = biller().settlementFlow(bill, POLICY).runBlocking(Stored(), sender)
        val ending = assertIs<SettlementEnding.Settled>(assertIs<SettlementRun.Ended>(run).ending)
        assertIs<SettlementProof.Verification>(ending.proof)
        assertEquals(listOf(true, false), server.received.map { it.isSettlement })
    }

    @Test
    fun `a settlement that is too late is not sent`() {
        var now = Instant.EPOCH
        val late = HttpSender(now = { now })
        val flow = biller().settlementFlow(bill, POLICY)
        assertIs<SettlementStep.Load>(flow.step(now, 0.5))
        flow.loaded(null, now)
        flow.saved(assertIs<SettlementStep.Save>(flow.step(now, 0.5)).revision)
        val request = assertIs<SettlementStep.Send>(flow.step(now, 0.5)).request
        now = checkNotNull(request.sendBefore)
        assertFailsWith<NotSentException> { late.send(request) }
        assertEquals(0, server.received.size)
    }

    @Test
    fun `no credential prints, and a failing onAttempt fails no bill`() {
        server.respond = { socket, _ -> socket.close() }
        val error = failure()
        assertEquals(error.cause, attempts.single().cause)
        assertFalse("secret" in "${attempts.single()}" + error.stackTraceToString())
        server.respond = { socket, _ -> answer(socket, 200, SETTLED) }
        assertIs<SettlementOutcome.Settled>(HttpSender { error("mine") }.send(biller().prepareSettlement(bill)))
        assertFailsWith<IllegalArgumentException> { HttpSender(timeout = Duration.ZERO) }
        assertFailsWith<IllegalArgumentException> { HttpSender(maxBytes = 0) }
    }

    @Test
    fun `control, the default sends twice`() {
        val client = OkHttpClient()
        for (cut in listOf<(Socket) -> Unit>({ it.close() }, RawServer::reset)) {
            server.respond = { socket, _ -> answer(socket, 200, "{}") }
            assertEquals(200, status(client))
            server.received.clear()
            server.respond = { socket, _ -> if (server.received.size == 1) cut(socket) else answer(socket, 200, "{}") }
            assertEquals(200 to 2, status(client) to server.received.size)
        }
        server.received.clear()
        server.respond = { socket, _ -> answer(socket, 503, "", "Retry-After: 0") }
        assertEquals(503 to 2, status(client) to server.received.size)
    }

    @Test
    fun `an authenticator and an interceptor send no second time`() {
        val secondTime = Interceptor { chain ->
            chain.proceed(chain.request()).close()
            chain.proceed(chain.request())
        }
        val password = Credentials.basic("user", "password")
        val authenticating =
            OkHttpClient.Builder().authenticator { _, it ->
                it.request.newBuilder().header("Authorization", password).build()
            }
        server.respond = { socket, _ -> answer(socket, 401, "") }
        for ((client, status) in
            mapOf(OkHttpClient.Builder().addInterceptor(secondTime) to null, authenticating to 401)) {
            server.received.clear()
            val sender = HttpSender(client.build())
            val error = assertFailsWith<BillwireException> { sender.send(biller().prepareSettlement(bill)) }
            assertEquals(status to 1, error.httpStatus() to server.received.size)
        }
    }

    @Test
    fun `a client of its own sends once too`() {
        val client = OkHttpClient.Builder().forBillwire().forBillwire().build()
        assertEquals(1 to 1, client.interceptors.size to client.networkInterceptors.size)
        assertEquals(200, status(client))
        server.respond = { socket, _ -> socket.close() }
        assertFailsWith<IOException> { status(client) }
        server.respond = { socket, _ -> answer(socket, 503, "", "Retry-After: 0") }
        assertEquals(503 to 3, status(client) to server.received.size)
    }

    private fun biller(url: String = server.url) = testBiller(url)

    private fun balance() = biller().prepareOperation(OperationName.GET_WALLET_BALANCE, UntypedRequest("/wallet"))

    private fun failure(biller: Biller = biller()) =
        assertFailsWith<BillwireException> { sender.send(biller.prepareSettlement(bill)) }

    private fun assertMaybe(sender: HttpSender = this.sender) {
        server.received.clear()
        val error = assertFailsWith<BillwireException> { sender.send(biller().prepareSettlement(bill)) }
        assertEquals(Code.NO_ANSWER to NextStep.VERIFY_FIRST, error.code() to error.nextStep(), "${error.cause}")
        assertEquals(1, server.received.size)
        assertNull(error.httpStatus())
    }

    private fun assertNotSent(error: BillwireException): BillwireException {
        assertEquals(NextStep.SEND_AGAIN, error.nextStep(), "${error.cause}")
        return error
    }

    private fun status(client: OkHttpClient): Int =
        client.newCall(Request.Builder().url(server.url).post("{}".toRequestBody()).build()).execute().use { it.code }
}

/** The record of one bill, in memory. */
internal class Stored : RecordStore {
    private var record: String? = null

    override fun load(): String? = record

    override fun save(step: SettlementStep.Save): Boolean {
        record = step.record
        return true
    }

    override fun control(): Settlement? = null
}
