// The results for people to read.
import Table from "cli-table3";

export function resultTable(rows) {
  const head = ["job", "case", "text", "ours µs", "peer", "peer µs", "ratio"];
  const colAligns = ["left", "left", "left", "right", "left", "right", "right"];
  const table = new Table({ head, colAligns, style: { head: [], border: [], compact: true } });
  let before;
  for (const row of rows) {
    const same = before?.job === row.job && before.case === row.case && before.script === row.script;
    const what = same ? ["", "", "", ""] : [row.job, row.case, row.script, micros(row.ours)];
    table.push([...what, row.peer, micros(row.theirs), row.ratio.toFixed(2)]);
    before = row;
  }
  return table.toString();
}

export function footprintLines({ wasm, start }) {
  const kilobytes = (bytes) => `${(bytes / 1_000).toFixed(1)} kB`;
  const millis = (time) => `${time.toFixed(1)} ms`;
  return [
    `wasm: ${kilobytes(wasm.raw)}, ${kilobytes(wasm.gzip)} with gzip`,
    `process start to first answer: ${millis(start.billwire)} beyond a bare node (${millis(start.bare)}); ` +
      `createHmac ${millis(start.createHmac)}`,
  ];
}

export function targetLines(targets) {
  return targets.map(({ job, case: name, peer, most, ratio, met }) => {
    const verdict = met ? "met" : "not met";
    return `target ${job}, ${name}: ${ratio.toFixed(3)} of ${peer}, at most ${most.toFixed(2)}: ${verdict}`;
  });
}

/** Three digits that count. */
export function micros(value) {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** One line that is written anew, for a person at a terminal; nothing elsewhere. */
export function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
