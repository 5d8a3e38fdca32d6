package io.github.billwire;

/** The token that the sender of a webhook shows (section 5.4). It never prints. */
public final class WebhookToken implements AutoCloseable {
    static {
        NativeLibrary.load();
    }

    final io.github.billwire.ffi.WebhookToken ffi;

    /** Takes the secret. billwire checks it where it is configured. */
    public WebhookToken(String secret) {
        this(new io.github.billwire.ffi.WebhookToken(Values.text(secret)));
    }

    WebhookToken(io.github.billwire.ffi.WebhookToken ffi) {
        this.ffi = ffi;
    }

    /** Gives the library's memory back. The secret is erased as soon as no configured object uses it. */
    @Override
    public void close() {
        ffi.close();
    }

    /** Returns the name of the class and hides the secret. */
    @Override
    public String toString() {
        return ffi.toString();
    }
}
