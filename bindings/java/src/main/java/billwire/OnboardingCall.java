package billwire;

import java.util.List;

/**
 * The registration of a sub biller (section 4.1). Send its {@link #request} as it is, then {@link #decode} the answer.
 * It is final and prints neither credentials nor body.
 */
public final class OnboardingCall implements AutoCloseable {
    private final billwire.ffi.OnboardingCall ffi;
    private final HttpRequest request;

    OnboardingCall(billwire.ffi.PreparedOnboarding prepared) {
        ffi = prepared.call();
        request = Conversions.of(prepared.request());
    }

    /** Returns the request to send as it is. Do not follow redirects. */
    public HttpRequest request() {
        return request;
    }

    /** Returns findings to review before sending. */
    public List<Finding> warnings() {
        return Values.list(ffi.warnings(), it -> Conversions.of(it));
    }

    /** Returns the operation that is called. */
    public OperationName operation() {
        return Conversions.of(ffi.operation());
    }

    /**
     * Returns the meaning of the answer.
     *
     * @throws BillwireException.Rejected if the service refused
     * @throws BillwireException.Undetermined if the outcome is unknown
     * @throws BillwireException.Unreadable if the body does not have the expected shape
     */
    public OnboardingResponse decode(int status, byte[] body) throws BillwireException {
        var httpStatus = new billwire.ffi.HttpStatus(status);
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
