// Writes the inputs of all cases as JSON, for the programs that run the same jobs in other languages.
// usage: node write-inputs.mjs FILE
import { writeFileSync } from "node:fs";
import { bills, notices } from "./src/inputs.mjs";
import { KHMER, LATIN } from "./src/words.mjs";

const [file] = process.argv.slice(2);
const cases = [LATIN, KHMER].flatMap((words) => [
  ...[0, 3, 50].map((lines) => ({ job: "prepare", script: words.script, size: lines, inputs: bills(words, lines) })),
  ...[0, 1, 20].map((count) => ({ job: "receive", script: words.script, size: count, inputs: notices(words, count) })),
]);
writeFileSync(file, `${JSON.stringify({ cases })}\n`);
