/** The time of day in UTC. The date of the simulator's clock does not matter. */
export function clock(ms: number): string {
  return new Date(ms)
    .toISOString()
    .slice(11, 23)
    .replace(/\.000$/, "");
}
