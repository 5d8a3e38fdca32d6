/**
 * Returns whether a received amount, number or decimal text, has this value: "100" and "100.00" do, "100.01" does not.
 */
export function isAmount(received: number | string, amount: bigint): boolean {
  const [, whole] = /^(\d+)(?:\.0*)?$/.exec(String(received)) ?? [];
  return whole !== undefined && BigInt(whole) === amount;
}
