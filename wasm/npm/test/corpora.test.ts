// Corpora made by others, read through the package: the same verdicts as from Rust, which `cargo xtask corpora` compares.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { WebhookReceiver, sign } from "billwire";
import type { BillwireError, Code, JsonObject, Settlement } from "billwire";
import { afterAll, test } from "vitest";
import { BILL, bare, biller, errorOf, sent } from "./support/bills.ts";
import { Verdicts, corpus, leaveVerdicts } from "./support/corpora.ts";
import { decimalTests, exact, normalized, plain, product, wholeNumber } from "./support/decimals.ts";
import type { DecimalTest } from "./support/decimals.ts";

afterAll(leaveVerdicts);

const receiver = WebhookReceiver.checkout();

/** Where JSONTestSuite leaves the verdict to the parser; all others are accepted, numbers of any size. */
const CHOICES: Readonly<Record<string, Code>> = {
  "i_object_key_lone_2nd_surrogate": "lone_surrogate",
  "i_string_1st_surrogate_but_2nd_missing": "lone_surrogate",
  "i_string_1st_valid_surrogate_2nd_invalid": "lone_surrogate",
  "i_string_UTF-16LE_with_BOM": "invalid_json",
  "i_string_UTF-8_invalid_sequence": "invalid_utf8",
  "i_string_UTF8_surrogate_U+D800": "invalid_utf8",
  "i_string_incomplete_surrogate_and_escape_valid": "lone_surrogate",
  "i_string_incomplete_surrogate_pair": "lone_surrogate",
  "i_string_incomplete_surrogates_escape_valid": "lone_surrogate",
  "i_string_invalid_lonely_surrogate": "lone_surrogate",
  "i_string_invalid_surrogate": "lone_surrogate",
  "i_string_invalid_utf-8": "invalid_utf8",
  "i_string_inverted_surrogates_U+1D11E": "lone_surrogate",
  "i_string_iso_latin_1": "invalid_utf8",
  "i_string_lone_second_surrogate": "lone_surrogate",
  "i_string_lone_utf8_continuation_byte": "invalid_utf8",
  "i_string_not_in_unicode_range": "invalid_utf8",
  "i_string_overlong_sequence_2_bytes": "invalid_utf8",
  "i_string_overlong_sequence_6_bytes": "invalid_utf8",
  "i_string_overlong_sequence_6_bytes_null": "invalid_utf8",
  "i_string_truncated-utf-8": "invalid_utf8",
  "i_string_utf16BE_no_BOM": "invalid_json",
  "i_string_utf16LE_no_BOM": "invalid_json",
  "i_structure_500_nested_arrays": "too_deep",
  "i_structure_UTF-8_BOM_empty_object": "invalid_json",
};

test("JSONTestSuite", () => {
  const folder = corpus("jsontestsuite/test_parsing");
  if (!folder) return;
  const kinds = [
    ["must parse", "y_", [93, 2, 0]],
    ["must fail", "n_", [0, 188, 0]],
    ["the parser's choice", "i_", [10, 25, 0]],
  ] as const;
  for (const [what, prefix, expected] of kinds) {
    const verdicts = new Verdicts();
    for (const file of readdirSync(folder).filter((name) => name.startsWith(prefix))) {
      const name = file.replace(/\.json$/, "");
      const text = readFileSync(new URL(encodeURIComponent(file), folder));
      const code = receive(verdicts, name, Buffer.concat([Buffer.from('{"x":'), text, Buffer.from("}")]));
      if (prefix === "i_") assert.equal(code, CHOICES[name], name);
      else if (prefix === "n_") assert(code !== undefined, name);
      else assert.equal(code, name.startsWith("y_object_duplicated_key") ? "duplicate_key" : undefined, name);
    }
    verdicts.figure("JSONTestSuite", what, expected);
  }
});

test("UTF-8, wherever text stands", () => {
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
    const verdicts = new Verdicts();
    for (const { id, bytes, valid } of sequences) {
      const body = Buffer.concat([Buffer.from(head), escaped(bytes), Buffer.from(tail)]);
      assert.equal(receive(verdicts, id, body), valid ? undefined : "invalid_utf8", `${id} ${place}`);
    }
    verdicts.figure("utf8tests", place, [77, 145, 0]);
  }
});

test("RFC 3339", () => {
  const folder = corpus("jsonschema_format");
  if (!folder) return;
  const tables = [
    ["date-time", "", "", [3, 24, 6]],
    ["date", "", "T12:00:00Z", [17, 58, 6]],
    ["time", "2026-01-31T", "", [6, 35, 6]],
  ] as const;
  for (const [table, head, tail, expected] of tables) {
    const verdicts = new Verdicts();
    const text = readFileSync(new URL(`${table}.json`, folder), "utf8");
    const groups: readonly { tests: readonly { data: unknown; valid: boolean }[] }[] = JSON.parse(text);
    for (const [id, { data, valid }] of groups.flatMap(({ tests }) => tests).entries()) {
      if (typeof data !== "string") {
        verdicts.skipped(id, "no text");
        continue;
      }
      const bill = { ...BILL, date: head + data + tail };
      const signed = attempt(() => sign(bill, "key"));
      const prepared = attempt(() => sent(biller().prepareSettlement(bill))["date"]);
      if (typeof signed === "string" && typeof prepared === "string") {
        assert(valid, data);
        verdicts.accepted(id, prepared);
      } else {
        verdicts.refused(id, codeAt("date", signed));
        assert.equal(codeAt("date", prepared), codeAt("date", signed));
      }
    }
    verdicts.figure("RFC 3339", table, expected);
  }
});

test("General Decimal Arithmetic", () => {
  const folder = corpus("dectest");
  if (!folder) return;
  const figures = [
    ["base", "text", [668, 500, 2]],
    ["compare", "compare", [269, 0, 370]],
    ["randoms", "compare", [41, 0, 459]],
    ["multiply", "multiply", [131, 0, 390]],
    ["randoms", "multiply", [10, 0, 490]],
    ["rounding", "multiply", [152, 0, 52]],
    ["randoms", "add", [0, 0, 500]],
    ["rounding", "add", [0, 0, 562]],
    ["quantize", "quantize", [0, 0, 775]],
  ] as const;
  for (const [file, operation, expected] of figures) {
    const verdicts = new Verdicts();
    for (const one of decimalTests(new URL(`${file}.decTest`, folder))) {
      const [a, b] = one.operands;
      if (operation === "text" && a !== undefined) readAndWrite(verdicts, one, a);
      else if (operation === one.operation && a !== undefined && b !== undefined) calculate(verdicts, one, a, b);
    }
    verdicts.figure("dectest", `${file}: ${operation}`, expected);
  }
});

/** Receives the body: why it is refused, if it is. What is taken is what JSON.parse makes of it. */
function receive(verdicts: Verdicts, id: string, body: Buffer): Code | undefined {
  const event = attempt(() => receiver.receive({}, body));
  if (event instanceof Error) {
    const [finding] = event.violations;
    assert(finding?.offset !== undefined && finding.offset <= body.length && finding.code === event.code, id);
    verdicts.refused(id, `${finding.code} at ${finding.offset}`);
    return finding.code;
  }
  const { customers, ...payload } = event.payload;
  const found = bare({ ...flat(payload), customers: customers?.map(flat) });
  assert(isSame(found, JSON.parse(body.toString())), id);
  verdicts.accepted(id);
  return undefined;
}

/** What was known and what was not, as it was received. */
function flat<Model extends { readonly extra: Readonly<JsonObject> }>({ extra, ...known }: Model): object {
  return { ...known, ...extra };
}

/** A number that JavaScript would round is kept as its text. */
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

/** What JSON allows in no string as it is must not be what the sequence is refused for. */
function escaped(bytes: Buffer): Buffer {
  const special = (byte: number) => byte < 0x20 || byte === 0x22 || byte === 0x5c;
  const escape = (byte: number) => Buffer.from(`\\u${byte.toString(16).padStart(4, "0")}`);
  return Buffer.concat([...bytes].map((byte) => (special(byte) ? escape(byte) : Buffer.of(byte))));
}

/** A decimal is written as it was read. Engineering notation adds digits there, and rounding takes them away. */
function readAndWrite(verdicts: Verdicts, { id, operation, result, conditions }: DecimalTest, operand: string): void {
  const price = priceOf(operand);
  if (price instanceof Error) {
    const code = codeAt("details[0].price", price);
    if (operand !== "") return verdicts.refused(id, code);
    assert.equal(code, "empty");
    return verdicts.skipped(id, "a field with an empty text has a code of its own");
  }
  const kept = operation !== "toEng" && conditions.length === 0;
  assert.equal(price, plain(exact(kept ? result : operand)), id);
  verdicts.accepted(id, price);
}

function calculate(verdicts: Verdicts, one: DecimalTest, a: string, b: string): void {
  if (one.operation === "add") return verdicts.skipped(one.id, "the package adds nothing for others to see");
  if (one.operation === "quantize") return verdicts.skipped(one.id, "the package quantises nothing");
  if ([a, b].some((operand) => priceOf(operand) instanceof Error)) {
    return verdicts.skipped(one.id, "an operand is no decimal here");
  }
  if (one.operation === "compare") compare(verdicts, one, a, b);
  else multiply(verdicts, one, a, b);
}

/** Two deliveries with the same amount, however written, are the same delivery. */
function compare(verdicts: Verdicts, { id, result }: DecimalTest, a: string, b: string): void {
  if ([a, b].some((operand) => exact(operand).coefficient < 0n)) return verdicts.skipped(id, "no amount is below zero");
  const [one, other] = [a, b].map((amount) => receiver.receive({}, JSON.stringify({ tran_id: "T", tran_amount: amount })));
  assert(one && other);
  const { delivery } = other.compare(one.fingerprint);
  assert.equal(delivery, exact(result).coefficient === 0n ? "replay" : "conflict", id);
  verdicts.accepted(id, delivery === "replay" ? "same" : "different");
}

/** The total in KHR is the total times the rate, whichever operand is which. */
function multiply(verdicts: Verdicts, { id, result, conditions }: DecimalTest, a: string, b: string): void {
  const orders = [{ total: a, rate: b }, { total: b, rate: a }].flatMap(({ total, rate }) => {
    const total_amount = wholeNumber(exact(total));
    return total_amount === undefined || exact(rate).coefficient <= 0n ? [] : [{ total_amount, exchange_rate_khr: rate }];
  });
  if (orders[0] === undefined) return verdicts.skipped(id, "no operand is a total, or the other no rate");
  const bill = { ...BILL, currency: "USD", ...orders[0] };
  const found = attempt(() => sent(biller().prepareSettlement(bill))["total_amount_khr"]);
  const expected = normalized(product(exact(a), exact(b)));
  if (conditions.length === 0) assert.equal(expected, normalized(exact(result)), id);
  if (found instanceof Error) {
    assert(expected.replace(/[-.]/g, "").replace(/^0+|0+$/g, "").length > 34, id);
    return verdicts.refused(id, codeAt("total_amount_khr", found));
  }
  assert(typeof found === "string");
  assert.equal(normalized(exact(found)), expected, id);
  verdicts.accepted(id, expected);
}

/** The price of a line as it goes out, digit by digit. */
function priceOf(price: string): string | BillwireError {
  const bill: Settlement = { ...BILL, details: [{ price }] };
  return attempt(() => /"price":([^}]*)}/.exec(biller().prepareSettlement(bill).body)?.[1] ?? "");
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

/** The code of the only violation, which is at this path. */
function codeAt(path: string, error: unknown): Code {
  assert(error instanceof Error && "violations" in error);
  const { violations, code } = error as BillwireError;
  assert.deepEqual(violations.map((one) => `${one.path} ${one.code}`), [`${path} ${code}`]);
  return code;
}
