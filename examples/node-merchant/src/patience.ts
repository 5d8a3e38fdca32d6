import type { CreditPolicy, SettlementPolicy } from "billwire";

/** Waiting times of this merchant, in milliseconds. */
export interface Patience {
  /** For one answer. A settlement needs longer for a request (`inFlightMs`). */
  answer: number;
  /** Attempts and pauses of a settlement. */
  settlement: SettlementPolicy;
  /** Before a settled bill is a control, and before a bill without one is looked up again: from `notFoundHoldsMs`. */
  blind: number;
  /** Attempts and pauses of the question about an unpaid bill. */
  credit: CreditPolicy;
  /** For the last webhook. */
  webhooks: number;
  /** Without any webhook or answer, before the merchant asks about a settled bill. */
  silence: number;
  /**
   * For a job, in seconds: the process that has it may be dead, so another one repeats it. Longer than a send
   * and its answer.
   */
  repeat: number;
  /** End of the day: bills about which it asks at once, and the pause after them. */
  reconcile: { atOnce: number; pause: number };
}

/**
 * Right after a time-out, "not found" can mean "not there yet": the request may still be queued, at the
 * service or before it. The sandbox moves the money before it answers or drops the connection, so short times
 * suffice here. With a real service, leave `notFoundHoldsMs` at its default, or agree on a time.
 */
export const ATTENTIVE: Patience = {
  answer: 15_000,
  settlement: { longestPauseMs: 2_000, notFoundHoldsMs: 3_000, inFlightMs: 20_000 },
  blind: 3_000,
  credit: { longestPauseMs: 2_000 },
  webhooks: 60_000,
  silence: 20_000,
  repeat: 60,
  reconcile: { atOnce: 8, pause: 50 },
};

/** For runs with faults, which should not try the reader's patience. */
export const HURRIED: Patience = {
  answer: 1_000,
  settlement: { pauseMs: 100, longestPauseMs: 400, notFoundHoldsMs: 700, inFlightMs: 1_500 },
  blind: 1_000,
  credit: { pauseMs: 100, longestPauseMs: 400 },
  webhooks: 60_000,
  silence: 3_000,
  repeat: 8,
  reconcile: { atOnce: 8, pause: 0 },
};
