// Public corpora, read through the package. `tests/tests/corpora` reads them in Rust.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { WebhookReceiver, decimal, sign } from "billwire";
import type { BillwireError, Code, JsonObject, Settlement } from "billwire";
import { afterAll, test } from "vitest";
import { BILL, bare, biller, errorOf, sent } from "./support/bills.ts";
import { Verdicts, corpus, leaveVerdicts } from "./support/corpora.ts";
import { broken, decimalTests, exact, normalized, plain, product, rescaled, sum, wholeNumber } from "./support/decimals.ts";
import type { DecimalTest, Exact } from "./support/decimals.ts";

afterAll(leaveVerdicts);

const receiver = WebhookReceiver.checkout();

/** Files whose verdict JSONTestSuite leaves to the parser and billwire refuses. It accepts the others. */
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
    ["base", "text", [668, 502, 0]],
    ["compare", "compare", [441, 198, 0]],
    ["randoms", "compare", [176, 324, 0]],
    ["multiply", "multiply", [171, 350, 0]],
    ["randoms", "multiply", [176, 324, 0]],
    ["rounding", "multiply", [152, 52, 0]],
    ["randoms", "add", [176, 324, 0]],
    ["rounding", "add", [562, 0, 0]],
    ["quantize", "quantize", [222, 553, 0]],
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

/** Receives the body and returns the reason of a refusal. An accepted body equals the result of JSON.parse. */
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

/** Checks that a decimal is written as it was read. Engineering notation adds digits there, and rounding removes them. */
function readAndWrite(verdicts: Verdicts, { id, operation, result, conditions }: DecimalTest, operand: string): void {
  const price = priceOf(operand);
  if (price instanceof Error) {
    const [refusal] = errorOf(() => decimal.compare(operand, 0)).violations;
    // A field reports an empty text as `empty`.
    assert.equal(codeAt("details[0].price", price), operand === "" ? "empty" : refusal?.code, id);
    return verdicts.refused(id, refusal?.code ?? "");
  }
  const kept = operation !== "toEng" && conditions.length === 0;
  assert.equal(price, plain(exact(kept ? result : operand)), id);
  assert.equal(decimal.compare(operand, price), 0, id);
  verdicts.accepted(id, price);
}

/** Checks the result of a test. Without a result, the error names the invalid operands or the reason. */
function calculate(verdicts: Verdicts, one: DecimalTest, a: string, b: string): void {
  const unfit = attempt(() => decimal.compare(a, b));
  if (unfit instanceof Error) {
    return verdicts.refused(one.id, unfit.violations.map(({ path, code }) => `${path}: ${code}`).join(", "));
  }
  const result = attempt(() => calculated(one, a, b));
  const expected = expectedOf(one, exact(a), exact(b));
  assert.equal(result instanceof Error ? result.code : result, expected, one.id);
  if (result instanceof Error) return verdicts.refused(one.id, result.code);
  if (one.operation === "compare") inDeliveries(one, a, b);
  if (one.operation === "multiply") inTotals(one, a, b, result);
  verdicts.accepted(one.id, result);
}

function calculated({ operation, id }: DecimalTest, a: string, b: string): string {
  if (operation === "compare") return String(decimal.compare(a, b));
  if (operation === "add") return decimal.add(a, b);
  if (operation === "multiply") return decimal.multiply(a, b);
  if (operation === "quantize") return decimal.quantize(a, -exact(b).exponent);
  throw new Error(id);
}

/** Result that billwire has to give. The test rounds where billwire refuses or is exact, and has other bounds. */
function expectedOf({ id, operation, result, conditions }: DecimalTest, a: Exact, b: Exact): string {
  if (operation === "compare") return result;
  const isQuantized = operation === "quantize";
  const value = isQuantized ? rescaled(a, b.exponent) : operation === "add" ? sum(a, b) : product(a, b);
  assert(!isQuantized || !conditions.includes("Inexact") || value === undefined, id);
  if (value === undefined) return "too_precise";
  const written = isQuantized ? plain : normalized;
  if (result !== "NaN" && !conditions.includes("Inexact")) assert.equal(written(value), written(exact(result)), id);
  return broken(written(value)) ?? written(value);
}

/** Checks that two deliveries with differently written, equal amounts are the same delivery. */
function inDeliveries({ id, result }: DecimalTest, a: string, b: string): void {
  if ([a, b].some((operand) => exact(operand).coefficient < 0n)) return; // no amount is below zero
  const [one, other] = [a, b].map((amount) => receiver.receive({}, JSON.stringify({ tran_id: "T", tran_amount: amount })));
  assert(one && other);
  assert.equal(other.compare(one.fingerprint).delivery, result === "0" ? "replay" : "conflict", id);
}

/** Checks that the total in KHR is the total times the rate, in either order of the operands. */
function inTotals({ id }: DecimalTest, a: string, b: string, expected: string): void {
  for (const [total, exchange_rate_khr] of [[a, b], [b, a]] as const) {
    const total_amount = wholeNumber(exact(total));
    if (total_amount === undefined || exact(exchange_rate_khr).coefficient <= 0n) continue;
    const bill = { ...BILL, currency: "USD", total_amount, exchange_rate_khr };
    assert.equal(sent(biller().prepareSettlement(bill))["total_amount_khr"], expected, id);
  }
}

/** Price of a line in the body, digit by digit. */
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

/** Code of the only violation, which has this path. */
function codeAt(path: string, error: unknown): Code {
  assert(error instanceof Error && "violations" in error);
  const { violations, code } = error as BillwireError;
  assert.deepEqual(violations.map((one) => `${one.path} ${one.code}`), [`${path} ${code}`]);
  return code;
}
