package io.github.billwire;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Settles one bill at most once, over lost answers and crashes. It does no I/O: it says one thing to do at a time.
 *
 * <p>Ask for a {@link #step}, do it, tell the flow what happened, and ask again; or let {@link #run} do this. An attempt is
 * stored before it is sent, and an attempt in doubt is looked up before anything is sent again.
 */
public final class SettlementFlow implements AutoCloseable {
    private final io.github.billwire.ffi.SettlementFlow ffi;

    private SettlementFlow(io.github.billwire.ffi.SettlementFlow ffi) {
        this.ffi = ffi;
    }

    /**
     * Starts to settle a bill of which no record is stored.
     *
     * @throws BillwireException.InvalidRequest with all violations of the bill
     * @throws BillwireException.InvalidConfig for the policy or the profile
     * @throws BillwireException.MissingCredential without a credential that the requests need
     */
    public static SettlementFlow start(Biller biller, Settlement bill, SettlementPolicy policy, Instant now)
            throws BillwireException {
        return new SettlementFlow(NativeLibrary.call(() -> io.github.billwire.ffi.SettlementFlow.start(
                biller.ffi(), Conversions.ffi(bill), Values.instant(now), Conversions.ffi(policy))));
    }

    /**
     * Starts to settle a bill of which no record is stored, with the default policy and the clock of this machine.
     *
     * @throws BillwireException.InvalidRequest with all violations of the bill
     * @throws BillwireException.InvalidConfig for the profile
     * @throws BillwireException.MissingCredential without a credential that the requests need
     */
    public static SettlementFlow start(Biller biller, Settlement bill) throws BillwireException {
        return start(biller, bill, SettlementPolicy.builder().build(), Instant.now());
    }

    /**
     * Goes on from the stored record of a bill, for example after a crash.
     *
     * @throws BillwireException.InvalidRequest with all violations of the bill, or for a record that cannot be read, is of
     *     another bill, or was written by a later version
     * @throws BillwireException.InvalidConfig for the policy or the profile
     * @throws BillwireException.MissingCredential without a credential that the requests need
     */
    public static SettlementFlow resume(Biller biller, Settlement bill, String record, SettlementPolicy policy)
            throws BillwireException {
        return new SettlementFlow(NativeLibrary.call(() -> io.github.billwire.ffi.SettlementFlow.resume(
                biller.ffi(), Conversions.ffi(bill), Values.text(record), Conversions.ffi(policy))));
    }

    /**
     * Goes on from the stored record of a bill, with the default policy.
     *
     * @throws BillwireException.InvalidRequest with all violations of the bill, or for a record that cannot be read, is of
     *     another bill, or was written by a later version
     * @throws BillwireException.InvalidConfig for the profile
     * @throws BillwireException.MissingCredential without a credential that the requests need
     */
    public static SettlementFlow resume(Biller biller, Settlement bill, String record) throws BillwireException {
        return resume(biller, bill, record, SettlementPolicy.builder().build());
    }

    /**
     * Runs the flow to its end. Returns no ending if another flow of the bill took over.
     *
     * <p>An exception of {@link FlowRuntime#send} counts as a request that may have reached the service.
     *
     * @throws E of the store. Nothing is sent after it: resume from the stored record
     * @throws InterruptedException if the thread is interrupted: resume from the stored record
     */
    public <E extends Exception> @Nullable SettlementEnding run(FlowRuntime<E> runtime)
            throws BillwireException, E, InterruptedException {
        while (true) {
            switch (step(runtime.now(), runtime.random())) {
                case SettlementStep.Save save -> {
                    var record = new StoredRecord(save.record(), save.revision(), save.previous());
                    if (runtime.save(record)) saved(save.revision());
                    else notSaved(save.revision());
                }
                case SettlementStep.Send send -> Exchange.send(send.request(), runtime, this::answered, this::noAnswer);
                case SettlementStep.Wait wait -> runtime.waitUntil(wait.until());
                case SettlementStep.Finished finished -> {
                    return finished.ending();
                }
                case SettlementStep.TakenOver takenOver -> {
                    return null;
                }
            }
        }
    }

    /**
     * Returns the next thing to do. {@code random} is a number from 0 to 1 for the pauses.
     *
     * @throws BillwireException.InvalidRequest with the code {@code out_of_turn} while a request is under way: say first what
     *     became of it
     */
    public SettlementStep step(Instant now, double random) throws BillwireException {
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
     * Says which answer a request brought.
     *
     * @throws BillwireException.InvalidRequest with the code {@code out_of_turn} if the flow does not wait for the request of
     *     this number. A late answer to an earlier request is refused in this way, and changes nothing
     */
    public void answered(long number, int status, byte[] body, Instant now) throws BillwireException {
        var httpStatus = new io.github.billwire.ffi.Int32(status);
        NativeLibrary.read(body, bytes -> {
            ffi.answered(number, httpStatus, bytes, Values.instant(now));
            return true;
        });
    }

    /**
     * Says that a request brought no answer, and whether it may have reached the service.
     *
     * @throws BillwireException.InvalidRequest with the code {@code out_of_turn} if the flow does not wait for the request of
     *     this number
     */
    public void noAnswer(long number, Sent sent, Instant now) throws BillwireException {
        NativeLibrary.run(() -> ffi.noAnswer(number, Conversions.ffi(sent), Values.instant(now)));
    }

    /** Gives the library's memory back. The flow cannot be used afterwards. */
    @Override
    public void close() {
        ffi.close();
    }

    /** Returns the state of the bill, without credentials and body. */
    @Override
    public String toString() {
        return ffi.toString();
    }
}
