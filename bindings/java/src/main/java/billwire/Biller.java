package billwire;

/**
 * Prepares calls and decodes their answers. It sends nothing itself, prints no secret, and may be used by any number of
 * threads at once.
 */
public final class Biller implements AutoCloseable {
    final billwire.ffi.Biller ffi;

    /**
     * Checks the settings.
     *
     * @throws BillwireException.InvalidConfig with everything that is wrong
     */
    public Biller(BillerConfig config) throws BillwireException {
        this(NativeLibrary.call(() -> new billwire.ffi.Biller(Conversions.ffi(config))));
    }

    private Biller(billwire.ffi.Biller ffi) {
        this.ffi = ffi;
    }

    /**
     * Returns the same biller with another bearer token. Both share the signing key.
     *
     * @throws BillwireException.InvalidConfig if the token cannot stand in a header
     */
    public Biller withBearer(BearerToken bearer) throws BillwireException {
        return new Biller(NativeLibrary.call(() -> ffi.withBearer(bearer.ffi)));
    }

    /**
     * Prepares the registration of a sub biller (section 4.1).
     *
     * @throws BillwireException.InvalidRequest with all violations at once
     * @throws BillwireException.MissingCredential if no bearer token is configured
     */
    public OnboardingCall prepareOnboarding(Onboarding request) throws BillwireException {
        return new OnboardingCall(NativeLibrary.call(() -> ffi.prepareOnboarding(Conversions.ffi(request))));
    }

    /**
     * Prepares and signs the settlement of a bill (section 4.2).
     *
     * @throws BillwireException.InvalidRequest with all violations at once
     * @throws BillwireException.MissingCredential if the bearer token or the hash token is not configured
     */
    public SettlementCall prepareSettlement(Settlement bill) throws BillwireException {
        return new SettlementCall(NativeLibrary.call(() -> ffi.prepareSettlement(Conversions.ffi(bill))));
    }

    /**
     * Prepares the verification of a transaction (section 4.3).
     *
     * @throws BillwireException.InvalidRequest with all violations at once
     * @throws BillwireException.MissingCredential if the verification's credential is not configured
     */
    public VerificationCall prepareVerification(Verification request) throws BillwireException {
        return new VerificationCall(NativeLibrary.call(() -> ffi.prepareVerification(Conversions.ffi(request))));
    }

    /**
     * Prepares the registration of a sub biller from the text of a JSON object, with the names of section 2.1.
     *
     * @throws BillwireException.InvalidRequest with all violations at once, wrong types and unknown keys among them
     * @throws BillwireException.MissingCredential if no bearer token is configured
     */
    public OnboardingCall prepareOnboardingJson(String json) throws BillwireException {
        return new OnboardingCall(NativeLibrary.call(() -> ffi.prepareOnboardingJson(Values.text(json))));
    }

    /**
     * Prepares and signs the settlement of a bill from the text of a JSON object, with the names of section 2.3.
     *
     * @throws BillwireException.InvalidRequest with all violations at once, wrong types and unknown keys among them
     * @throws BillwireException.MissingCredential if the bearer token or the hash token is not configured
     */
    public SettlementCall prepareSettlementJson(String json) throws BillwireException {
        return new SettlementCall(NativeLibrary.call(() -> ffi.prepareSettlementJson(Values.text(json))));
    }

    /**
     * Prepares a verification from the text of a JSON object, with the names of section 2.5.
     *
     * @throws BillwireException.InvalidRequest with all violations at once, wrong types and unknown keys among them
     * @throws BillwireException.MissingCredential if the verification's credential is not configured
     */
    public VerificationCall prepareVerificationJson(String json) throws BillwireException {
        return new VerificationCall(NativeLibrary.call(() -> ffi.prepareVerificationJson(Values.text(json))));
    }

    /**
     * Prepares the lookup that tells whether a bill is settled.
     *
     * @throws BillwireException.InvalidConfig if the profile has no settlement lookup
     * @throws BillwireException.InvalidRequest with all violations at once
     * @throws BillwireException.MissingCredential if the verification's credential is not configured
     */
    public Lookup prepareSettlementLookup(Settlement bill) throws BillwireException {
        return new Lookup(NativeLibrary.call(() -> ffi.prepareSettlementLookup(Conversions.ffi(bill))));
    }

    /**
     * Prepares a call of one of the eleven operations that the interface names without a shape (section 4.5).
     *
     * @throws BillwireException.InvalidRequest with all violations at once
     * @throws BillwireException.MissingCredential if the named credential is not configured
     */
    public UntypedCall prepareOperation(OperationName operation, UntypedRequest request) throws BillwireException {
        return new UntypedCall(
                NativeLibrary.call(() -> ffi.prepareOperation(Conversions.ffi(operation), Conversions.ffi(request))));
    }

    /**
     * Decodes the answer to an onboarding whose call is elsewhere.
     *
     * @throws BillwireException as {@link OnboardingCall#decode} does
     */
    public OnboardingResponse decodeOnboarding(int status, byte[] body) throws BillwireException {
        var httpStatus = new billwire.ffi.HttpStatus(status);
        return NativeLibrary.read(body, bytes -> Conversions.of(ffi.decodeOnboarding(httpStatus, bytes)));
    }

    /**
     * Decodes the answer to a settlement whose call is elsewhere.
     *
     * @throws BillwireException as {@link SettlementCall#decode} does
     */
    public SettlementOutcome decodeSettlement(int status, byte[] body) throws BillwireException {
        var httpStatus = new billwire.ffi.HttpStatus(status);
        return NativeLibrary.read(body, bytes -> Conversions.of(ffi.decodeSettlement(httpStatus, bytes)));
    }

    /**
     * Decodes the answer to a verification whose call is elsewhere.
     *
     * @throws BillwireException as {@link VerificationCall#decode} does
     */
    public VerificationResponse decodeVerification(int status, byte[] body) throws BillwireException {
        var httpStatus = new billwire.ffi.HttpStatus(status);
        return NativeLibrary.read(body, bytes -> Conversions.of(ffi.decodeVerification(httpStatus, bytes)));
    }

    /** Returns the error, with its next step, for a request without an answer, by the operation's name. */
    public BillwireException noAnswer(OperationName operation, Sent sent) {
        return BillwireException.of(ffi.noAnswer(Conversions.ffi(operation), Conversions.ffi(sent)));
    }

    /** Gives the library's memory back. Prepared calls stay usable. */
    @Override
    public void close() {
        ffi.close();
    }

    /** Returns the settings without their secrets. */
    @Override
    public String toString() {
        return ffi.toString();
    }
}
