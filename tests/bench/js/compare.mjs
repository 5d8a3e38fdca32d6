// Compares two builds of the npm package: their times, and their sizes.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { sizes } from "./src/builds/sizes.mjs";
import { quantile } from "./src/race.mjs";
import { micros, progress } from "./src/progress.mjs";

const USAGE = `node compare.mjs BEFORE [AFTER] [options]
  BEFORE, AFTER  folders of two unpacked packages; AFTER is target/npm/package unless named
  --processes N  each compiles the code anew; 8 unless named
  --seconds N    of measuring in each process; 15 unless named
  --only TEXT    only cases whose name matches this regular expression
  --help
It ends with an error when a ratio is above 1.05.`;
/** Largest ratio of after to before, in time and size. */
const LIMIT = 1.05;
const BUILT = fileURLToPath(new URL("../../../target/npm/package", import.meta.url));
const MEASURE = fileURLToPath(new URL("src/builds/measure.mjs", import.meta.url));

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    processes: { type: "string", default: "8" },
    seconds: { type: "string", default: "15" },
    only: { type: "string", default: "" },
    help: { type: "boolean", default: false },
  },
});
const [before, after = BUILT] = positionals;
if (options.help || !before) console.log(USAGE);
else compare();

function compare() {
  const runs = measured();
  const rows = [...sizes(before, after), ...times(runs)];
  console.table(rows.map(shown));
  const others = Math.max(0, ...runs.map(({ others }) => others));
  if (others > 0.2) console.log(`other programs kept up to ${others.toFixed(1)} cores busy`);
  const above = rows.filter(({ ratio }) => ratio > LIMIT);
  for (const { job, case: name, script, ratio } of above) {
    console.log(`${job} ${name} ${script}: ${ratio.toFixed(3)}, at most ${LIMIT}`);
  }
  if (above.length > 0) process.exitCode = 1;
}

/** Every other process loads AFTER first. */
function measured() {
  const runs = Array.from({ length: Number(options.processes) }, (_, index) => {
    progress(`process ${index + 1} of ${options.processes}`);
    const swapped = index % 2 === 1 ? ["swapped"] : [];
    const args = [MEASURE, before, after, options.seconds, options.only, ...swapped];
    return JSON.parse(execFileSync(process.execPath, args, { maxBuffer: 2 ** 26 }).toString());
  });
  progress("");
  return runs;
}

/** One row for each case: the median of the processes' ratios. */
function times(runs) {
  return runs[0].rows.map(({ job, case: name, script }, at) => {
    const undisturbed = runs.map(({ rows }) => rows[at].undisturbed);
    const median = (side) =>
      quantile(
        undisturbed.map((times) => times[side]),
        0.5,
      );
    return {
      job,
      case: name,
      script,
      before: micros(median("theirs")),
      after: micros(median("ours")),
      ratio: median("ratio"),
      ratios: undisturbed.map(({ ratio }) => ratio).toSorted((a, b) => a - b),
    };
  });
}

function shown({ job, case: name, script, before, after, ratio, ratios }) {
  const range = ratios && `${ratios[0].toFixed(2)} to ${ratios.at(-1).toFixed(2)}`;
  return { job, case: name, text: script, before, after, ratio: ratio.toFixed(3), "of the processes": range };
}
