// Generated from bindings/src and the operations of core by `cargo xtask generate`. Do not edit.
package io.github.billwire;

/** Drafts without credentials: an app validates a bill that its server signs, and sends it as JSON. */
public final class Drafts {
    static {
        NativeLibrary.load();
    }

    private Drafts() {}

    /**
     * Validates a draft of Onboarding without credentials, and returns all findings at once.
     *
     * @throws BillwireException.InvalidConfig for the settings
     */
    public static Validation validate(Onboarding draft, DraftSettings settings) throws BillwireException {
        return Conversions.of(NativeLibrary.call(
                () -> io.github.billwire.ffi.Billwire.validateOnboarding(Conversions.ffi(draft), Conversions.ffi(settings))));
    }

    /** Validates a draft of Onboarding without credentials, and returns all findings at once. */
    public static Validation validate(Onboarding draft) throws BillwireException {
        return validate(draft, DraftSettings.builder().build());
    }

    /**
     * Returns a valid draft of Onboarding as JSON text, such as an app sends to its server.
     *
     * @throws BillwireException.InvalidRequest with all violations
     * @throws BillwireException.InvalidConfig for the settings
     */
    public static String toJson(Onboarding draft, DraftSettings settings) throws BillwireException {
        return NativeLibrary.call(
                () -> io.github.billwire.ffi.Billwire.onboardingToJson(Conversions.ffi(draft), Conversions.ffi(settings)));
    }

    /**
     * Returns a valid draft of Onboarding as JSON text, such as an app sends to its server.
     *
     * @throws BillwireException.InvalidRequest with all violations
     */
    public static String toJson(Onboarding draft) throws BillwireException {
        return toJson(draft, DraftSettings.builder().build());
    }

    /**
     * Reads a draft of Onboarding from JSON text.
     *
     * @throws BillwireException.InvalidRequest with all violations, unknown keys included
     * @throws BillwireException.InvalidConfig for the settings
     */
    public static Onboarding onboardingFromJson(String json, DraftSettings settings) throws BillwireException {
        return Conversions.of(NativeLibrary.call(
                () -> io.github.billwire.ffi.Billwire.onboardingFromJson(Values.text(json), Conversions.ffi(settings))));
    }

    /**
     * Reads a draft of Onboarding from JSON text.
     *
     * @throws BillwireException.InvalidRequest with all violations, unknown keys included
     */
    public static Onboarding onboardingFromJson(String json) throws BillwireException {
        return onboardingFromJson(json, DraftSettings.builder().build());
    }

    /**
     * Validates a draft of Settle Payment without credentials, and returns all findings at once.
     *
     * @throws BillwireException.InvalidConfig for the settings
     */
    public static Validation validate(Settlement draft, DraftSettings settings) throws BillwireException {
        return Conversions.of(NativeLibrary.call(
                () -> io.github.billwire.ffi.Billwire.validateSettlement(Conversions.ffi(draft), Conversions.ffi(settings))));
    }

    /** Validates a draft of Settle Payment without credentials, and returns all findings at once. */
    public static Validation validate(Settlement draft) throws BillwireException {
        return validate(draft, DraftSettings.builder().build());
    }

    /**
     * Returns a valid draft of Settle Payment as JSON text, such as an app sends to its server.
     *
     * @throws BillwireException.InvalidRequest with all violations
     * @throws BillwireException.InvalidConfig for the settings
     */
    public static String toJson(Settlement draft, DraftSettings settings) throws BillwireException {
        return NativeLibrary.call(
                () -> io.github.billwire.ffi.Billwire.settlementToJson(Conversions.ffi(draft), Conversions.ffi(settings)));
    }

    /**
     * Returns a valid draft of Settle Payment as JSON text, such as an app sends to its server.
     *
     * @throws BillwireException.InvalidRequest with all violations
     */
    public static String toJson(Settlement draft) throws BillwireException {
        return toJson(draft, DraftSettings.builder().build());
    }

    /**
     * Reads a draft of Settle Payment from JSON text.
     *
     * @throws BillwireException.InvalidRequest with all violations, unknown keys included
     * @throws BillwireException.InvalidConfig for the settings
     */
    public static Settlement settlementFromJson(String json, DraftSettings settings) throws BillwireException {
        return Conversions.of(NativeLibrary.call(
                () -> io.github.billwire.ffi.Billwire.settlementFromJson(Values.text(json), Conversions.ffi(settings))));
    }

    /**
     * Reads a draft of Settle Payment from JSON text.
     *
     * @throws BillwireException.InvalidRequest with all violations, unknown keys included
     */
    public static Settlement settlementFromJson(String json) throws BillwireException {
        return settlementFromJson(json, DraftSettings.builder().build());
    }

    /**
     * Validates a draft of Transaction Verification without credentials, and returns all findings at once.
     *
     * @throws BillwireException.InvalidConfig for the settings
     */
    public static Validation validate(Verification draft, DraftSettings settings) throws BillwireException {
        return Conversions.of(NativeLibrary.call(
                () -> io.github.billwire.ffi.Billwire.validateVerification(Conversions.ffi(draft), Conversions.ffi(settings))));
    }

    /** Validates a draft of Transaction Verification without credentials, and returns all findings at once. */
    public static Validation validate(Verification draft) throws BillwireException {
        return validate(draft, DraftSettings.builder().build());
    }

    /**
     * Returns a valid draft of Transaction Verification as JSON text, such as an app sends to its server.
     *
     * @throws BillwireException.InvalidRequest with all violations
     * @throws BillwireException.InvalidConfig for the settings
     */
    public static String toJson(Verification draft, DraftSettings settings) throws BillwireException {
        return NativeLibrary.call(
                () -> io.github.billwire.ffi.Billwire.verificationToJson(Conversions.ffi(draft), Conversions.ffi(settings)));
    }

    /**
     * Returns a valid draft of Transaction Verification as JSON text, such as an app sends to its server.
     *
     * @throws BillwireException.InvalidRequest with all violations
     */
    public static String toJson(Verification draft) throws BillwireException {
        return toJson(draft, DraftSettings.builder().build());
    }

    /**
     * Reads a draft of Transaction Verification from JSON text.
     *
     * @throws BillwireException.InvalidRequest with all violations, unknown keys included
     * @throws BillwireException.InvalidConfig for the settings
     */
    public static Verification verificationFromJson(String json, DraftSettings settings) throws BillwireException {
        return Conversions.of(NativeLibrary.call(
                () -> io.github.billwire.ffi.Billwire.verificationFromJson(Values.text(json), Conversions.ffi(settings))));
    }

    /**
     * Reads a draft of Transaction Verification from JSON text.
     *
     * @throws BillwireException.InvalidRequest with all violations, unknown keys included
     */
    public static Verification verificationFromJson(String json) throws BillwireException {
        return verificationFromJson(json, DraftSettings.builder().build());
    }
}
