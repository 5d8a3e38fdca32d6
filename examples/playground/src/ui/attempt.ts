// Something that billwire does or refuses, as a value.
import { type BillwireError, isBillwireError } from "billwire";

export type Attempt<T> =
  { readonly done: true; readonly value: T } | { readonly done: false; readonly error: BillwireError };

/** Does something; billwire's refusal is an answer too. */
export function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { done: true, value: work() };
  } catch (error) {
    if (isBillwireError(error)) return { done: false, error };
    throw error;
  }
}
