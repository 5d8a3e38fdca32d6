// What a person at a terminal sees meanwhile, and figures for people.

/** Cores that other programs may keep busy: more of them make the ratios uncertain. */
export const BUSY = 0.2;

/** Three digits that count. */
export function micros(value) {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** One line that is written anew, for a person at a terminal; nothing elsewhere. */
export function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
