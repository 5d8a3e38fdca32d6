package io.github.billwire;

/**
 * The call of an operation that the interface names without a path or a shape (section 4.5): its answer has no known
 * meaning. It is final and prints neither credentials nor body.
 */
public final class UntypedCall implements AutoCloseable {
    private final io.github.billwire.ffi.UntypedCall ffi;
    private final HttpRequest request;

    UntypedCall(io.github.billwire.ffi.PreparedUntyped prepared) {
        ffi = prepared.call();
        request = Conversions.of(prepared.request());
    }

    /** Returns the request to send as it is. Do not follow redirects. */
    public HttpRequest request() {
        return request;
    }

    /** Returns the operation that is called. */
    public OperationName operation() {
        return Conversions.of(ffi.operation());
    }

    /**
     * Returns the status and the JSON of the answer.
     *
     * @throws BillwireException.Unreadable if the body is not JSON
     */
    public UntypedAnswer decode(int status, byte[] body) throws BillwireException {
        var httpStatus = new io.github.billwire.ffi.Int32(status);
        return NativeLibrary.read(body, bytes -> Conversions.of(ffi.decode(httpStatus, bytes)));
    }

    /** Returns the error, with its next step, for a request without an answer. */
    public BillwireException noAnswer(Sent sent) {
        return BillwireException.of(ffi.noAnswer(Conversions.ffi(sent)));
    }

    /** Gives the library's memory back. */
    @Override
    public void close() {
        ffi.close();
    }

    /** Returns the call without credentials and body. */
    @Override
    public String toString() {
        return ffi.toString();
    }
}
