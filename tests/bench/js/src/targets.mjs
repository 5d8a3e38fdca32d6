// What the figures ought to be: on Node 24, and on Node 20. The other Nodes have no targets.

/** Preparing and receiving against code that does not validate. */
const OF_THE_FLOOR = { 24: 0.75, 20: 0.7 };
/** Khmer webhooks on Node 24, whose own decoder of UTF-8 is as fast. */
const OF_THE_FLOOR_IN_KHMER = { "0 customers": 1.05, "1 customer": 0.9 };

/** How much longer than JSON.parse a webhook of unknown members may take, whatever they are. */
const OF_THE_FLOOR_UNKNOWN = 3;
/** A bill with null, a bigint or a warning, against the same bill without it. */
const OF_THE_SAME_BILL = 1.1;
/** Import and first signature, against createHmac's. */
const OF_THE_START = { 24: 1.8, 20: 2 };
/** Megabytes of resident memory over a bare Node, after the import and a first call. */
const MEMORY = { 24: 7, 20: 7 };
/** Kilobytes with gzip of the wasm, of which there is one: a page that signs downloads the rest, too. */
export const DOWNLOAD = 235;

/** Target of the case of a row. A Node without targets has none. */
export function targetOf({ job, case: name, script }, version) {
  const line = lineOf(version);
  const usual = job === "prepare" || job === "receive" ? OF_THE_FLOOR[line] : undefined;
  const inKhmer =
    job === "receive" && script === "Khmer" && line === "24" ? OF_THE_FLOOR_IN_KHMER[name] : undefined;
  return { unknown: OF_THE_FLOOR_UNKNOWN, rows: OF_THE_SAME_BILL }[job] ?? inKhmer ?? usual;
}

export function freshTargets(version) {
  const line = lineOf(version);
  return { start: OF_THE_START[line], memory: MEMORY[line] };
}

function lineOf(version) {
  return version.split(".")[0];
}
