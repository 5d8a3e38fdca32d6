package io.github.billwire.ktor

import io.github.billwire.http.Exchange
import io.github.billwire.http.OneTimeRequest
import io.github.billwire.http.Transport
import io.github.billwire.vectors.http.RawServer
import io.github.billwire.vectors.http.RawServer.answer
import io.github.billwire.vectors.http.TransportCases
import io.ktor.client.HttpClient
import io.ktor.client.HttpClientConfig
import io.ktor.client.engine.cio.CIO
import io.ktor.client.engine.cio.CIOEngineConfig
import io.ktor.client.plugins.HttpRequestRetry
import io.ktor.client.request.post
import io.ktor.client.request.setBody
import io.ktor.client.statement.bodyAsText
import java.net.Socket
import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlinx.coroutines.runBlocking

/** CIO as it is: a connection for each POST. */
class KtorTransportTest : TransportCases() {
    override fun transport(): Transport = KtorTransport()

    override fun poolsConnections(): Boolean = false

    override fun readsStrictly(): Boolean = false
}

/** CIO with `pipelining`, by which it shares connections, but not those of a POST. */
class PipeliningTest : TransportCases() {
    override fun transport(): Transport = KtorTransport(client { engine { pipelining = true } })

    override fun poolsConnections(): Boolean = false

    override fun readsStrictly(): Boolean = false
}

class RepetitionTest {
    private val server = RawServer { socket, _ -> answer(socket, 200, "{}") }

    @AfterTest fun stop() = server.close()

    @Test
    fun `CIO's own defaults send once`() = received(client {}, 1)

    @Test
    fun `CIO with pipelining sends once`() = received(client { engine { pipelining = true } }, 1)

    @Test
    fun `control, HttpRequestRetry sends twice, and its adapter once`() {
        val retrying = client { install(HttpRequestRetry) { retryOnException(2); constantDelay(10, 0) } }
        received(retrying, 2)
        server.received().clear()
        val request = OneTimeRequest("POST", server.url(), emptyMap(), "{}", 5_000, 100)
        assertFalse(Exchange.of(KtorTransport(retrying), request).isNotSent)
        assertEquals(1, server.received().count { it.body() == "{}" }) // the plugin sends a head without a body
    }

    /** Counts the bodies of a second request, whose connection is cut when the server has read it. */
    private fun received(client: HttpClient, times: Int) {
        for (cut in listOf<(Socket) -> Unit>({ it.close() }, RawServer::reset)) {
            server.respond { socket, _ -> answer(socket, 200, "{}") }
            assertEquals("{}", text(client))
            Thread.sleep(50) // until a pool has the connection back
            server.received().clear()
            server.respond { socket, _ -> if (server.received().size == 1) cut(socket) else answer(socket, 200, "{}") }
            val second = runCatching { text(client) }
            Thread.sleep(200)
            assertEquals(times, server.received().size)
            assertEquals(times == 2, second.isSuccess)
        }
        // For the adapter, too.
        server.respond { socket, _ -> socket.close() }
    }

    private fun text(client: HttpClient): String = runBlocking { client.post(server.url()) { setBody("{}") }.bodyAsText() }
}

private fun client(settings: HttpClientConfig<CIOEngineConfig>.() -> Unit) = HttpClient(CIO, settings)
