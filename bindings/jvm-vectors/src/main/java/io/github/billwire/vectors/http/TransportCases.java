package io.github.billwire.vectors.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.billwire.http.Exchange;
import io.github.billwire.http.OneTimeRequest;
import io.github.billwire.http.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Duties of every adapter, against servers on bare sockets. */
public abstract class TransportCases {
    private static final String BODY = "{\"ref_id\":\"ទឹក 😀 \"}";
    private static final int LIMIT = 65_536;

    private final RawServer server = new RawServer((socket, request) -> RawServer.answer(socket, 200, "{}"));
    private final Transport transport = transport();

    /** The adapter, as a program makes it. */
    protected abstract Transport transport();

    /** Whether the client always closes the connection of an answer that is too long, and notices that chunks broke off. */
    protected boolean readsStrictly() {
        return true;
    }

    /** Whether the client uses a connection for a second request. */
    protected boolean poolsConnections() {
        return true;
    }

    /** Number of failed handshakes of which the client gives the reason for one, at least. */
    protected int handshakesForAReason() {
        return 1;
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void sendsTheExactTextAndHeaders() {
        assertEquals("{}", text(send(server.url())));
        RawServer.Received request = server.received().get(0);
        assertEquals(BODY, request.body());
        assertTrue(request.head().startsWith("POST /settle HTTP/1.1\r\n"), request.head());
        assertTrue(request.head().contains("token: secret\r\n"), request.head());
        assertTrue(request.head().contains("Content-Type: application/json\r\n"), request.head());
    }

    @Test
    void sendsARequestWithoutABody() {
        Exchange exchange = Exchange.of(transport, new OneTimeRequest("GET", server.url(), Map.of(), null, 5_000, LIMIT));
        assertEquals("{}", text(exchange));
        assertEquals("", server.received().get(0).body());
    }

    @Test
    void aPooledConnectionThatIsCutReceivedOnce() throws Exception {
        cutPooled(Socket::close);
    }

    @Test
    void aPooledConnectionThatIsResetReceivedOnce() throws Exception {
        cutPooled(RawServer::reset);
    }

    @Test
    void noStatusIsSentAgain() throws Exception {
        for (int status : new int[] {400, 401, 408, 421, 425, 429, 500, 502, 503, 504}) {
            server.received().clear();
            server.respond((socket, request) -> RawServer.answer(socket, status, "{}", "Retry-After: 0"));
            assertEquals(status, send(server.url()).answer().orElseThrow().status());
            Thread.sleep(50);
            assertEquals(1, server.received().size(), "HTTP " + status);
        }
    }

    @Test
    void followsNoRedirect() {
        try (RawServer stranger = new RawServer((socket, request) -> RawServer.answer(socket, 200, "{}"))) {
            for (int status : new int[] {301, 302, 303, 307, 308}) {
                String location = "Location: " + stranger.url() + "/elsewhere";
                server.respond((socket, request) -> RawServer.answer(socket, status, "", location));
                assertEquals(status, send(server.url()).answer().orElseThrow().status());
            }
            assertEquals(List.of(), stranger.received());
        }
        assertEquals(5, server.received().size());
    }

    @Test
    void aClosedPortReceivedNothing() {
        server.close();
        assertNotSent(send(server.url()));
    }

    @Test
    void aNameWithoutAnAddressReceivedNothing() {
        assertNotSent(send("https://nobody.invalid"));
    }

    @Test
    void withoutTlsNothingWasReceived() throws IOException {
        try (ServerSocket plain = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> greetAll(plain));
            thread.setDaemon(true);
            thread.start();
            String url = "https://127.0.0.1:" + plain.getLocalPort();
            Exchange exchange = send(url);
            for (int more = handshakesForAReason() - 1; more > 0 && !exchange.isNotSent(); more--) {
                assertTrue(exchange.answer().isEmpty());
                exchange = send(url);
            }
            assertNotSent(exchange);
        }
    }

    @Test
    void aTimeOutOfConnectingReceivedNothing() throws IOException {
        try (SilentServer silent = new SilentServer()) {
            assertNotSent(send(silent.url(), 300));
        }
    }

    @Test
    void aTimeOutOfTheAnswerMayHaveArrived() {
        for (String begun : new String[] {"", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"}) {
            server.received().clear();
            server.respond((socket, request) -> RawServer.write(socket, begun));
            long started = System.nanoTime();
            assertMaybe(send(server.url(), 300));
            assertTrue(System.nanoTime() - started < 5_000_000_000L);
        }
    }

    @Test
    void anAnswerThatBreaksOffMayHaveArrived() {
        for (String broken : new String[] {
            "",
            "220 mail.example ready\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-",
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{"
        }) {
            server.received().clear();
            server.respond((socket, request) -> {
                RawServer.write(socket, broken);
                socket.close();
            });
            Exchange exchange = send(server.url());
            if (broken.contains("chunked") && !readsStrictly() && exchange.answer().isPresent()) {
                assertTrue("{".startsWith(text(exchange)), "what has come is no JSON"); // so it is no success
            } else {
                assertMaybe(exchange);
            }
        }
    }

    @Test
    void readsNoEndlessAnswer() throws InterruptedException {
        for (String head : new String[] {"HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n"}) {
            server.received().clear();
            CountDownLatch closed = new CountDownLatch(1);
            server.respond((socket, request) -> {
                RawServer.write(socket, head);
                try {
                    while (true) RawServer.write(socket, " ".repeat(8_192));
                } catch (IOException end) {
                    closed.countDown();
                }
            });
            assertMaybe(send(server.url()));
            assertTrue(!readsStrictly() || closed.await(5, TimeUnit.SECONDS), "the connection is closed");
        }
    }

    @Test
    void readsAnAnswerUpToTheLimit() {
        server.respond((socket, request) -> RawServer.answer(socket, 200, " ".repeat(LIMIT)));
        assertEquals(LIMIT, text(send(server.url())).length());
        server.respond((socket, request) -> RawServer.answer(socket, 200, " ".repeat(LIMIT + 1)));
        assertTrue(send(server.url()).answer().isEmpty());
    }

    @Test
    void readsTheTimeToWait() {
        server.respond((socket, request) -> RawServer.answer(
                socket, 429, "", "Retry-After: Sat, 31 Jan 2026 12:00:05 GMT", "Date: Sat, 31 Jan 2026 12:00:02 GMT"));
        assertEquals(OptionalLong.of(3_000), send(server.url()).answer().orElseThrow().retryAfterMillis());
    }

    @Test
    void anInterruptEndsTheAttemptAtOnce() throws Exception {
        Thread waiting = Thread.currentThread();
        AtomicLong interrupted = new AtomicLong();
        server.respond((socket, request) -> {
            Thread.sleep(200); // until the client reads
            interrupted.set(System.nanoTime());
            waiting.interrupt();
            Thread.sleep(20_000);
        });
        Exchange exchange = send(server.url(), 20_000);
        assertTrue(System.nanoTime() - interrupted.get() < 2_000_000_000L, "it waited for the answer");
        assertInstanceOf(InterruptedException.class, exchange.failure().orElseThrow());
        assertFalse(exchange.isNotSent());
        assertFalse(Thread.interrupted());
    }

    @Test
    void aWrongAddressReceivedNothing() {
        assertNotSent(send("nowhere"));
    }

    private interface Cut {
        void end(Socket socket) throws IOException;
    }

    private void cutPooled(Cut cut) throws Exception {
        assertEquals("{}", text(send(server.url())));
        Thread.sleep(50); // until the pool has the connection back
        server.respond((socket, request) -> cut.end(socket));
        assertFalse(send(server.url()).isNotSent());
        Thread.sleep(200);
        assertEquals(poolsConnections() ? List.of(1, 1) : List.of(1, 2), server.connections());
    }

    private void assertMaybe(Exchange exchange) {
        assertTrue(exchange.answer().isEmpty());
        assertFalse(exchange.isNotSent(), () -> exchange.failure().toString());
        assertEquals(1, server.received().size());
    }

    private static void assertNotSent(Exchange exchange) {
        assertTrue(exchange.isNotSent(), () -> exchange.failure().toString());
    }

    private Exchange send(String url) {
        return send(url, 5_000);
    }

    private Exchange send(String url, long timeoutMillis) {
        Map<String, String> headers = Map.of("token", "secret", "Content-Type", "application/json");
        return Exchange.of(transport, new OneTimeRequest("POST", url + "/settle", headers, BODY, timeoutMillis, LIMIT));
    }

    private static String text(Exchange exchange) {
        byte[] body = exchange.answer().orElseThrow(() -> new AssertionError(exchange.failure().orElse(null))).body();
        return new String(body, StandardCharsets.UTF_8);
    }

    private static void greetAll(ServerSocket plain) {
        while (!plain.isClosed()) {
            try (Socket socket = plain.accept()) {
                RawServer.write(socket, "220 mail.example ready\r\n");
                socket.getInputStream().readAllBytes();
            } catch (IOException ended) {
                // By the client.
            }
        }
    }
}
