package io.github.billwire;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Credits one bill at most once, from a webhook or from an unpaid bill. It does no I/O: it says one thing to do at a time.
 *
 * <p>Ask for a {@link #step}, do it, tell the flow what happened, and ask again; or let {@link #run} do this. All flows of a
 * bill share one stored record, by which one verification is under way at a time. The database transaction of {@link
 * CreditStep.Credit} protects the money.
 */
public final class CreditFlow implements AutoCloseable {
    private final io.github.billwire.ffi.CreditFlow ffi;

    private CreditFlow(io.github.billwire.ffi.CreditFlow ffi) {
        this.ffi = ffi;
    }

    /**
     * Starts with a webhook about a bill. {@code record} is the stored record of the bill, if there is one.
     *
     * @throws BillwireException.InvalidRequest with all violations of the bill, or for a record that cannot be read
     * @throws BillwireException.InvalidConfig for the policy
     * @throws BillwireException.MissingCredential if the biller cannot verify
     */
    public static CreditFlow ofEvent(
            Biller biller, WebhookEvent event, Expectation bill, @Nullable String record, CreditPolicy policy, Instant now)
            throws BillwireException {
        return new CreditFlow(NativeLibrary.call(() -> io.github.billwire.ffi.CreditFlow.ofEvent(
                biller.ffi(), event.ffi(), Conversions.ffi(bill), stored(record), Values.instant(now), Conversions.ffi(policy))));
    }

    /**
     * Starts with a webhook about a bill, with the default policy and the clock of this machine.
     *
     * @throws BillwireException.InvalidRequest with all violations of the bill, or for a record that cannot be read
     * @throws BillwireException.MissingCredential if the biller cannot verify
     */
    public static CreditFlow ofEvent(Biller biller, WebhookEvent event, Expectation bill, @Nullable String record)
            throws BillwireException {
        return ofEvent(biller, event, bill, record, CreditPolicy.builder().build(), Instant.now());
    }

    /**
     * Starts with a bill that has not been paid, and no webhook: the service stops repeating those of a long outage. {@code
     * record} is the stored record of the bill, if there is one.
     *
     * @throws BillwireException.InvalidRequest with all violations of the bill, or for a record that cannot be read
     * @throws BillwireException.InvalidConfig for the policy
     * @throws BillwireException.MissingCredential if the biller cannot verify
     */
    public static CreditFlow ofBill(Biller biller, Expectation bill, @Nullable String record, CreditPolicy policy)
            throws BillwireException {
        return new CreditFlow(NativeLibrary.call(() -> io.github.billwire.ffi.CreditFlow.ofBill(
                biller.ffi(), Conversions.ffi(bill), stored(record), Conversions.ffi(policy))));
    }

    /**
     * Starts with a bill that has not been paid, and no webhook, with the default policy.
     *
     * @throws BillwireException.InvalidRequest with all violations of the bill, or for a record that cannot be read
     * @throws BillwireException.MissingCredential if the biller cannot verify
     */
    public static CreditFlow ofBill(Biller biller, Expectation bill, @Nullable String record) throws BillwireException {
        return ofBill(biller, bill, record, CreditPolicy.builder().build());
    }

    /**
     * Starts with a webhook about a bill that the books do not have. Nothing is verified.
     *
     * @throws BillwireException.InvalidConfig for the policy
     */
    public static CreditFlow ofUnknownBill(Biller biller, WebhookEvent event, CreditPolicy policy, Instant now)
            throws BillwireException {
        return new CreditFlow(NativeLibrary.call(() -> io.github.billwire.ffi.CreditFlow.ofUnknownBill(
                biller.ffi(), event.ffi(), Values.instant(now), Conversions.ffi(policy))));
    }

    /** Starts with a webhook about a bill that the books do not have, with the default policy. */
    public static CreditFlow ofUnknownBill(Biller biller, WebhookEvent event) throws BillwireException {
        return ofUnknownBill(biller, event, CreditPolicy.builder().build(), Instant.now());
    }

    /**
     * Runs the flow to its end.
     *
     * <p>An exception of {@link FlowRuntime#send} counts as a verification without an answer.
     *
     * @throws E of the store: the next event or the next flow of the bill goes on
     * @throws InterruptedException if the thread is interrupted
     */
    public <E extends Exception> CreditStep.Finished run(CreditRuntime<E> runtime)
            throws BillwireException, E, InterruptedException {
        while (true) {
            switch (step(runtime.now(), runtime.random())) {
                case CreditStep.Save save -> {
                    var record = new StoredRecord(save.record(), save.revision(), save.previous());
                    if (runtime.save(record)) saved(save.revision());
                    else notSaved(save.revision());
                }
                case CreditStep.Send send -> Exchange.send(send.request(), runtime, this::answered, this::noAnswer);
                case CreditStep.Credit credit -> {
                    try (credit) {
                        var record = new StoredRecord(credit.record(), credit.revision(), credit.previous());
                        claimed(runtime.credit(credit.confirmed(), record));
                    }
                }
                case CreditStep.Wait wait -> runtime.waitUntil(wait.until());
                case CreditStep.Finished finished -> {
                    return finished;
                }
            }
        }
    }

    /**
     * Returns the next thing to do. {@code random} is a number from 0 to 1 for the pauses.
     *
     * @throws BillwireException.InvalidRequest with the code {@code out_of_turn} while a verification is under way: say first
     *     what became of it
     */
    public CreditStep step(Instant now, double random) throws BillwireException {
        return Conversions.of(NativeLibrary.call(() -> ffi.step(Values.instant(now), random)));
    }

    /**
     * Says that the record of this revision is stored durably.
     *
     * @throws BillwireException.InvalidRequest with the code {@code out_of_turn} if the flow did not ask to store it
     */
    public void saved(long revision) throws BillwireException {
        NativeLibrary.run(() -> ffi.saved(revision));
    }

    /**
     * Says that the record was not stored, because another flow of this bill stored one in the meantime.
     *
     * @throws BillwireException.InvalidRequest with the code {@code out_of_turn} if the flow did not ask to store it
     */
    public void notSaved(long revision) throws BillwireException {
        NativeLibrary.run(() -> ffi.notSaved(revision));
    }

    /**
     * Says which answer the verification brought.
     *
     * @throws BillwireException.InvalidRequest with the code {@code out_of_turn} if the flow does not wait for the request of
     *     this number
     */
    public void answered(long number, int status, byte[] body, Instant now) throws BillwireException {
        var httpStatus = new io.github.billwire.ffi.Int32(status);
        NativeLibrary.read(body, bytes -> {
            ffi.answered(number, httpStatus, bytes, Values.instant(now));
            return true;
        });
    }

    /**
     * Says that the verification brought no answer, and whether it may have reached the service.
     *
     * @throws BillwireException.InvalidRequest with the code {@code out_of_turn} if the flow does not wait for the request of
     *     this number
     */
    public void noAnswer(long number, Sent sent, Instant now) throws BillwireException {
        NativeLibrary.run(() -> ffi.noAnswer(number, Conversions.ffi(sent), Values.instant(now)));
    }

    /**
     * Says what became of the database transaction that claims the transaction and credits the bill. If the database did not
     * answer, drop the flow: the next event or the next flow of the bill goes on.
     *
     * @throws BillwireException.InvalidRequest with the code {@code out_of_turn} if the flow did not ask for a credit
     */
    public void claimed(Claim claim) throws BillwireException {
        NativeLibrary.run(() -> ffi.claimed(Conversions.ffi(claim)));
    }

    /** Gives the library's memory back. The flow cannot be used afterwards. */
    @Override
    public void close() {
        ffi.close();
    }

    /** Returns the state of the credit, without credentials and body. */
    @Override
    public String toString() {
        return ffi.toString();
    }

    private static @Nullable String stored(@Nullable String record) {
        return record == null ? null : Values.text(record);
    }
}
