// The figures that count, out of the results of one Node: each a value with its target, where it has one.
import { micros } from "./progress.mjs";
import { DOWNLOAD, freshTargets, targetsOf } from "./targets.mjs";

/** Rows for a person at a terminal: every figure of a Node, with its target where it has one. */
export function summarised(node, download) {
  const cases = casesOf(node).flatMap(({ job, name, script, ours, floor, validator }) => {
    const of = (figure) => ({ name: `${job}, ${name} ${script}`, unit: "µs", ours, figure });
    return validator ? [of(floor), of(validator)] : [of(floor)];
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

/** A line for each case: the ratio to the peer that does not validate, and to the fastest validator. */
export function casesOf({ rows, version }) {
  return rows
    .filter(({ floor }) => floor)
    .map((row) => {
      const { job, case: name, script, ours } = row;
      const most = targetsOf(row, version);
      const isValidated = job === "prepare" || job === "receive";
      const others = rows.filter((each) => isValidated && !each.floor && isSameCase(each, row));
      return {
        job,
        name,
        script,
        ours,
        floor: figure(row, most.floor),
        validator: others.length > 0 ? figure(fastestOf(others), most.validator) : undefined,
      };
    });
}

/** A line for each thing that a new process pays. */
export function freshOf({ start, batch, memory, version }) {
  if (start === undefined) return [];
  const most = freshTargets(version);
  const [createHmac] = start;
  const byHand = batch.find(({ peer }) => peer === "by hand");
  const fastest = fastestOf(batch.filter((row) => row !== byHand));
  const megabytes = (name, kind, most) => ({
    name,
    unit: "MB",
    ours: memory.billwire[kind],
    figure: { value: memory.billwire[kind], peer: "by hand", theirs: memory["by hand"][kind], most },
  });
  return [
    {
      name: "import and first signature",
      unit: "ms",
      ours: createHmac.ours,
      figure: figure(createHmac, most.start),
    },
    { name: "1,000 bills in a new process", unit: "ms", ours: byHand.ours, figure: figure(byHand) },
    {
      name: "1,000 bills in a new process",
      unit: "ms",
      ours: fastest.ours,
      figure: figure(fastest, most.batch),
    },
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

function isSameCase(one, other) {
  return one.job === other.job && one.case === other.case && one.script === other.script;
}

/** The peer that takes the least time: the ratio to it is the largest. */
function fastestOf(rows) {
  return rows.reduce((most, row) => (row.ratio > most.ratio ? row : most));
}
