// The results for people at a terminal.
import Table from "cli-table3";
import { casesOf, downloadOf, freshOf, isMet } from "./summary.mjs";

/** Cores that other programs may keep busy: more of them make the ratios uncertain. */
export const BUSY = 0.2;

/** Tables of one Node: its cases, and what a new process pays. */
export function nodeTables(node, download) {
  const cases = casesOf(node).map(({ job, name, script, ours, floor, validator }) => [
    ...[job, name, script, micros(ours)],
    ...[floor.peer, micros(floor.theirs), ...cells(floor)],
    ...(validator ? [validator.peer, ...cells(validator)] : []),
  ]);
  const fresh = [...freshOf(node), downloadOf(download)].map(({ name, unit, ours, figure }) => [
    ...[name, `${micros(ours)} ${unit}`, figure.peer, figure.theirs === undefined ? "" : `${micros(figure.theirs)} ${unit}`],
    ...(unit === "ms" ? cells(figure) : ["", "", target(figure)]),
  ]);
  const ratios = ["ratio", "quiet", "target"];
  return [
    `Node ${node.version}`,
    ...(cases.length > 0
      ? [table(["job", "case", "text", "ours µs", "floor", "µs", ...ratios, "validator", ...ratios], cases)]
      : []),
    table(["new process", "ours", "peer", "", ...ratios], fresh),
  ].join("\n");
}

export const LEGEND = `ratio: the median of the rounds, or of the pairs of new processes; below 1, billwire is faster
quiet: the ratio of the least disturbed turns; on a busy machine, read this one
target: issue 22's; + met, - missed`;

/** A ratio, the same undisturbed, and its target. */
function cells(figure) {
  return [figure.value.toFixed(2), figure.undisturbed.toFixed(2), target(figure)];
}

function target(figure) {
  const met = isMet(figure);
  return met === undefined ? "" : `${figure.most} ${met ? "+" : "-"}`;
}

function table(head, rows) {
  const table = new Table({ head, style: { head: [], border: [], compact: true } });
  // A row may end early; the table needs all cells.
  table.push(...rows.map((row) => head.map((_, at) => row[at] ?? "")));
  return table.toString();
}

/** Three digits that count. */
export function micros(value) {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** One line that is written anew, for a person at a terminal; nothing elsewhere. */
export function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
