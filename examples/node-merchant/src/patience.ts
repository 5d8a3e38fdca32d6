/** Waiting times of this merchant, in milliseconds. */
export interface Patience {
  /** For one answer. */
  answer: number;
  /** Before a request is resent; doubled each time. */
  again: number;
  /** Maximum number of times that one bill is sent, or one query asked. */
  tries: number;
  /** The pauses before each lookup of a settlement whose answer was lost. */
  looks: readonly number[];
  /** For the last webhook. */
  webhooks: number;
  /** Without any webhook, before the merchant asks about a settled bill. */
  silence: number;
}

export const ATTENTIVE: Patience = {
  answer: 15_000,
  again: 500,
  tries: 5,
  looks: [500, 1_000, 2_000],
  webhooks: 60_000,
  silence: 20_000,
};

/** For runs with faults, which should not try the reader's patience. */
export const HURRIED: Patience = {
  answer: 1_000,
  again: 100,
  tries: 5,
  looks: [100, 200, 400],
  webhooks: 60_000,
  silence: 3_000,
};

/** Doubles, with jitter: clients that were refused together should not return together. */
export function backoff(patience: Patience, failures: number): number {
  return patience.again * 2 ** failures * (0.5 + Math.random() / 2);
}
