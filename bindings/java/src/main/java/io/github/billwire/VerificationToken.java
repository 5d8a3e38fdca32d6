package io.github.billwire;

/** The access token of transaction verification (section 5.2). It never prints. */
public final class VerificationToken implements AutoCloseable {
    static {
        NativeLibrary.load();
    }

    private final io.github.billwire.ffi.VerificationToken ffi;
    private volatile boolean isClosed;

    /** Takes the secret. billwire checks it where it is configured. */
    public VerificationToken(String secret) {
        this(new io.github.billwire.ffi.VerificationToken(Values.text(secret)));
    }

    VerificationToken(io.github.billwire.ffi.VerificationToken ffi) {
        this.ffi = ffi;
    }

    /** Returns the object to pass to the library. */
    io.github.billwire.ffi.VerificationToken ffi() {
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
