package io.github.billwire;

/**
 * A record of a flow, to store.
 *
 * @param record JSON text without secrets, of a few hundred bytes.
 * @param revision Revision of this record.
 * @param previous Revision that the stored record must have; 0 if none is stored.
 */
public record StoredRecord(String record, long revision, long previous) {}
