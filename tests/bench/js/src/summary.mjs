// The figures that count, out of the results of one Node: each a value with its target, where it has one.
import { micros } from "./progress.mjs";
import { DOWNLOAD, freshTargets, targetOf } from "./targets.mjs";

/** Rows for a person at a terminal: every figure of a Node, with its target where it has one. */
export function summarised(node, download) {
  const cases = casesOf(node).map(({ job, name, script, ours, floor }) => {
    return { name: `${job}, ${name} ${script}`, unit: "µs", ours, figure: floor };
  });
  return [...cases, ...freshOf(node), downloadOf(download)].map(({ name, unit, ours, figure }) => {
    const { peer, theirs, value, undisturbed, most } = figure;
    const ratios =
      undisturbed === undefined ? {} : { ratio: value.toFixed(2), quiet: undisturbed.toFixed(2) };
    const met = isMet(figure);
    const target = met === undefined ? {} : { target: `${most} ${met ? "met" : "missed"}` };
    return {
      name,
      ours: `${micros(ours)} ${unit}`,
      against: peer,
      theirs: theirs && micros(theirs),
      ...ratios,
      ...target,
    };
  });
}

/** A line for each case: the ratio to the peer, which does not validate. */
export function casesOf({ rows, version }) {
  return rows.map((row) => {
    const { job, case: name, script, ours } = row;
    return { job, name, script, ours, floor: figure(row, targetOf(row, version)) };
  });
}

/** A line for each thing that a new process pays. */
export function freshOf({ start, batch, memory, version }) {
  if (start === undefined) return [];
  const most = freshTargets(version);
  const megabytes = (name, kind, most) => ({
    name,
    unit: "MB",
    ours: memory.billwire[kind],
    figure: { value: memory.billwire[kind], peer: "by hand", theirs: memory["by hand"][kind], most },
  });
  return [
    { name: "import and first signature", unit: "ms", ours: start.ours, figure: figure(start, most.start) },
    { name: "1,000 bills in a new process", unit: "ms", ours: batch.ours, figure: figure(batch) },
    megabytes("memory over a bare Node, first call", "imported", most.memory),
    megabytes("memory over a bare Node, 100,000 calls", "afterCalls"),
  ];
}

/** The wasm that a page downloads first. */
export function downloadOf({ name, gzip }) {
  const value = gzip / 1_000;
  return { name: `${name}, gzip`, unit: "kB", ours: value, figure: { value, most: DOWNLOAD } };
}

/** Whether a figure meets its target; undefined where there is none. */
export function isMet({ value, most }) {
  return most === undefined ? undefined : value <= most;
}

function figure({ peer, theirs, ratio, undisturbed }, most) {
  return { value: ratio, undisturbed: undisturbed.ratio, peer, theirs, most };
}
