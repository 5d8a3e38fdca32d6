// The records of a handler without a table of its own.
/** Number of bills whose records a process keeps. */
const MAX_RECORDS = 10_000;

/** Records in the memory of this process. Without the oldest ones, their bills are verified again. */
export function inMemory() {
  const stored = new Map();
  return {
    find: ({ identity_code }) => stored.get(identity_code)?.record,
    save({ identity_code }, { record, revision, previous }) {
      if ((stored.get(identity_code)?.revision ?? 0) !== previous) return false;
      stored.delete(identity_code); // the bill that was saved last comes last
      stored.set(identity_code, { record, revision });
      if (stored.size > MAX_RECORDS) stored.delete(stored.keys().next().value);
      return true;
    },
  };
}
