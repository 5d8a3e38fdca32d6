package io.github.billwire.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Optional;

/** One attempt to send a request: its answer, or its failure and whether the request may have arrived. */
public final class Exchange {
    private final HttpAnswer answer;
    private final Exception failure;
    private final boolean withheld;
    private final long nanos;

    private Exchange(HttpAnswer answer, Exception failure, boolean withheld, long nanos) {
        this.answer = answer;
        this.failure = failure;
        this.withheld = withheld;
        this.nanos = nanos;
    }

    /** Sends a request, and ends the attempt: after it, nothing more of the request leaves. */
    public static Exchange of(Transport transport, OneTimeRequest request) {
        long started = System.nanoTime();
        try {
            HttpAnswer answer = transport.send(request);
            return new Exchange(answer, null, false, System.nanoTime() - started);
        } catch (IOException | InterruptedException | RuntimeException failure) {
            boolean withheld = request.hasBody() ? request.withhold() : neverConnected(failure);
            return new Exchange(null, failure, withheld, System.nanoTime() - started);
        }
    }

    /** Returns the answer, if there is one. */
    public Optional<HttpAnswer> answer() {
        return Optional.ofNullable(answer);
    }

    /** Returns the exception of the HTTP client, if there is no answer. */
    public Optional<Exception> failure() {
        return Optional.ofNullable(failure);
    }

    /**
     * Returns whether the request has certainly not reached the service: no byte of its body left. Without a body, only an
     * exception of the attempt to connect is certain.
     */
    public boolean isNotSent() {
        return withheld;
    }

    /** Returns the duration in nanoseconds. */
    public long nanos() {
        return nanos;
    }

    private static boolean neverConnected(Exception failure) {
        return failure instanceof ConnectException || failure instanceof UnknownHostException;
    }
}
