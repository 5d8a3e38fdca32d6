// What billwire's three jobs cost, against what a backend would write by hand.
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { writeDocuments } from "./src/documents.mjs";
import { JOBS, measureNodes } from "./src/nodes.mjs";
import { downloadSize, packageVersion } from "./src/package.mjs";
import { BUSY, progress } from "./src/progress.mjs";
import { summarised } from "./src/summary.mjs";

const USAGE = `node bench.mjs [options]
  --program FILE  a Node to measure; repeat it for several. The one that runs this program, unless named
  --quick         a minute for each Node; the ratios are less certain
  --only JOB      ${JOBS.join(", ")} alone; repeat it for several. "start" is what a new process pays
  --write         write docs/bench.md and the README's table anew, from this run
  --help`;
/** Milliseconds for the races, of which each of the processes takes all, and samples of what a new process pays. */
const THOROUGH = {
  turn: 2,
  warmUp: 10_000,
  measure: 40_000,
  processes: 3,
  samples: { start: 41, batch: 15, memory: 7 },
};
const QUICK = {
  turn: 1,
  warmUp: 8_000,
  measure: 25_000,
  processes: 1,
  samples: { start: 15, batch: 3, memory: 3 },
};

const { values: options } = parseArgs({
  options: {
    program: { type: "string", multiple: true, default: [process.execPath] },
    quick: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: JOBS },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (options.help) console.log(USAGE);
else bench(options);

function bench({ program, quick, only, write }) {
  const stranger = only.find((job) => !JOBS.includes(job));
  if (stranger !== undefined) throw new Error(`--only ${stranger}: there are ${JOBS.join(", ")}`);
  if (write && only !== JOBS && only.length < JOBS.length) throw new Error("--write needs all jobs");
  const nodes = measureNodes(program, only, quick ? QUICK : THOROUGH);
  progress("");
  const machine = { cpu: cpus()[0]?.model.trim() ?? "unknown", cores: cpus().length };
  const others = Math.max(...nodes.map(({ others }) => others));
  const results = {
    billwire: packageVersion(),
    date: new Date().toISOString(),
    machine,
    others,
    download: downloadSize(),
    nodes,
  };

  console.log(`billwire ${results.billwire}, ${machine.cpu} (${machine.cores} cores)`);
  for (const node of nodes) {
    console.log(
      `Node ${node.version}; quiet is the ratio of the least disturbed turns: on a busy machine, read that one`,
    );
    console.table(summarised(node, results.download));
  }
  if (others > BUSY)
    console.log(`other programs kept up to ${others.toFixed(1)} cores busy: measure again when they rest`);
  if (write) writeDocuments(results);
}
