// Valid requests are prepared in one pass over shared buffers: no null, no bigint and no warning makes one leave it.
import * as billwire from "billwire";
import { describe, expect, test } from "vitest";
import { RUNS } from "../runtimes/work/vectors.mjs";
import { BILL, MINIMAL, biller, prepare } from "./support/bills.ts";
import { type Vector, cases } from "./support/cases.ts";
import { trapInside, valuesReadBy } from "./support/inside.ts";
import { fieldsOf } from "./support/models.ts";

const by = biller();
const MODELS = { onboarding: "Onboarding", settlement: "Settlement", verification: "Verification" } as const;
const OPERATIONS = ["onboarding", "settlement", "verification"] as const;

/** What leaves the pass: members that the interface does not document, `strict`, and numbers that are written anew. */
function isUnusual({ id, strict, request }: Vector): boolean {
  const values: unknown[] = [request, ...[(request as { details?: unknown[] }).details ?? []].flat()];
  const hasExtra = values.some((value) => Object(value).extra !== undefined && Object(value).extra !== null);
  return hasExtra || strict === true || /-(?:price|amount|tax_amount)-number-/.test(id);
}

test("every valid request of the vectors takes the pass", () => {
  const valid = cases("requests").filter((one) => "body" in one && !isUnusual(one));
  expect(valid.length).toBeGreaterThan(600);
  const left = valid.filter((one) => valuesReadBy(() => RUNS["requests"]!(billwire, one)).length > 0);
  expect(left.map(({ id }) => id)).toEqual([]);
});

test("the control: an invalid request leaves it", () => {
  const refused = () => expect(() => by.prepareSettlement({ ...BILL, ref_id: "" })).toThrow();
  expect(valuesReadBy(refused)).toEqual(["prepare_value"]);
});

describe.each(OPERATIONS)("a request of %s", (operation) => {
  test.each([null, undefined])("whose optional fields are %s is that without them", (absent) => {
    const optional = fieldsOf(MODELS[operation]).filter(({ required }) => !required);
    expect(optional.length).toBeGreaterThan(0);
    const row = Object.fromEntries(optional.map(({ name }) => [name, absent]));
    let body: string | undefined;
    const prepared = () => (body = prepare(by, operation, { ...row, ...MINIMAL[operation] }).body);
    expect(valuesReadBy(prepared)).toEqual([]);
    expect(body).toBe(prepare(by, operation, MINIMAL[operation]).body);
  });
});

describe("a bill", () => {
  test.each<[string, object]>([
    ["with a bigint", { total_amount: 40_000n }],
    [
      "with a bigint of a line",
      { details: [{ item_name: "rent", quantity: 2n, price: 20_000n, amount: 40_000n }] },
    ],
    [
      "with null in a line",
      { details: [{ item_name: "rent", quantity: 1, price: 1, amount: null, tax_name: null }] },
    ],
    ["with a warning", { total_amount: 0, total_amount_khr: "0" }],
    ["with a warning of a line", { details: [{ item_name: "rent", quantity: 1, price: 1, amount: 1 }] }],
  ])("%s stays on the pass, with the same call as a value gives", (_name, changes) => {
    const bill = { ...BILL, ...changes };
    const calls: { body: string; warnings: readonly billwire.Finding[] }[] = [];
    const of = (request: object) => () => calls.push(prepare(by, "settlement", request));
    expect(valuesReadBy(of(bill))).toEqual([]);
    // A member of a prototype is not packed: the wasm reads the same bill as a value.
    expect(valuesReadBy(of({ ...bill, extra: {} }))).toEqual(["prepare_value"]);
    const [one, other] = calls.map(({ body, warnings }) => ({ body, warnings }));
    expect(one).toEqual(other);
  });
});

test("each call has its own warnings, also after others and after a trap", () => {
  const [none, zero, late] = [{}, { total_amount: 0 }, { due_date: "2020-01-01T00:00:00Z" }];
  const turns = [zero, zero, none, zero, late, zero, { ...late, ...zero }, late, none, late];
  const warnings = (more: object) => (changes: object) =>
    by.prepareSettlement({ ...BILL, ...changes, ...more }).warnings;
  const expected = turns.map(warnings({ extra: {} }));
  expect(expected.map(({ length }) => length)).toEqual([1, 1, 0, 1, 1, 1, 2, 1, 0, 1]);
  expect(turns.map(warnings({}))).toEqual(expected);
  trapInside();
  expect(() => warnings({})(zero)).toThrow("trapped");
  expect(turns.map(warnings({}))).toEqual(expected);
});
