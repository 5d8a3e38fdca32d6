package io.github.billwire.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalLong;

/** Answer to a request. It does not print its body. */
public final class HttpAnswer {
    private static final int CHUNK = 8_192;

    private final int status;
    private final byte[] body;
    private final OptionalLong retryAfterMillis;

    /**
     * Takes an answer.
     *
     * @param retryAfter the header {@code Retry-After}, or null
     * @param date the header {@code Date}, or null
     */
    public HttpAnswer(int status, byte[] body, String retryAfter, String date) {
        this.status = status;
        this.body = body;
        this.retryAfterMillis = RetryAfter.millis(retryAfter, date, System.currentTimeMillis());
    }

    /**
     * Reads a body to its end.
     *
     * @throws IOException if it is longer than {@code maxBytes}, of which the rest is not read
     */
    public static byte[] read(InputStream body, int maxBytes) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK];
        for (int length = body.read(chunk); length >= 0; length = body.read(chunk)) {
            if (length > maxBytes - read.size()) throw tooLong(maxBytes);
            read.write(chunk, 0, length);
        }
        return read.toByteArray();
    }

    /** Returns the exception for an answer that is longer than its limit. */
    public static IOException tooLong(int maxBytes) {
        return new IOException("the answer is longer than " + maxBytes + " bytes");
    }

    /** Returns the HTTP status. */
    public int status() {
        return status;
    }

    /** Returns the body, as received. */
    public byte[] body() {
        return body;
    }

    /** Returns the milliseconds to wait before another request, by the header {@code Retry-After}. */
    public OptionalLong retryAfterMillis() {
        return retryAfterMillis;
    }

    /** Returns the status alone. */
    @Override
    public String toString() {
        return "HttpAnswer[status=" + status + "]";
    }
}
