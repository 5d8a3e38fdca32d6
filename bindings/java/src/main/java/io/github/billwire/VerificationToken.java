package io.github.billwire;

/** The access token of transaction verification (section 5.2). It never prints. */
public final class VerificationToken implements AutoCloseable {
    static {
        NativeLibrary.load();
    }

    final io.github.billwire.ffi.VerificationToken ffi;

    /** Takes the secret. billwire checks it where it is configured. */
    public VerificationToken(String secret) {
        this(new io.github.billwire.ffi.VerificationToken(Values.text(secret)));
    }

    VerificationToken(io.github.billwire.ffi.VerificationToken ffi) {
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
