// What billwire's three jobs cost, against what a backend would write by hand.
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { chart } from "./src/chart.mjs";
import { firstAnswer, packageVersion, wasmSize } from "./src/footprint.mjs";
import { preparing } from "./src/jobs/prepare.mjs";
import { receiving } from "./src/jobs/receive.mjs";
import { signing } from "./src/jobs/sign.mjs";
import { unknown } from "./src/jobs/unknown.mjs";
import { watchNeighbours } from "./src/neighbours.mjs";
import { race } from "./src/race.mjs";
import { footprintLines, progress, resultTable, targetLines } from "./src/report.mjs";
import { targets } from "./src/targets.mjs";

const USAGE = `node bench.mjs [options]
  --quick       15 seconds at most; the ratios are less certain
  --only JOB    sign, prepare, receive or unknown alone
  --json FILE   write all results as JSON
  --chart       draw docs/benchmark.svg anew, from the cases with Latin text
  --help`;
const THOROUGH = { turn: 2, warmUp: 12_000, measure: 60_000, starts: 15 };
const QUICK = { turn: 1, warmUp: 3_000, measure: 7_000, starts: 5 };
const CHART = new URL("../../../docs/benchmark.svg", import.meta.url);

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    json: { type: "string" },
    chart: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (options.help) console.log(USAGE);
else bench(options);

function bench({ quick, only, json, chart: draw }) {
  const pace = quick ? QUICK : THOROUGH;
  const cases = [...signing(), ...preparing(), ...receiving(), ...unknown()].filter(({ job }) => !only || job === only);
  if (cases.length === 0) throw new Error(`--only ${only}: there are sign, prepare, receive and unknown`);
  const machine = { node: process.version, cpu: cpus()[0]?.model.trim() ?? "unknown", cores: cpus().length };
  console.log(`billwire ${packageVersion()} on Node ${machine.node}, ${machine.cpu} (${machine.cores} cores)`);

  const neighbours = watchNeighbours();
  const rows = race(cases, pace, (phase, round, left) =>
    progress(`${phase}, round ${round}, ${Math.ceil(left / 1_000)} s left`),
  );
  const others = neighbours();
  progress("starting processes");
  const footprint = { wasm: wasmSize(), start: firstAnswer(pace.starts) };
  progress("");

  const verdicts = targets(rows);
  console.log(resultTable(rows));
  console.log(`ratio: the median of ${rows[0].rounds} rounds; below 1, billwire is faster`);
  if (others > 0.2) console.log(`other programs kept ${others.toFixed(1)} cores busy: measure again when they rest`);
  console.log([...footprintLines(footprint), ...targetLines(verdicts)].join("\n"));
  const results = { billwire: packageVersion(), machine, others, ...footprint, targets: verdicts, rows };
  if (json) writeFileSync(json, `${JSON.stringify(results, null, 2)}\n`);
  if (draw) writeFileSync(CHART, chart(rows, machine));
}
