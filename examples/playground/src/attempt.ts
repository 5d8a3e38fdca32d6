// Result of a call to billwire, or its error, as a value.
import { type BillwireError, isBillwireError } from "billwire";

export type Attempt<T> =
  | { readonly done: true; readonly value: T }
  | { readonly done: false; readonly error: BillwireError };

/** Calls a function and returns its result or billwire's error. */
export function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { done: true, value: work() };
  } catch (error) {
    if (isBillwireError(error)) return { done: false, error };
    throw error;
  }
}

/** Converts a typed amount: digits become a number. Other input stays text, which billwire refuses. */
export function wholeUnits(text: string): bigint {
  return /^\d+$/.test(text) ? BigInt(text) : (text as unknown as bigint);
}
