// Measures one Node after the other, each in processes of its own.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { fresh } from "./fresh/fresh.mjs";
import { quantile } from "./race.mjs";
import { progress } from "./progress.mjs";

const RACE = fileURLToPath(new URL("one-race.mjs", import.meta.url));
/** Job that new processes do. */
const FRESH = "start";

export const JOBS = ["sign", "prepare", "receive", "unknown", "rows", FRESH];

/** @returns per Node its version, the rows of the races, and what its new processes pay */
export function measureNodes(programs, jobs, pace) {
  const raced = jobs.filter((job) => job !== FRESH);
  const races = programs.map(() => []);
  // The Nodes take turns, so that a busy hour of the machine is not that of one Node.
  for (let turn = 0; turn < pace.processes && raced.length > 0; turn++) {
    programs.forEach((program, at) =>
      races[at].push(answerOf(program, [RACE, JSON.stringify(pace), ...raced])),
    );
  }
  return programs.map((program, at) => {
    const version = answerOf(program, ["-p", "JSON.stringify(process.versions.node)"]);
    const report = (text) => progress(`Node ${version}, ${text}`);
    return {
      version,
      rows: raced.length > 0 ? merged(races[at].map(({ rows }) => rows)) : [],
      others: Math.max(0, ...races[at].map(({ others }) => others)),
      ...(jobs.includes(FRESH) && fresh(program, pace.samples, report)),
    };
  });
}

function answerOf(program, args) {
  return JSON.parse(
    execFileSync(program, args, { maxBuffer: 2 ** 26, stdio: ["ignore", "pipe", "inherit"] }).toString(),
  );
}

/** Medians of several processes, since the engine compiles anew in each. */
function merged(runs) {
  return runs[0].map((row, at) => {
    const median = (read) =>
      quantile(
        runs.map((rows) => read(rows[at])),
        0.5,
      );
    return {
      ...row,
      ours: median(({ ours }) => ours),
      theirs: median(({ theirs }) => theirs),
      ratio: median(({ ratio }) => ratio),
      undisturbed: { ratio: median(({ undisturbed }) => undisturbed.ratio) },
    };
  });
}
