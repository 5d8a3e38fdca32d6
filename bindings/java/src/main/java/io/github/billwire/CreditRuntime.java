package io.github.billwire;

/**
 * Store, HTTP client, clock and database of a program that credits bills.
 *
 * @param <E> Exception of the store and the database.
 */
public interface CreditRuntime<E extends Exception> extends FlowRuntime<E> {
    /**
     * Claims the transaction, credits the bill and stores the record, in one database transaction: see {@link
     * CreditStep.Credit}.
     *
     * @throws E of the database. It ends the run
     */
    Claim credit(Confirmed confirmed, StoredRecord record) throws E;
}
