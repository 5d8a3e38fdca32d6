package io.github.billwire;

/** The confirmation of a webhook: send its call, then decide by the answer. */
public final class Confirmation implements AutoCloseable {
    private final io.github.billwire.ffi.Confirmation ffi;

    Confirmation(io.github.billwire.ffi.Confirmation ffi) {
        this.ffi = ffi;
    }

    /** Returns the verification to send. */
    public VerificationCall call() {
        return new VerificationCall(ffi.call());
    }

    /**
     * Compares the answer with the bill.
     *
     * @throws BillwireException as {@link VerificationCall#decode} does: then nothing is known yet
     */
    public Verdict decide(int status, byte[] body) throws BillwireException {
        var httpStatus = new io.github.billwire.ffi.Int32(status);
        return NativeLibrary.read(body, bytes -> Conversions.of(ffi.decide(httpStatus, bytes)));
    }

    /** Gives the library's memory back. */
    @Override
    public void close() {
        ffi.close();
    }
}
