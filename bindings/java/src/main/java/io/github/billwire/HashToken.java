package io.github.billwire;

/** The key of the request signature (section 5.3): its UTF-8 bytes are the key. It never prints. */
public final class HashToken implements AutoCloseable {
    static {
        NativeLibrary.load();
    }

    private final io.github.billwire.ffi.HashToken ffi;
    private volatile boolean isClosed;

    /** Takes the secret. billwire checks it where it is configured. */
    public HashToken(String secret) {
        this(new io.github.billwire.ffi.HashToken(Values.text(secret)));
    }

    HashToken(io.github.billwire.ffi.HashToken ffi) {
        this.ffi = ffi;
    }

    /** Returns the object to pass to the library. */
    io.github.billwire.ffi.HashToken ffi() {
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
