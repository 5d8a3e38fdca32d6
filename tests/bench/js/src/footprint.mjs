// How large the wasm is, and how long a new process takes to its first answer.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { quantile } from "./race.mjs";

const HERE = import.meta.dirname;
const FIELDS = `{ ref_id: "INV-1", date: "2026-01-31T17:00:00.000Z", currency: "KHR", total_amount: 40000,
  customer_sync_code: "C-1", settlement_to: "S-1" }`;

const PROGRAMS = {
  bare: "",
  billwire: `import { sign } from "billwire"; process.stdout.write(sign(${FIELDS}, "a-hash-token"));`,
  createHmac: `import { createHmac } from "node:crypto";
    const { ref_id, date, currency, total_amount, customer_sync_code, settlement_to } = ${FIELDS};
    const digits = date.replace(/[^0-9]/g, "").slice(0, 14);
    const text = ref_id + digits + currency + total_amount + customer_sync_code + settlement_to;
    process.stdout.write(createHmac("sha512", "a-hash-token").update(text).digest("base64"));`,
};

export function wasmSize() {
  const root = packageRoot();
  const [file] = readdirSync(root, { recursive: true }).filter((name) => name.endsWith(".wasm"));
  if (file === undefined) throw new Error(`there is no wasm in ${root}`);
  const bytes = readFileSync(join(root, file));
  return { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
}

export function packageVersion() {
  return JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")).version;
}

/** Median milliseconds from the start of a process to its first answer, beyond what a bare `node` takes. */
export function firstAnswer(starts) {
  const times = Object.fromEntries(Object.keys(PROGRAMS).map((name) => [name, []]));
  const answers = new Set();
  for (let i = 0; i < starts; i++) {
    for (const [name, program] of Object.entries(PROGRAMS)) {
      const begin = performance.now();
      const answer = execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd: HERE });
      times[name].push(performance.now() - begin);
      if (program !== "") answers.add(answer.toString());
    }
  }
  if (answers.size !== 1) throw new Error("two hashes for the same fields");
  const bare = quantile(times.bare, 0.5);
  return { bare, billwire: quantile(times.billwire, 0.5) - bare, createHmac: quantile(times.createHmac, 0.5) - bare };
}

function packageRoot() {
  const entry = fileURLToPath(import.meta.resolve("billwire"));
  const name = join("node_modules", "billwire");
  return entry.slice(0, entry.lastIndexOf(name) + name.length);
}
