package io.github.billwire;

/** The bearer token of onboarding and settlement (section 5.1), without the word {@code Bearer}. It never prints. */
public final class BearerToken implements AutoCloseable {
    static {
        NativeLibrary.load();
    }

    private final io.github.billwire.ffi.BearerToken ffi;
    private volatile boolean isClosed;

    /** Takes the secret. billwire checks it where it is configured. */
    public BearerToken(String secret) {
        this(new io.github.billwire.ffi.BearerToken(Values.text(secret)));
    }

    BearerToken(io.github.billwire.ffi.BearerToken ffi) {
        this.ffi = ffi;
    }

    /** Returns the object to pass to the library. */
    io.github.billwire.ffi.BearerToken ffi() {
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
