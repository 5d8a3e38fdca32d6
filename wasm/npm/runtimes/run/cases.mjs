// Chooses vectors for every runtime, writes them to build/cases.mjs and build/cases.json, and prints the
// number of each kind.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { RUNS } from "../work/vectors.mjs";

/** Number of vectors of a kind with Khmer text, and without, at equal distances in their file. */
const EACH = 8;

/** Settlements with the simulator, which need no vector: the simulator's books are the expected value. */
const rounds = ["merchant_proxy", "checkout"].map((variant) => ({ id: `rounds/${variant}`, variant }));

/** An address at which nobody listens. */
const connections = [{ id: "connections/refused", baseUrl: "http://127.0.0.1:65123" }];

const cases = {
  ...Object.fromEntries(Object.keys(RUNS).map((kind) => [kind, choose(kind)])),
  rounds,
  connections,
};

const build = new URL("../build/", import.meta.url);
mkdirSync(build, { recursive: true });
writeFileSync(new URL("cases.mjs", build), `export const cases = ${JSON.stringify(cases)};\n`);
writeFileSync(new URL("cases.json", build), JSON.stringify(cases));
console.log(
  JSON.stringify(Object.fromEntries(Object.entries(cases).map(([kind, all]) => [kind, all.length]))),
);

function choose(kind) {
  const file = new URL(`../../../../tests/vectors/${kind}.json`, import.meta.url);
  const { cases } = JSON.parse(readFileSync(file, "utf8"));
  const khmer = cases.filter((one) => /\p{Script=Khmer}/u.test(JSON.stringify(one)));
  return [khmer, cases.filter((one) => !khmer.includes(one))].flatMap((all) => {
    const distance = Math.ceil(all.length / EACH);
    return all.filter((_, index) => index % distance === 0);
  });
}
