package io.github.billwire;

/** A transaction that matches the bill. Only {@link Confirmation#decide} makes one. */
public final class Confirmed implements AutoCloseable {
    private final io.github.billwire.ffi.Confirmed ffi;

    Confirmed(io.github.billwire.ffi.Confirmed ffi) {
        this.ffi = ffi;
    }

    /**
     * Returns the key under which the transaction pays one bill, once: the verification's {@code tran_id}. Store it under
     * a unique constraint, in the database transaction that credits the bill.
     */
    public String claimKey() {
        return ffi.claimKey();
    }

    /** Returns the transaction as the service has it. */
    public Transaction transaction() {
        return Conversions.of(ffi.transaction());
    }

    /** Gives the library's memory back. */
    @Override
    public void close() {
        ffi.close();
    }
}
