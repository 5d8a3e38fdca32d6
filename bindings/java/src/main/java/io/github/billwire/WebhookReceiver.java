package io.github.billwire;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Receives webhooks of one variant (sections 2.7 and 4.4). */
public final class WebhookReceiver implements AutoCloseable {
    static {
        NativeLibrary.load();
    }

    private final io.github.billwire.ffi.WebhookReceiver ffi;
    private final ReceiverFastPath fastPath;
    private volatile boolean isClosed;

    private WebhookReceiver(io.github.billwire.ffi.WebhookReceiver ffi, WebhookAuthentication authentication) {
        this.ffi = ffi;
        fastPath = new ReceiverFastPath(ffi, authentication);
    }

    /** Returns the object to pass to the library. */
    io.github.billwire.ffi.WebhookReceiver ffi() {
        NativeLibrary.checkOpen(isClosed);
        return ffi;
    }

    /**
     * Returns a receiver of the merchant-proxy variant, with the default limits. A sender shows one of the tokens; use
     * several while one is replaced.
     *
     * @throws BillwireException.InvalidConfig if there is no token, or one that cannot stand in a header
     */
    public static WebhookReceiver merchantProxy(List<WebhookToken> tokens) throws BillwireException {
        return merchantProxy(tokens, null);
    }

    /**
     * Returns a receiver of the merchant-proxy variant. A sender shows one of the tokens; use several while one is
     * replaced.
     *
     * @throws BillwireException.InvalidConfig if there is no token, or one that cannot stand in a header, or for a limit
     *     below 1
     */
    public static WebhookReceiver merchantProxy(List<WebhookToken> tokens, @Nullable WebhookLimits limits)
            throws BillwireException {
        var ffi = NativeLibrary.call(() ->
                io.github.billwire.ffi.WebhookReceiver.merchantProxy(Values.list(tokens, it -> it.ffi()), lowered(limits)));
        return new WebhookReceiver(ffi, WebhookAuthentication.TOKEN);
    }

    /** Returns a receiver of the checkout variant, with the default limits. Its senders are not authenticated. */
    public static WebhookReceiver checkout() {
        return new WebhookReceiver(
                io.github.billwire.ffi.WebhookReceiver.checkout(), WebhookAuthentication.UNAUTHENTICATED);
    }

    /**
     * Returns a receiver of the checkout variant. Its senders are not authenticated.
     *
     * @throws BillwireException.InvalidConfig for a limit below 1
     */
    public static WebhookReceiver checkout(WebhookLimits limits) throws BillwireException {
        var ffi = NativeLibrary.call(() ->
                io.github.billwire.ffi.WebhookReceiver.checkoutWithLimits(Conversions.ffi(limits)));
        return new WebhookReceiver(ffi, WebhookAuthentication.UNAUTHENTICATED);
    }

    /**
     * Checks the sender, then reads the body. Pass the raw bytes; header names may be in any case.
     *
     * @throws BillwireException.Unauthenticated if no expected token is shown, with the response to give
     * @throws BillwireException.InvalidWebhook if the body cannot be read, with the response to give
     */
    public WebhookEvent receive(Map<String, List<String>> headers, byte[] body) throws BillwireException {
        WebhookEvent event = fastPath.receive(headers, body);
        if (event != null) return event;
        var lines = Values.webhookHeaders(headers);
        return NativeLibrary.read(body, bytes -> new WebhookEvent(ffi.receive(lines, bytes)));
    }

    /** Gives the library's memory back. */
    @Override
    public void close() {
        isClosed = true;
        ffi.close();
    }

    /** Returns the settings and hides the tokens. */
    @Override
    public String toString() {
        return ffi.toString();
    }

    private static io.github.billwire.ffi.@Nullable WebhookLimits lowered(@Nullable WebhookLimits limits) {
        return limits == null ? null : Conversions.ffi(limits);
    }
}
