// What the figures ought to be: on Node 24, and on Node 20. The other Nodes have no targets.

/** Cases in Latin and in Khmer script, against the fastest that does not validate. */
const OF_THE_FLOOR = {
  "sign one hash": { Latin: { 24: 0.45, 20: 0.45 }, Khmer: { 24: 0.5, 20: 0.5 } },
  "prepare 0 lines": { Latin: { 24: 0.5, 20: 0.4 }, Khmer: { 24: 0.55, 20: 0.45 } },
  "prepare 3 lines": { Latin: { 24: 0.45, 20: 0.38 }, Khmer: { 24: 0.5, 20: 0.42 } },
  "prepare 50 lines": { Latin: { 24: 0.45, 20: 0.38 }, Khmer: { 24: 0.5, 20: 0.4 } },
  "receive 0 customers": { Latin: { 24: 0.6, 20: 0.58 }, Khmer: { 24: 0.6, 20: 0.54 } },
  "receive 1 customer": { Latin: { 24: 0.5, 20: 0.5 }, Khmer: { 24: 0.55, 20: 0.44 } },
  "receive 20 customers": { Latin: { 24: 0.42, 20: 0.38 }, Khmer: { 24: 0.6, 20: 0.3 } },
};

/** How much longer than JSON.parse a webhook of unknown members may take, whatever they are. */
const OF_THE_FLOOR_UNKNOWN = 3;
const OF_THE_FASTEST_VALIDATOR = { 24: 0.8, 20: 0.7 };
/** Import and first signature, against createHmac's. */
const OF_THE_START = { 24: 1.8, 20: 2 };
/** Megabytes of resident memory over a bare Node, after the import and a first call. */
const MEMORY = { 24: 7, 20: 7 };
/** Kilobytes with gzip of the wasm, of which there is one: a page that signs downloads the rest, too. */
export const DOWNLOAD = 235;

/** Targets of the case of a row. A Node without targets has none. */
export function targetsOf({ job, case: name, script }, version) {
  const line = lineOf(version);
  const floor = job === "unknown" ? OF_THE_FLOOR_UNKNOWN : OF_THE_FLOOR[`${job} ${name}`]?.[script][line];
  return { floor, validator: OF_THE_FASTEST_VALIDATOR[line] };
}

export function freshTargets(version) {
  const line = lineOf(version);
  return { start: OF_THE_START[line], batch: OF_THE_FASTEST_VALIDATOR[line], memory: MEMORY[line] };
}

function lineOf(version) {
  return version.split(".")[0];
}
