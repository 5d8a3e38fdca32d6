// Runs two builds against each other in this process, and prints the rows as JSON.
// usage: node measure.mjs BEFORE AFTER SECONDS ONLY [swapped]
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { watchNeighbours } from "../neighbours.mjs";
import { race } from "../race.mjs";
import { cases } from "./cases.mjs";

const [before, after, seconds, only, swapped] = process.argv.slice(2);
const modules = {};
for (const [name, folder] of Object.entries(swapped ? { after, before } : { before, after })) {
  // The file that Node loads: a package may name itself.
  const entry = createRequire(join(resolve(folder), "package.json")).resolve("billwire");
  modules[name] = await import(pathToFileURL(entry).href);
}
const chosen = cases(modules.before, modules.after).filter((each) =>
  `${each.job} ${each.case} ${each.script}`.match(only),
);
if (chosen.length === 0) throw new Error(`no case matches ${only}`);
const neighbours = watchNeighbours();
const rows = race(chosen, { turn: 2, warmUp: 500 * seconds, measure: 1_000 * seconds }, () => {});
console.log(JSON.stringify({ rows, others: neighbours() }));
