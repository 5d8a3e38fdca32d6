// Time of each step of a settlement flow, without what the program does for it. Ends with an error above the limit.
import { cpus } from "node:os";
import { Biller, SettlementFlow } from "billwire";
import { packageVersion } from "./src/package.mjs";
import { bills } from "./src/inputs.mjs";
import { KHMER, LATIN } from "./src/words.mjs";

/** Most that a step may take, in microseconds. */
const LIMIT = 20;
const ROUNDS = 20_000;
const SETTLED = Buffer.from('{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}');
const NOT_FOUND = Buffer.from('{"code":"NOT_FOUND","message":"Transaction not found"}');
const profile = {
  settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" },
  notFoundCodes: { verification: ["NOT_FOUND"] },
};
const biller = new Biller({ baseUrl: "https://service.example", bearer: "a", verificationToken: "b", hashToken: "c", profile });

console.log(`billwire ${packageVersion()} on Node ${process.version}, ${cpus()[0]?.model.trim()}`);
let isSlow = false;
for (const [name, words, lines] of [["Latin, 0 lines", LATIN, 0], ["Latin, 3 lines", LATIN, 3], ["Khmer, 3 lines", KHMER, 3]]) {
  const inputs = bills(words, lines);
  const times = new Map();
  for (let round = 0; round < ROUNDS; round++) {
    // The engine compiles during the first half.
    if (round === ROUNDS / 2) times.clear();
    settle(inputs[round % inputs.length], times);
  }
  for (const [step, measured] of times) {
    const median = measured.toSorted((a, b) => a - b)[measured.length >> 1] * 1_000;
    isSlow ||= step !== "new" && median > LIMIT;
    console.log(`${name}, ${step}: ${median.toPrecision(3)} µs`);
  }
}
if (isSlow) {
  console.error(`a step takes more than ${LIMIT} µs`);
  process.exitCode = 1;
}

/** Settles a bill whose first answer is lost, and notes the time of each call. */
function settle(bill, times) {
  let now = 0;
  let lookups = 0;
  const flow = timed(times, () => "new", () => new SettlementFlow(biller, bill, { now: () => now }));
  for (;;) {
    const step = timed(times, ({ step }) => `step that is ${step}`, () => flow.step());
    if (step.step === "finished") return;
    if (step.step === "save") timed(times, () => "saved", () => flow.saved(step.revision));
    else if (step.step === "wait") now = step.until;
    else if (lookups === 0 && step.request.operation === "settlement") timed(times, () => "noAnswer", () => flow.noAnswer(step.request.number, { sent: "maybe" }));
    else {
      const isLookup = step.request.operation === "verification";
      if (isLookup) lookups++;
      timed(times, () => (isLookup ? "answered, not found" : "answered, settled"), () => flow.answered(step.request.number, 200, isLookup ? NOT_FOUND : SETTLED));
    }
  }
}

function timed(times, nameOf, work) {
  const start = performance.now();
  const result = work();
  const time = performance.now() - start;
  const name = nameOf(result);
  const list = times.get(name);
  if (list) list.push(time);
  else times.set(name, [time]);
  return result;
}
