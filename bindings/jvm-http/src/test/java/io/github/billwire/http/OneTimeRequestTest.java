package io.github.billwire.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OneTimeRequestTest {
    @Test
    void givesItsBodyOnce() throws IOException {
        OneTimeRequest request = request("ទឹក");
        assertArrayEquals("ទឹក".getBytes(StandardCharsets.UTF_8), request.takeBody());
        assertThrows(IOException.class, request::takeBody);
        assertEquals(9, request.bodyLength());
    }

    @Test
    void givesNoBodyAfterItsEnd() {
        OneTimeRequest request = request("{}");
        Exchange exchange = Exchange.of(it -> { throw new IOException("reset"); }, request);
        assertTrue(exchange.isNotSent());
        assertThrows(IOException.class, request::takeBody);
    }

    @Test
    void aBodyThatLeftMayHaveArrived() {
        OneTimeRequest request = request("{}");
        Exchange exchange = Exchange.of(it -> { it.takeBody(); throw new java.net.ConnectException("late"); }, request);
        assertFalse(exchange.isNotSent());
    }

    @Test
    void aRuntimeExceptionIsNoAnswer() {
        Exchange exchange = Exchange.of(it -> { throw new IllegalArgumentException("address"); }, request(null));
        assertFalse(exchange.answer().isPresent());
        assertFalse(exchange.isNotSent());
    }

    @Test
    void withoutABodyOnlyConnectingIsCertain() {
        assertTrue(Exchange.of(it -> { throw new java.net.ConnectException("refused"); }, request(null)).isNotSent());
        assertTrue(Exchange.of(it -> { throw new java.net.UnknownHostException("x"); }, request(null)).isNotSent());
        assertFalse(Exchange.of(it -> { throw new java.net.SocketTimeoutException("x"); }, request(null)).isNotSent());
    }

    @Test
    void printsNoSecret() {
        String printed = request("secret-body").toString() + new HttpAnswer(200, new byte[] {65}, null, null);
        assertEquals("OneTimeRequest[POST https://service.example/]HttpAnswer[status=200]", printed);
    }

    @Test
    void refusesALimitBelowOne() {
        Map<String, String> headers = Collections.emptyMap();
        for (int[] limits : new int[][] {{0, 1}, {1, 0}}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> new OneTimeRequest("POST", "https://service.example/", headers, null, limits[0], limits[1]));
        }
    }

    @Test
    void readsUpToTheLimit() throws IOException {
        byte[] body = new byte[20_000];
        assertEquals(20_000, HttpAnswer.read(new ByteArrayInputStream(body), 20_000).length);
        assertThrows(IOException.class, () -> HttpAnswer.read(new ByteArrayInputStream(body), 19_999));
    }

    private static OneTimeRequest request(String body) {
        Map<String, String> headers = Collections.singletonMap("token", "secret-token");
        return new OneTimeRequest("POST", "https://service.example/", headers, body, 1_000, 10);
    }
}
