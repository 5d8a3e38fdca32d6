/** How long this merchant waits for what, in milliseconds. */
export interface Patience {
  /** For one answer. */
  answer: number;
  /** Before a request is sent again; doubled each time. */
  again: number;
  /** How often one bill is sent, and one question asked. */
  tries: number;
  /** The pauses before each look for a settlement whose answer was lost. */
  looks: readonly number[];
  /** For the last webhook. */
  webhooks: number;
  /** For any webhook at all, before a settled bill is asked about that none has told us of. */
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

/** For runs with faults: a slow answer should be given up within the reader's patience, too. */
export const HURRIED: Patience = {
  answer: 1_000,
  again: 100,
  tries: 5,
  looks: [100, 200, 400],
  webhooks: 60_000,
  silence: 3_000,
};

/** Doubling, and never the same for two: those who were refused together should not come back together. */
export function backoff(patience: Patience, failures: number): number {
  return patience.again * 2 ** failures * (0.5 + Math.random() / 2);
}
