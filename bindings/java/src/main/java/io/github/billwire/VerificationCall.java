// Generated from bindings/src and the operations of core by `cargo xtask generate`. Do not edit.
package io.github.billwire;

import java.util.List;

/** Final request that asks for the status of a transaction (section 4.3). It prints neither credentials nor body. */
public final class VerificationCall implements AutoCloseable {
    private final HttpRequest request;
    private final Deferred<io.github.billwire.ffi.VerificationCall> ffi;

    VerificationCall(io.github.billwire.ffi.PreparedVerification prepared) {
        request = Conversions.of(prepared.request());
        ffi = Deferred.of(prepared.call(), io.github.billwire.ffi.VerificationCall::close);
    }

    /** Makes the call of a request that the fast path has written. */
    VerificationCall(HttpRequest request, io.github.billwire.ffi.Biller decoder) {
        this.request = request;
        ffi = new Deferred<>(
                () -> io.github.billwire.ffi.VerificationCall.ofWritten(decoder, Values.sensitive(request.body())),
                io.github.billwire.ffi.VerificationCall::close);
    }

    /** Returns the request. Send it unchanged, and do not follow redirects. */
    public HttpRequest request() {
        return request;
    }

    /** Returns findings to review before sending. */
    public List<Finding> warnings() {
        var made = ffi.ifMade();
        return made == null ? List.of() : Values.list(made.warnings(), it -> Conversions.of(it));
    }

    /** Returns the operation. */
    public OperationName operation() {
        return Conversions.of(ffi.get().operation());
    }

    /**
     * Returns the meaning of the answer.
     *
     * @throws BillwireException.Rejected if the service refused
     * @throws BillwireException.Undetermined if the outcome is unknown
     * @throws BillwireException.Unreadable if the body does not have the response's shape
     */
    public VerificationResponse decode(int status, byte[] body) throws BillwireException {
        var httpStatus = new io.github.billwire.ffi.Int32(status);
        return NativeLibrary.read(body, bytes -> Conversions.of(ffi.get().decode(httpStatus, bytes)));
    }

    /** Returns the error for a request that brought no answer. Read its next step before you send again. */
    public BillwireException noAnswer(Sent sent) {
        return BillwireException.of(ffi.get().noAnswer(Conversions.ffi(sent)));
    }

    /** Releases the native memory. The call cannot be used afterwards. */
    @Override
    public void close() {
        ffi.close();
    }

    /** Returns the call without credentials and body. */
    @Override
    public String toString() {
        return "VerificationCall[" + request + "]";
    }
}
