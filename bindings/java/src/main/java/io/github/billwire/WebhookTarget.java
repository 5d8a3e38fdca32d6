package io.github.billwire;

import java.util.List;
import java.util.Map;

/**
 * The sample target of section 4.4, for tests: the header {@code Fail: fail} selects its failing test case, {@code Success:
 * success} or neither the successful one. With both headers it fails.
 */
public final class WebhookTarget implements AutoCloseable {
    private final io.github.billwire.ffi.WebhookTarget ffi;

    /** Makes a target that reads webhooks as the receiver does. */
    public WebhookTarget(WebhookReceiver receiver) {
        ffi = new io.github.billwire.ffi.WebhookTarget(receiver.ffi());
    }

    /**
     * Takes a webhook and returns the response: the receiver's for a webhook that it refuses, 500 in the failing test case,
     * otherwise the acknowledgement of section 2.8.
     */
    public Reply receive(Map<String, List<String>> headers, byte[] body) {
        var lines = Values.webhookHeaders(headers);
        return NativeLibrary.lend(body, bytes -> Conversions.of(ffi.receive(lines, bytes)));
    }

    /** Returns the accepted webhooks in their order. */
    public List<WebhookEvent> events() {
        return Values.list(ffi.events(), WebhookEvent::new);
    }

    /** Gives the library's memory back. */
    @Override
    public void close() {
        ffi.close();
    }
}
