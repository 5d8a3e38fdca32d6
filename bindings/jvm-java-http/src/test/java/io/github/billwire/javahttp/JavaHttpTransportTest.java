package io.github.billwire.javahttp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.billwire.http.Exchange;
import io.github.billwire.http.OneTimeRequest;
import io.github.billwire.http.Transport;
import io.github.billwire.vectors.http.RawServer;
import io.github.billwire.vectors.http.TransportCases;
import java.net.Authenticator;
import java.net.PasswordAuthentication;
import java.net.http.HttpClient;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JavaHttpTransportTest extends TransportCases {
    @Override
    protected Transport transport() {
        return new JavaHttpTransport();
    }

    /** Sometimes it says no more than that no byte came. Then the request counts as one that may have been received. */
    @Override
    protected int handshakesForAReason() {
        return 20;
    }

    @Test
    void refusesAClientThatFollowsRedirects() {
        HttpClient client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
        assertThrows(IllegalArgumentException.class, () -> new JavaHttpTransport(client));
    }

    @Test
    void anAuthenticatorSendsNoSecondTime() {
        HttpClient client = HttpClient.newBuilder().authenticator(new Password()).build();
        try (RawServer server = new RawServer((socket, request) ->
                RawServer.answer(socket, 401, "", "WWW-Authenticate: Basic realm=\"a\""))) {
            assertEquals(2, sentPlainly(client, server), "the client itself sends twice");
            server.received().clear();
            OneTimeRequest request = new OneTimeRequest("POST", server.url(), Map.of(), "{}", 5_000, 100);
            assertFalse(Exchange.of(new JavaHttpTransport(client), request).isNotSent());
            assertEquals(1, server.received().stream().filter(it -> it.body().equals("{}")).count());
        }
    }

    private static long sentPlainly(HttpClient client, RawServer server) {
        try {
            var request = java.net.http.HttpRequest.newBuilder(java.net.URI.create(server.url()));
            client.send(
                    request.POST(java.net.http.HttpRequest.BodyPublishers.ofString("{}")).build(),
                    java.net.http.HttpResponse.BodyHandlers.discarding());
        } catch (java.io.IOException | InterruptedException error) {
            // "too many authentication attempts": what the server received counts.
        }
        return Math.min(2, server.received().stream().filter(it -> it.body().equals("{}")).count());
    }

    private static final class Password extends Authenticator {
        @Override
        protected PasswordAuthentication getPasswordAuthentication() {
            return new PasswordAuthentication("user", "password".toCharArray());
        }
    }
}
