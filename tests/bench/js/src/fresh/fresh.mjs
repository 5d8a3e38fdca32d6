// What a new process pays: until its first signature, for a batch, and in memory. A fresh process takes each sample.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { quantile } from "../race.mjs";
import { randomFrom } from "../random.mjs";

const SAMPLE = fileURLToPath(new URL("sample.mjs", import.meta.url));

/** @param samples how many of each measure */
export function fresh(node, samples, report) {
  const sampled = (measure, names) => {
    report(`${measure} in new processes`);
    return take(node, measure, names, samples[measure]);
  };
  return {
    start: times(sampled("start", ["billwire", "createHmac"])),
    batch: times(sampled("batch", ["billwire", "by hand"])),
    memory: megabytes(sampled("memory", ["billwire", "by hand", "bare"])),
  };
}

/** The samples of each contestant. One of each is taken in turns, in random order. */
function take(node, measure, names, count) {
  const random = randomFrom(1);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < count; round++) {
    for (const name of random.shuffled(names)) {
      samples[name].push(JSON.parse(execFileSync(node, [SAMPLE, measure, name]).toString()));
    }
  }
  const answers = new Set(Object.values(samples).flatMap((taken) => taken.map(({ answer }) => answer)));
  if (answers.size !== 1) throw new Error(`${measure}: two answers to the same question`);
  return samples;
}

/** billwire against the other contestant: medians, the median of the rounds' ratios, and the ratio of the minima. */
function times({ billwire, ...others }) {
  const [[peer, samples]] = Object.entries(others);
  const [ours, theirs] = [billwire, samples].map((taken) => taken.map(({ ms }) => ms));
  const ratios = ours.map((time, round) => time / theirs[round]);
  return {
    peer,
    ours: quantile(ours, 0.5),
    theirs: quantile(theirs, 0.5),
    ratio: quantile(ratios, 0.5),
    undisturbed: { ratio: Math.min(...ours) / Math.min(...theirs) },
  };
}

/** Medians over a bare Node. */
function megabytes({ bare, ...contestants }) {
  const median = (samples, name) =>
    quantile(
      samples.map((sample) => sample[name]),
      0.5,
    ) / 1e6;
  const above = (samples, name) => median(samples, name) - median(bare, name);
  const rows = Object.entries(contestants).map(([name, samples]) => [
    name,
    { imported: above(samples, "imported"), afterCalls: above(samples, "afterCalls") },
  ]);
  return { bare: median(bare, "imported"), ...Object.fromEntries(rows) };
}
