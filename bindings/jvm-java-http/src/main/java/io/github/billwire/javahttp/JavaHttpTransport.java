package io.github.billwire.javahttp;

import io.github.billwire.http.HttpAnswer;
import io.github.billwire.http.OneTimeRequest;
import io.github.billwire.http.Transport;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Transport over the JDK's own HTTP client. Its threads end when it is no longer reachable. */
public final class JavaHttpTransport implements Transport {
    private final HttpClient client;

    /** Makes a client of its own, over HTTP/1.1. */
    public JavaHttpTransport() {
        this(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
    }

    /**
     * Takes a client, for example one with a proxy or certificates of your own.
     *
     * @throws IllegalArgumentException if the client follows redirects
     */
    public JavaHttpTransport(HttpClient client) {
        if (client.followRedirects() != HttpClient.Redirect.NEVER) {
            throw new IllegalArgumentException("the client follows redirects: expected HttpClient.Redirect.NEVER");
        }
        this.client = client;
    }

    /** Sends a request once. A client that asks for the body a second time gets an exception. */
    @Override
    public HttpAnswer send(OneTimeRequest request) throws IOException, InterruptedException {
        int maxBytes = request.maxBytes();
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request(request), info -> new LimitedBody(maxBytes));
        try {
            return answer(answer.get(request.timeoutMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException error) {
            throw new HttpTimeoutException("no answer within " + request.timeoutMillis() + " ms");
        } catch (ExecutionException error) {
            Throwable cause = error.getCause();
            throw cause instanceof IOException ? (IOException) cause : new IOException(cause);
        } finally {
            answer.cancel(true); // releases the connection; an answer that was read ignores it
        }
    }

    private static HttpRequest request(OneTimeRequest request) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create(request.url()))
                .timeout(Duration.ofMillis(request.timeoutMillis()))
                .method(request.method(), request.hasBody() ? new OneTimeBody(request) : BodyPublishers.noBody());
        request.headers().forEach(builder::header);
        return builder.build();
    }

    private static HttpAnswer answer(HttpResponse<byte[]> response) {
        String retryAfter = response.headers().firstValue("Retry-After").orElse(null);
        String date = response.headers().firstValue("Date").orElse(null);
        return new HttpAnswer(response.statusCode(), response.body(), retryAfter, date);
    }
}
