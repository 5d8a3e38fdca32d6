/** Converts a typed amount: digits become a number. Other input stays text, which billwire refuses. */
export function wholeUnits(text: string): bigint {
  return /^\d+$/.test(text) ? BigInt(text) : (text as unknown as bigint);
}
