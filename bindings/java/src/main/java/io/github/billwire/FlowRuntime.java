package io.github.billwire;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Store, HTTP client and clock of a program that runs a flow.
 *
 * @param <E> Exception of the store.
 */
public interface FlowRuntime<E extends Exception> {
    /**
     * Stores a record durably where the stored one has the revision {@code previous}; none is stored before revision 1.
     * Returns false if the stored one has another.
     *
     * @throws E of the store. It ends the run, and the next flow resumes from the stored record
     */
    boolean save(StoredRecord record) throws E;

    /**
     * Sends a request once, as it is, without redirects and retries.
     *
     * @throws NotSentException only if no connection was made
     * @throws IOException if there is no answer: the request may have reached the service
     * @throws InterruptedException if the thread is interrupted. It ends the run
     */
    FlowAnswer send(FlowRequest request) throws IOException, InterruptedException;

    /**
     * Waits until a time of {@link #now}.
     *
     * @throws InterruptedException if the thread is interrupted. It ends the run
     */
    default void waitUntil(Instant until) throws InterruptedException {
        // A part of a millisecond counts as one, or the flow would ask to wait again at once.
        Thread.sleep(Math.max(1, Duration.between(now(), until).plusNanos(999_999).toMillis()));
    }

    /** Returns the time by the program's clock. */
    default Instant now() {
        return Instant.now();
    }

    /** Returns a number from 0 to 1, by which the pauses of many programs differ. */
    default double random() {
        return ThreadLocalRandom.current().nextDouble();
    }
}
