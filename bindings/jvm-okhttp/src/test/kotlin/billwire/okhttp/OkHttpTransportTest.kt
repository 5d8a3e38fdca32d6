package io.github.billwire.okhttp

import io.github.billwire.http.Exchange
import io.github.billwire.http.OneTimeRequest
import io.github.billwire.http.Transport
import io.github.billwire.vectors.http.RawServer
import io.github.billwire.vectors.http.RawServer.answer
import io.github.billwire.vectors.http.TransportCases
import java.io.IOException
import java.net.Socket
import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertTrue
import okhttp3.Credentials
import okhttp3.Interceptor
import okhttp3.OkHttpClient
import okhttp3.Request
import okhttp3.RequestBody.Companion.toRequestBody

class OkHttpTransportTest : TransportCases() {
    private val server = RawServer { socket, _ -> answer(socket, 200, "{}") }

    override fun transport(): Transport = OkHttpTransport()

    @AfterTest fun stopToo() = server.close()

    @Test
    fun `runs over the expected OkHttp`() {
        val jar = OkHttpClient::class.java.protectionDomain.codeSource.location.path
        assertTrue(jar.endsWith("-${System.getProperty("okhttp.expected", "4.12.0")}.jar"), jar)
    }

    @Test
    fun `control, the default sends twice`() {
        val client = OkHttpClient()
        for (cut in listOf<(Socket) -> Unit>({ it.close() }, RawServer::reset)) {
            assertEquals(200, status(client))
            server.received().clear()
            server.respond { socket, _ -> if (server.received().size == 1) cut(socket) else answer(socket, 200, "{}") }
            assertEquals(200, status(client), "the program sees a success")
            assertEquals(2, server.received().size)
        }
    }

    @Test
    fun `control, the default sends again after 503`() {
        server.respond { socket, _ -> answer(socket, 503, "", "Retry-After: 0") }
        status(OkHttpClient())
        assertEquals(2, server.received().size)
    }

    @Test
    fun `an authenticator and an interceptor send no second time`() {
        val secondTime = Interceptor { chain ->
            chain.proceed(chain.request()).close()
            chain.proceed(chain.request())
        }
        val password = Credentials.basic("user", "password")
        val clients =
            listOf(
                OkHttpClient.Builder().addInterceptor(secondTime),
                OkHttpClient.Builder().authenticator { _, response ->
                    response.request.newBuilder().header("Authorization", password).build()
                },
            )
        server.respond { socket, _ -> answer(socket, 401, "") }
        for (client in clients) {
            server.received().clear()
            assertFalse(Exchange.of(OkHttpTransport(client.build()), request()).isNotSent)
            assertEquals(1, server.received().size)
        }
    }

    @Test
    fun `a client of its own sends once too`() {
        val client = OkHttpClient.Builder().forBillwire().forBillwire().build()
        assertEquals(1, client.interceptors.size)
        assertEquals(200, status(client))
        server.respond { socket, _ -> socket.close() }
        assertFailsWith<IOException> { status(client) }
        server.respond { socket, _ -> answer(socket, 503, "", "Retry-After: 0") }
        assertEquals(503, status(client))
        assertEquals(3, server.received().size)
        assertTrue(server.received().all { it.body() == "{}" })
    }

    private fun status(client: OkHttpClient): Int =
        client.newCall(Request.Builder().url(server.url()).post("{}".toRequestBody()).build()).execute().use { it.code }

    private fun request() = OneTimeRequest("POST", server.url(), emptyMap(), "{}", 5_000, 100)
}
