/** The time of day in UTC; the simulator's clock begins on a day that does not matter. */
export function clock(ms: number): string {
  return new Date(ms)
    .toISOString()
    .slice(11, 23)
    .replace(/\.000$/, "");
}
