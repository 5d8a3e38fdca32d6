// Public corpora of text, read through the package in both encodings of JavaScript. `tests/tests/corpora` reads these and others in Rust.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { WebhookReceiver, sign } from "billwire";
import type { BillwireError, Code, JsonObject } from "billwire";
import { test } from "vitest";
import { BILL, bare, biller, errorOf, sent } from "./support/bills.ts";
import { corpus } from "./support/corpora.ts";

const receiver = WebhookReceiver.checkout();

/** Why billwire refuses text that JSON.parse accepts. */
const STRICTER: readonly (Code | undefined)[] = ["duplicate_key", "lone_surrogate", "too_deep"];

test("JSONTestSuite", () => {
  const folder = corpus("jsontestsuite/test_parsing");
  if (!folder) return;
  const counts: Counts = [0, 0];
  for (const file of readdirSync(folder)) {
    const body = Buffer.concat([Buffer.from('{"x":'), readFileSync(new URL(encodeURIComponent(file), folder)), Buffer.from("}")]);
    const code = receive(counts, file, body);
    const isValid = isJson(body);
    if (code !== undefined) assert(!isValid || STRICTER.includes(code), `${file}: ${code}`);
    assert(code !== undefined || isValid, file);
    if (file.startsWith("n_")) assert(code !== undefined, file);
  }
  assert.deepEqual(counts, [103, 215]);
});

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body));
    return true;
  } catch {
    return false;
  }
}

test("UTF-8 in every place for text", () => {
  const folder = corpus("utf8tests");
  if (!folder) return;
  const sequences = readFileSync(new URL("utf8tests.txt", folder), "utf8").split("\n").flatMap(sequence);
  const places = [
    ["in a key", '{"', '":1}'],
    ["in a known value", '{"tran_id":"', '"}'],
    ["in a known value of a list", '{"customers":[{"bill_no":"', '"}]}'],
    ["in an ignored value", '{"x":[{"y":"', '"}]}'],
    ["in an ignored key", '{"x":{"', '":0}}'],
  ] as const;
  for (const [place, head, tail] of places) {
    const counts: Counts = [0, 0];
    for (const { id, bytes, valid } of sequences) {
      const body = Buffer.concat([Buffer.from(head), escaped(bytes), Buffer.from(tail)]);
      assert.equal(receive(counts, id, body), valid ? undefined : "invalid_utf8", `${id} ${place}`);
    }
    assert.deepEqual(counts, [77, 145], place);
  }
});

test("RFC 3339", () => {
  const folder = corpus("jsonschema_format");
  if (!folder) return;
  const tables = [
    ["date-time", "", "", [3, 24]],
    ["date", "", "T12:00:00Z", [17, 58]],
    ["time", "2026-01-31T", "", [6, 35]],
  ] as const;
  for (const [table, head, tail, expected] of tables) {
    const counts: Counts = [0, 0];
    const text = readFileSync(new URL(`${table}.json`, folder), "utf8");
    const groups: readonly { tests: readonly { data: unknown; valid: boolean }[] }[] = JSON.parse(text);
    for (const { data, valid } of groups.flatMap(({ tests }) => tests)) {
      if (typeof data !== "string") continue;
      const bill = { ...BILL, date: head + data + tail };
      const signed = attempt(() => sign(bill, "key"));
      const prepared = attempt(() => sent(biller().prepareSettlement(bill))["date"]);
      if (typeof signed === "string" && typeof prepared === "string") assert(valid, data);
      else assert.equal(codeAt("date", prepared), codeAt("date", signed));
      counts[typeof signed === "string" ? 0 : 1]++;
    }
    assert.deepEqual(counts, expected, table);
  }
});

/** Numbers of accepted and refused texts. */
type Counts = [accepted: number, refused: number];

/** Receives the body and returns the reason of a refusal. An accepted body equals the result of JSON.parse. */
function receive(counts: Counts, id: string, body: Buffer): Code | undefined {
  const event = attempt(() => receiver.receive({}, body));
  if (event instanceof Error) {
    const [finding] = event.violations;
    assert(finding?.offset !== undefined && finding.offset <= body.length && finding.code === event.code, id);
    counts[1]++;
    return finding.code;
  }
  const { customers, ...payload } = event.payload;
  const found = bare({ ...flat(payload), customers: customers?.map(flat) });
  assert(isSame(found, JSON.parse(body.toString())), id);
  counts[0]++;
  return undefined;
}

/** Known and unknown members together, as they were received. */
function flat<Model extends { readonly extra: Readonly<JsonObject> }>({ extra, ...known }: Model): object {
  return { ...known, ...extra };
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

/** `id:valid:text`, `id:valid hex:bytes` or `id:invalid hex:bytes:…`. */
function sequence(line: string): { id: string; bytes: Buffer; valid: boolean }[] {
  const [id = "", kind = "", text = ""] = line.split(":").map((part, index) => (index === 1 ? part.trim() : part));
  if (line.startsWith("#") || !["valid", "valid hex", "invalid hex"].includes(kind)) return [];
  const bytes = kind.includes("hex") ? Buffer.from(text.replaceAll(/[^0-9a-f]/gi, ""), "hex") : Buffer.from(text);
  return [{ id, bytes, valid: kind.startsWith("valid") }];
}

/** Escapes characters that JSON forbids in a string, so that they are not the reason of a refusal. */
function escaped(bytes: Buffer): Buffer {
  const special = (byte: number) => byte < 0x20 || byte === 0x22 || byte === 0x5c;
  const escape = (byte: number) => Buffer.from(`\\u${byte.toString(16).padStart(4, "0")}`);
  return Buffer.concat([...bytes].map((byte) => (special(byte) ? escape(byte) : Buffer.of(byte))));
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

/** Code of the only violation, which has this path. */
function codeAt(path: string, error: unknown): Code {
  assert(error instanceof Error && "violations" in error);
  const { violations, code } = error as BillwireError;
  assert.deepEqual(violations.map((one) => `${one.path} ${one.code}`), [`${path} ${code}`]);
  return code;
}
