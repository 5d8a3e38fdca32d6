package io.github.billwire.okhttp

import io.github.billwire.*
import io.github.billwire.okhttp.RawServer.Companion.answer
import java.io.IOException
import java.util.concurrent.CountDownLatch
import java.util.concurrent.ExecutorService
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicInteger
import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertIs
import kotlin.test.assertTrue
import okhttp3.Dispatcher
import okhttp3.Interceptor
import okhttp3.OkHttpClient
import okhttp3.Request
import okhttp3.RequestBody.Companion.toRequestBody
import okio.Buffer
import org.junit.jupiter.api.condition.EnabledForJreRange
import org.junit.jupiter.api.condition.JRE

/** Additions of a program to its client: interceptors, which have the caller's context, and an executor. */
class InterceptorTest {
    private val server = RawServer()
    private val bill = testBill()
    private val reads = Interceptor { chain ->
        chain.request().body?.writeTo(Buffer())
        chain.proceed(chain.request())
    }

    @AfterTest fun stop() = server.close()

    @Test
    fun `interceptors may read the body and replace it`() {
        val replaces = Interceptor { chain ->
            val request = chain.request()
            val copy = Buffer().also { checkNotNull(request.body).writeTo(it) }.readByteString().toRequestBody()
            // Without the tags of the request that it was given, too.
            chain.proceed(Request.Builder().url(request.url).headers(request.headers).post(copy).build())
        }
        for (interceptor in listOf(reads, replaces)) {
            val call = biller().prepareSettlement(bill)
            assertIs<SettlementOutcome.Settled>(sender(interceptor).send(call))
            assertEquals(call.request().body?.text, server.received.single().body)
            server.received.clear()
        }
    }

    @Test
    fun `a failure of an interceptor before the request leaves is certainly no`() {
        val before = Interceptor { throw IOException("an interceptor of the program fails") }
        val after = Interceptor { chain ->
            chain.proceed(chain.request()).close()
            throw IOException("it fails later")
        }
        for ((interceptor, expected) in listOf(before to NextStep.SEND_AGAIN, after to NextStep.VERIFY_FIRST)) {
            val error =
                assertFailsWith<BillwireException> { sender(reads, interceptor).send(biller().prepareSettlement(bill)) }
            assertEquals(expected, error.nextStep())
        }
        assertEquals(1, server.received.size)
    }

    @Test
    fun `interceptors have the caller's context, and network interceptors the executor's`() {
        val tenant = ThreadLocal<String>()
        val seen = mutableListOf<String?>()
        val sees = Interceptor { chain ->
            seen += tenant.get()
            chain.proceed(chain.request())
        }
        val executor = Contextual(tenant)
        val client =
            OkHttpClient.Builder()
                .dispatcher(Dispatcher(executor))
                .addInterceptor(sees)
                .addNetworkInterceptor(sees)
                .build()
        val sender = HttpSender(client)
        for (name in listOf("A", "B")) {
            Thread {
                    tenant.set(name)
                    sender.send(biller().prepareSettlement(bill))
                }
                .apply {
                    start()
                    join()
                }
        }
        executor.shutdown()
        assertEquals(listOf<String?>("A", "A", "B", "B"), seen)
    }

    @Test
    fun `a call is sent once in its life`() {
        val (sender, call) = sender() to biller().prepareSettlement(bill)
        assertIs<SettlementOutcome.Settled>(sender.send(call))
        for (other in listOf(sender, sender())) {
            val error = assertFailsWith<BillwireException> { other.send(call) }
            assertEquals(NextStep.VERIFY_FIRST to Code.ALREADY_SENT, error.nextStep() to error.code())
        }
        assertEquals(1, server.received.size)
        val onboarding = biller().prepareOnboarding(Onboarding("S-1", "Store"))
        repeat(2) { sender.send(onboarding) }
    }

    @Test
    fun `a call that was not sent, or refused as too early, may be sent again`() {
        val (sender, call) = sender() to biller().prepareSettlement(bill)
        server.respond = { socket, _ -> answer(socket, 429, "{}") }
        repeat(2) {
            assertEquals(NextStep.SEND_AGAIN, assertFailsWith<BillwireException> { sender.send(call) }.nextStep())
        }
        server.respond = RawServer::succeed
        val fails = Interceptor { throw IOException("not yet") }
        assertFailsWith<BillwireException> { sender(fails).send(call) }
        assertIs<SettlementOutcome.Settled>(sender.send(call))
        assertEquals(3, server.received.size)
    }

    /** A program that repeats what failed inside of `send` would pay twice. */
    @Test
    fun `a flow's settlement is sent once, and its verification as often as asked`() {
        server.respond = { socket, request -> if (request.isSettlement) socket.close() else answer(socket, 200, FOUND) }
        val sender = sender()
        val policy = SettlementPolicy(pauseMs = 1, longestPauseMs = 1, inFlightMs = 5_000)
        val twice = FlowSender { request -> runCatching { sender.send(request) }.getOrElse { sender.send(request) } }
        val run = biller().settlementFlow(bill, policy).runBlocking(Stored(), twice)
        assertIs<SettlementEnding.Settled>(assertIs<SettlementRun.Ended>(run).ending)
        assertEquals(listOf(true, false), server.received.map { it.isSettlement })
    }

    /** Each would take a thread of the executor, and an interrupt ends it all the same. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    fun `virtual threads take no threads of the executor`() {
        val tasks = AtomicInteger()
        val executor = Contextual(ThreadLocal(), tasks)
        val sender = HttpSender(OkHttpClient.Builder().dispatcher(Dispatcher(executor)).build())
        val isReceived = CountDownLatch(20)
        server.respond = { _, _ ->
            isReceived.countDown()
            Thread.sleep(60_000)
        }
        val start = Thread::class.java.getMethod("startVirtualThread", Runnable::class.java)
        val ended = List(20) { arrayOfNulls<Throwable>(1) }
        val threads = ended.map { end ->
            val work = Runnable {
                end[0] = runCatching { sender.send(biller().prepareSettlement(bill)) }.exceptionOrNull()
            }
            start.invoke(null, work) as Thread
        }
        assertTrue(isReceived.await(30, TimeUnit.SECONDS))
        threads.forEach { it.interrupt() }
        threads.forEach { it.join() }
        ended.forEach { assertIs<InterruptedException>(it[0]) }
        assertEquals(0, tasks.get())
        executor.shutdown()
    }

    private fun sender(vararg interceptors: Interceptor) =
        HttpSender(OkHttpClient.Builder().apply { interceptors.forEach { addInterceptor(it) } }.build())

    private fun biller() = testBiller(server.url)

    /** Executor that passes a thread's context on, as programs wrap theirs. */
    private class Contextual(
        private val context: ThreadLocal<String>,
        private val tasks: AtomicInteger = AtomicInteger(),
        private val threads: ExecutorService = Executors.newCachedThreadPool(),
    ) : ExecutorService by threads {
        override fun execute(command: Runnable) {
            val value = context.get()
            tasks.incrementAndGet()
            threads.execute {
                context.set(value)
                command.run()
            }
        }
    }
}
