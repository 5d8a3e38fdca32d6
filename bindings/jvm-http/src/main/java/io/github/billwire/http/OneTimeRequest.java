package io.github.billwire.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Request whose body leaves at most once. An HTTP client that repeats a request asks for the body a second time, and gets an
 * exception.
 *
 * <p>It prints neither credentials nor body.
 */
public final class OneTimeRequest {
    private enum Body {
        WAITING,
        TAKEN,
        WITHHELD
    }

    private final String method;
    private final String url;
    private final Map<String, String> headers;
    private final byte[] body;
    private final long timeoutMillis;
    private final int maxBytes;
    private final AtomicReference<Body> state = new AtomicReference<>(Body.WAITING);

    /**
     * Takes a request and its limits.
     *
     * @param body text to send, or null for a request without a body
     * @param timeoutMillis milliseconds for the whole attempt, to the last byte of the answer
     * @param maxBytes largest answer in bytes
     * @throws IllegalArgumentException if a limit is below 1
     */
    public OneTimeRequest(
            String method, String url, Map<String, String> headers, String body, long timeoutMillis, int maxBytes) {
        if (timeoutMillis < 1) throw new IllegalArgumentException("the time-out is below 1 ms");
        if (maxBytes < 1) throw new IllegalArgumentException("the limit of an answer is below 1 byte");
        this.method = method;
        this.url = url;
        this.headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        this.body = body == null ? null : body.getBytes(StandardCharsets.UTF_8);
        this.timeoutMillis = timeoutMillis;
        this.maxBytes = maxBytes;
    }

    /** Returns the HTTP method. */
    public String method() {
        return method;
    }

    /** Returns the address. */
    public String url() {
        return url;
    }

    /** Returns the headers, with the credentials. */
    public Map<String, String> headers() {
        return headers;
    }

    /** Returns whether the request has a body. */
    public boolean hasBody() {
        return body != null;
    }

    /** Returns the length of the body in bytes. */
    public int bodyLength() {
        return body == null ? 0 : body.length;
    }

    /** Returns the milliseconds for the whole attempt, to the last byte of the answer. */
    public long timeoutMillis() {
        return timeoutMillis;
    }

    /** Returns the largest answer in bytes. */
    public int maxBytes() {
        return maxBytes;
    }

    /**
     * Returns the body to send. Call it when the connection is made, and not before: from here on the request counts as sent.
     *
     * @throws IOException if it was called before, or after the attempt has ended
     */
    public byte[] takeBody() throws IOException {
        if (body == null) throw new IllegalStateException("the request has no body");
        if (!state.compareAndSet(Body.WAITING, Body.TAKEN)) throw new IOException("a request is sent once");
        return body.clone();
    }

    /** Ends the attempt. Returns whether the body has certainly not left, and now never will. */
    boolean withhold() {
        return body != null && state.compareAndSet(Body.WAITING, Body.WITHHELD);
    }

    /** Returns the method and the address alone. */
    @Override
    public String toString() {
        return "OneTimeRequest[" + method + " " + url + "]";
    }
}
