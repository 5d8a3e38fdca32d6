package io.github.billwire;

/** The token that the sender of a webhook shows (section 5.4). It never prints. */
public final class WebhookToken implements AutoCloseable {
    static {
        NativeLibrary.load();
    }

    private final io.github.billwire.ffi.WebhookToken ffi;
    private volatile boolean isClosed;

    /** Takes the secret. billwire checks it where it is configured. */
    public WebhookToken(String secret) {
        this(new io.github.billwire.ffi.WebhookToken(Values.text(secret)));
    }

    WebhookToken(io.github.billwire.ffi.WebhookToken ffi) {
        this.ffi = ffi;
    }

    /** Returns the object to pass to the library. */
    io.github.billwire.ffi.WebhookToken ffi() {
        NativeLibrary.checkOpen(isClosed);
        return ffi;
    }

    /** Gives the library's memory back. The secret is erased as soon as no configured object uses it. */
    @Override
    public void close() {
        isClosed = true;
        ffi.close();
    }

    /** Returns the name of the class and hides the secret. */
    @Override
    public String toString() {
        return ffi.toString();
    }
}
