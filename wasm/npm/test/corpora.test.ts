// JSONTestSuite, read through the package and compared with JSON.parse. `tests/tests/corpora` reads this and other corpora in Rust.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { WebhookReceiver } from "billwire";
import type { BillwireError, Code, JsonObject } from "billwire";
import { test } from "vitest";
import { bare, errorOf } from "./support/bills.ts";
import { ROOT } from "./support/cases.ts";

const receiver = WebhookReceiver.checkout();

/** Why billwire refuses text that JSON.parse accepts. */
const STRICTER: readonly (Code | undefined)[] = ["duplicate_key", "lone_surrogate", "too_deep"];

test("JSONTestSuite", () => {
  const folder = corpus();
  if (folder === undefined) return console.warn("not run: cargo does not find the crate with JSONTestSuite");
  const counts = { accepted: 0, refused: 0 };
  for (const file of readdirSync(folder)) {
    const body = Buffer.concat([Buffer.from('{"x":'), readFileSync(`${folder}/${file}`), Buffer.from("}")]);
    const code = receive(file, body);
    const isValid = isJson(body);
    if (code !== undefined) assert(!isValid || STRICTER.includes(code), `${file}: ${code}`);
    assert(code !== undefined || isValid, file);
    if (file.startsWith("n_")) assert(code !== undefined, file);
    counts[code === undefined ? "accepted" : "refused"]++;
  }
  assert.deepEqual(counts, { accepted: 103, refused: 215 });
});

/** Folder of the corpus in the crate of tests/corpora/Cargo.toml; undefined without cargo or network. */
function corpus(): string | undefined {
  const manifest = fileURLToPath(new URL("tests/corpora/Cargo.toml", ROOT));
  try {
    const answer = execFileSync("cargo", ["metadata", "--locked", "--format-version", "1", "--manifest-path", manifest], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const { packages }: { packages: readonly { name: string; manifest_path: string }[] } = JSON.parse(answer);
    return packages.find(({ name }) => name === "actson")?.manifest_path.replace(/Cargo.toml$/, "tests/json_test_suite/test_parsing");
  } catch {
    return undefined;
  }
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
    return true;
  } catch {
    return false;
  }
}

/** Receives the body and returns the reason of a refusal. An accepted body equals the result of JSON.parse. */
function receive(id: string, body: Buffer): Code | undefined {
  const event = attempt(() => receiver.receive({}, body));
  if (event instanceof Error) {
    const [finding] = event.violations;
    assert(finding?.offset !== undefined && finding.offset <= body.length && finding.code === event.code, id);
    return finding.code;
  }
  const { extra, ...payload } = event.payload as unknown as { extra: JsonObject };
  assert(isSame(bare({ ...payload, ...extra }), JSON.parse(body.toString())), id);
  return undefined;
}

/** Keeps a number that JavaScript would round as text. */
function isSame(found: unknown, parsed: unknown): boolean {
  if (typeof found === "string" && typeof parsed === "number") return Object.is(Number(found), parsed);
  if (typeof found !== "object" || found === null || typeof parsed !== "object" || parsed === null) {
    return Object.is(found, parsed);
  }
  const [own, others] = [Object.entries(found), new Map(Object.entries(parsed))];
  const isAlike = Array.isArray(found) === Array.isArray(parsed) && own.length === others.size;
  return isAlike && own.every(([key, value]) => others.has(key) && isSame(value, others.get(key)));
}

function attempt<Result>(work: () => Result): Result | BillwireError {
  try {
    return work();
  } catch (error) {
    return errorOf(() => {
      throw error;
    });
  }
}
