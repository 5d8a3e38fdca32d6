// Generated from bindings/src and the operations of core by `cargo xtask generate`. Do not edit.
package io.github.billwire;

/** Prepares requests, and decodes answers. It sends nothing itself and prints no secret. Threads may share it. */
public final class Biller implements AutoCloseable {
    private final io.github.billwire.ffi.Biller ffi;
    private final BillerFastPath fastPath;
    private volatile boolean isClosed;

    /**
     * Validates the settings.
     *
     * @throws BillwireException.InvalidConfig with all violations
     */
    public Biller(BillerConfig config) throws BillwireException {
        this(NativeLibrary.call(() -> new io.github.billwire.ffi.Biller(Conversions.ffi(config))));
    }

    private Biller(io.github.billwire.ffi.Biller ffi) {
        this.ffi = ffi;
        fastPath = new BillerFastPath(ffi);
    }

    /** Returns the object to pass to the library. */
    io.github.billwire.ffi.Biller ffi() {
        NativeLibrary.checkOpen(isClosed);
        return ffi;
    }

    /**
     * Prepares the call that registers a sub biller (section 4.1).
     *
     * @throws BillwireException.InvalidRequest with all violations
     * @throws BillwireException.MissingCredential without a credential that the operation needs
     */
    public OnboardingCall prepareOnboarding(Onboarding request) throws BillwireException {
        HttpRequest written = fastPath.prepare(OperationName.ONBOARDING, packet -> Packets.add(packet, request));
        if (written != null) return new OnboardingCall(written, fastPath.decoder());
        return new OnboardingCall(NativeLibrary.call(() -> ffi.prepareOnboarding(Conversions.ffi(request))));
    }

    /**
     * Prepares the same call from the text of a JSON object, with the names of section 2.1.
     *
     * @throws BillwireException.InvalidRequest with all violations, wrong types and unknown keys included
     * @throws BillwireException.MissingCredential without a credential that the operation needs
     */
    public OnboardingCall prepareOnboardingJson(String json) throws BillwireException {
        return new OnboardingCall(NativeLibrary.call(() -> ffi.prepareOnboardingJson(Values.text(json))));
    }

    /**
     * Prepares the call that pushes a signed bill and settles it (section 4.2).
     *
     * @throws BillwireException.InvalidRequest with all violations
     * @throws BillwireException.MissingCredential without a credential that the operation needs
     */
    public SettlementCall prepareSettlement(Settlement bill) throws BillwireException {
        HttpRequest written = fastPath.prepare(OperationName.SETTLEMENT, packet -> Packets.add(packet, bill));
        if (written != null) return new SettlementCall(written, fastPath.decoder());
        return new SettlementCall(NativeLibrary.call(() -> ffi.prepareSettlement(Conversions.ffi(bill))));
    }

    /**
     * Prepares the same call from the text of a JSON object, with the names of section 2.3.
     *
     * @throws BillwireException.InvalidRequest with all violations, wrong types and unknown keys included
     * @throws BillwireException.MissingCredential without a credential that the operation needs
     */
    public SettlementCall prepareSettlementJson(String json) throws BillwireException {
        return new SettlementCall(NativeLibrary.call(() -> ffi.prepareSettlementJson(Values.text(json))));
    }

    /**
     * Prepares the call that asks for the status of a transaction (section 4.3).
     *
     * @throws BillwireException.InvalidRequest with all violations
     * @throws BillwireException.MissingCredential without a credential that the operation needs
     */
    public VerificationCall prepareVerification(Verification request) throws BillwireException {
        HttpRequest written = fastPath.prepare(OperationName.VERIFICATION, packet -> Packets.add(packet, request));
        if (written != null) return new VerificationCall(written, fastPath.decoder());
        return new VerificationCall(NativeLibrary.call(() -> ffi.prepareVerification(Conversions.ffi(request))));
    }

    /**
     * Prepares the same call from the text of a JSON object, with the names of section 2.5.
     *
     * @throws BillwireException.InvalidRequest with all violations, wrong types and unknown keys included
     * @throws BillwireException.MissingCredential without a credential that the operation needs
     */
    public VerificationCall prepareVerificationJson(String json) throws BillwireException {
        return new VerificationCall(NativeLibrary.call(() -> ffi.prepareVerificationJson(Values.text(json))));
    }

    /**
     * Returns the same biller with another bearer token. Both share the prepared key.
     *
     * @throws BillwireException.InvalidConfig if no header can hold the token
     */
    public Biller withBearer(BearerToken bearer) throws BillwireException {
        return new Biller(NativeLibrary.call(() -> ffi.withBearer(bearer.ffi())));
    }

    /** Returns the error for a request of an operation that brought no answer. Read its next step. */
    public BillwireException noAnswer(OperationName operation, Sent sent) {
        return BillwireException.of(ffi.noAnswer(Conversions.ffi(operation), Conversions.ffi(sent)));
    }

    /**
     * Prepares the lookup that finds out whether a bill is settled. The profile says how a settlement is found.
     *
     * @throws BillwireException.InvalidConfig if the profile sets no settlement lookup
     * @throws BillwireException.InvalidRequest with all violations of the bill
     * @throws BillwireException.MissingCredential without the token that verification sends
     */
    public Lookup prepareSettlementLookup(Settlement bill) throws BillwireException {
        return new Lookup(NativeLibrary.call(() -> ffi.prepareSettlementLookup(Conversions.ffi(bill))));
    }

    /**
     * Prepares a call of one of the operations that the interface names without a shape (section 4.5).
     *
     * @throws BillwireException.InvalidRequest with all violations
     * @throws BillwireException.MissingCredential without the credential that the request selects
     */
    public UntypedCall prepareOperation(OperationName operation, UntypedRequest request) throws BillwireException {
        return new UntypedCall(
                NativeLibrary.call(() -> ffi.prepareOperation(Conversions.ffi(operation), Conversions.ffi(request))));
    }

    /**
     * Decodes an answer of Onboarding whose call is not at hand.
     *
     * @throws BillwireException.Rejected if the service refused
     * @throws BillwireException.Undetermined if the outcome is unknown
     * @throws BillwireException.Unreadable if the body does not have the response's shape
     */
    public OnboardingResponse decodeOnboarding(int status, byte[] body) throws BillwireException {
        var httpStatus = new io.github.billwire.ffi.Int32(status);
        return NativeLibrary.read(body, bytes -> Conversions.of(ffi.decodeOnboarding(httpStatus, bytes)));
    }

    /**
     * Decodes an answer of Settle Payment whose call is not at hand.
     *
     * @throws BillwireException.Rejected if the service refused
     * @throws BillwireException.Undetermined if the outcome is unknown
     * @throws BillwireException.Unreadable if the body does not have the response's shape
     */
    public SettlementOutcome decodeSettlement(int status, byte[] body) throws BillwireException {
        var httpStatus = new io.github.billwire.ffi.Int32(status);
        return NativeLibrary.read(body, bytes -> Conversions.of(ffi.decodeSettlement(httpStatus, bytes)));
    }

    /**
     * Decodes an answer of Transaction Verification whose call is not at hand.
     *
     * @throws BillwireException.Rejected if the service refused
     * @throws BillwireException.Undetermined if the outcome is unknown
     * @throws BillwireException.Unreadable if the body does not have the response's shape
     */
    public VerificationResponse decodeVerification(int status, byte[] body) throws BillwireException {
        var httpStatus = new io.github.billwire.ffi.Int32(status);
        return NativeLibrary.read(body, bytes -> Conversions.of(ffi.decodeVerification(httpStatus, bytes)));
    }

    /** Releases the native memory. The biller cannot be used afterwards, but its calls can. */
    @Override
    public void close() {
        isClosed = true;
        ffi.close();
        fastPath.close();
    }

    /** Returns the settings without their secrets. */
    @Override
    public String toString() {
        return ffi.toString();
    }
}
