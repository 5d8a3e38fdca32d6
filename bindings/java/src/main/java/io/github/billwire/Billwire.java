package io.github.billwire;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions that need no object. */
public final class Billwire {
    static {
        NativeLibrary.load();
    }

    private Billwire() {}

    /** Returns the fifteen operations that the interface names, in its order. */
    public static List<OperationEntry> operations() {
        return Values.list(io.github.billwire.ffi.Billwire.operations(), it -> Conversions.of(it));
    }

    /**
     * Reads a profile from JSON, named as in JavaScript.
     *
     * @throws BillwireException.InvalidConfig with everything that is wrong, unknown settings included
     */
    public static WireProfile readWireProfile(String json) throws BillwireException {
        return NativeLibrary.call(() -> Conversions.of(io.github.billwire.ffi.Billwire.readWireProfile(Values.text(json))));
    }

    /** Counts the bills that a signing string could stand for, if the merchant's codes have these shapes. */
    public static long countParses(String signingString, CodeShapes shapes) {
        return io.github.billwire.ffi.Billwire.countParses(Values.text(signingString), Conversions.ffi(shapes));
    }

    /**
     * Explains the signature of a bill, and names the mistakes that produce an observed hash. The explanation does not
     * contain the token.
     *
     * @throws BillwireException.InvalidRequest with everything that is wrong with the signed fields
     * @throws BillwireException.InvalidConfig for more than a thousand zones, separators or destinations
     */
    public static Explanation explainSignature(SignedFields fields, HashToken token, ExplainOptions options)
            throws BillwireException {
        return NativeLibrary.call(() -> Conversions.of(
                io.github.billwire.ffi.Billwire.explainSignature(Conversions.ffi(fields), token.ffi(), Conversions.ffi(options))));
    }

    /** Returns the sentence of a code in a language, to show to people. It never holds a value. */
    public static String sentence(Code code, Language language) {
        return io.github.billwire.ffi.Billwire.codeSentence(Conversions.ffi(code), Conversions.ffi(language));
    }

    /**
     * Returns one sentence on what the rule of a finding asks for, to show at the field that its path names.
     *
     * <p>In English it is the finding's explanation, which may name more than the sentence of the code.
     */
    public static String sentence(Finding finding, Language language) {
        return io.github.billwire.ffi.Billwire.findingSentence(
                Conversions.ffi(finding.code()), Values.text(finding.explanation()), Conversions.ffi(language));
    }

    /**
     * Reads a transaction that a backend passes on as JSON, such as {@code JSON.stringify(transaction)} in JavaScript.
     *
     * @throws BillwireException.Unreadable with the first violation
     */
    public static Transaction transactionFromJson(String json) throws BillwireException {
        return NativeLibrary.call(
                () -> Conversions.of(io.github.billwire.ffi.Billwire.transactionFromJson(Values.text(json))));
    }

    /** Returns the instant of a received {@code tran_date}, which has no zone, in an assumed one; null if unreadable. */
    public static @Nullable Instant readTranDate(String text, ZoneOffset assumedOffset) {
        var instant = io.github.billwire.ffi.Billwire.readTranDate(Values.text(text), Values.signingOffset(assumedOffset));
        return instant == null ? null : Values.of(instant);
    }

    /**
     * Returns webhooks to test a receiver with, of both variants: each payment type, a duplicate, other statuses, forged
     * ones, wrong amounts, future additions, and invalid bodies.
     *
     * <p>They are about one transaction of 40,000 KHR for the bill {@code INV-1}; those of other payment types are about
     * {@code INV-2} to {@code INV-4}.
     */
    public static List<WebhookFixture> webhookFixtures() {
        return Values.list(io.github.billwire.ffi.Billwire.webhookFixtures(), it -> Conversions.of(it));
    }
}
