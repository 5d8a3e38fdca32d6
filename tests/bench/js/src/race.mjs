// Runs the contestants of all cases against each other, in one process and in many short rounds.
//
// A machine's speed drifts, so a time alone says little. In each round every contestant of a case runs for a moment,
// one right after the other and in random order; what counts is the median of the rounds' ratios.
import { randomFrom } from "./random.mjs";

/** Keeps the results, so that no work is dropped as unused. */
export let kept;

/**
 * @param cases from jobs/: inputs, `ours` and `peer`, each with a name and `run(input)`
 * @param pace milliseconds: `turn` of a contestant in a round, `warmUp` and `measure` in all
 * @returns a row for each case
 */
export function race(cases, pace, report) {
  const fields = cases.map((each) => ({ each, contestants: [each.ours, each.peer].map(contestant) }));
  for (const { each } of fields) checkOnce(each);
  rounds("warm-up", fields, pace.warmUp, report, (entry, inputs) => warm(entry, inputs, pace.turn));
  for (const { contestants } of fields) for (const entry of contestants) entry.times.length = 0;
  rounds("measuring", fields, pace.measure, report, turn);
  return fields.map(row);
}

/** Nobody is timed before every answer was compared with the peer's. */
function checkOnce({ inputs, ours, peer, check }) {
  for (const input of inputs) check(ours.run(input), peer.run(input));
}

function contestant({ name, run }) {
  return { name, run, count: 1, next: 0, times: [] };
}

function rounds(phase, fields, budget, report, take) {
  const random = randomFrom(1);
  const end = performance.now() + budget;
  for (let round = 1; round <= 3 || performance.now() < end; round++) {
    for (const { each, contestants } of random.shuffled(fields)) {
      for (const entry of random.shuffled(contestants)) take(entry, each.inputs);
    }
    report(phase, round, Math.max(0, end - performance.now()));
  }
}

/** Takes a turn, and sets how many runs will make the next one as long as it should be. */
function warm(entry, inputs, length) {
  turn(entry, inputs);
  const time = entry.times.at(-1);
  entry.count = Math.max(1, Math.min(entry.count * 4, Math.round(length / time)));
}

/** Notes the milliseconds that one run took. The same inputs go before, so that nobody pays for fetching them. */
function turn(entry, inputs) {
  const { run, count, next, times } = entry;
  for (let i = next; i < next + Math.min(count, inputs.length); i++) kept = run(inputs[i % inputs.length]);
  const start = performance.now();
  for (let i = next; i < next + count; i++) kept = run(inputs[i % inputs.length]);
  times.push((performance.now() - start) / count);
  entry.next = (next + count) % inputs.length;
}

function row({ each, contestants: [ours, theirs] }) {
  const ratios = ours.times.map((time, round) => time / theirs.times[round]);
  return {
    job: each.job,
    case: each.case,
    script: each.script,
    ours: 1_000 * quantile(ours.times, 0.5),
    peer: theirs.name,
    theirs: 1_000 * quantile(theirs.times, 0.5),
    ratio: quantile(ratios, 0.5),
    undisturbed: undisturbed(ours, theirs),
  };
}

/** The fastest tenth of the turns: no other program interrupted them. */
function undisturbed(ours, theirs) {
  const [fast, peer] = [ours, theirs].map(({ times }) => 1_000 * quantile(times, 0.1));
  return { ours: fast, theirs: peer, ratio: fast / peer };
}

export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * part;
  const below = sorted[Math.floor(at)];
  return below + (sorted[Math.ceil(at)] - below) * (at - Math.floor(at));
}
