/** An amount as it is typed: digits are a number. Anything else stays text, which billwire refuses. */
export function wholeUnits(text: string): bigint {
  return /^\d+$/.test(text) ? BigInt(text) : (text as unknown as bigint);
}
