package io.github.billwire;

/** The lookup of a settlement: send its call, then decide by the answer. */
public final class Lookup implements AutoCloseable {
    private final io.github.billwire.ffi.Lookup ffi;

    Lookup(io.github.billwire.ffi.Lookup ffi) {
        this.ffi = ffi;
    }

    /** Returns the verification to send. */
    public VerificationCall call() {
        return new VerificationCall(ffi.call());
    }

    /** Returns the state of the bill. An answer that is no success is {@link LookupVerdict.Unclear}. */
    public LookupVerdict decide(int status, byte[] body) {
        var httpStatus = new io.github.billwire.ffi.Int32(status);
        return NativeLibrary.lend(body, bytes -> Conversions.of(ffi.decide(httpStatus, bytes)));
    }

    /** Gives the library's memory back. */
    @Override
    public void close() {
        ffi.close();
    }

    /** Returns the lookup without credentials and body. */
    @Override
    public String toString() {
        return ffi.toString();
    }
}
