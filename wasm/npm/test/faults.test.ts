// Every broken rule has a violation with its path, and one error lists all of them.
import { describe, expect, test } from "vitest";
import { BILL, MINIMAL, biller, errorOf, faultsOf, prepare } from "./support/bills.ts";
import { fieldsOf, full, rightValue } from "./support/models.ts";
import type { Kind } from "./support/models.ts";

const MODELS = { onboarding: "Onboarding", settlement: "Settlement", verification: "Verification" } as const;
const OPERATIONS = ["onboarding", "settlement", "verification"] as const;

const by = biller();

/** Values of types that no field of the kind accepts. */
const WRONG: Readonly<Record<Kind, readonly unknown[]>> = {
  text: [1, 1n, true, [], {}, new Date(0), () => "x", Symbol("x")],
  instant: [1, 1n, true, [], {}, () => "x", Symbol("x")],
  integer: ["1", true, [], {}, new Date(0), () => 1, Symbol("x")],
  decimal: [true, [], {}, new Date(0), () => 1, Symbol("x")],
  lines: ["x", 1, 1n, true, {}, new Date(0), () => [], Symbol("x")],
  extra: ["x", 1, 1n, true, [], new Date(0), () => ({}), Symbol("x")],
};

describe.each(OPERATIONS)("%s", (operation) => {
  const model = MODELS[operation];
  const whole = full(model);

  test("accepts all of its fields", () => {
    expect(prepare(by, operation, whole).operation).toBe(operation);
  });

  for (const field of fieldsOf(model)) {
    test(`${field.name} left out`, () => {
      for (const nothing of [undefined, null]) {
        const request = { ...MINIMAL[operation], [field.name]: nothing };
        if (field.required) expect(faultsOf(() => prepare(by, operation, request))).toEqual([`${field.name} required`]);
        else expect(prepare(by, operation, request).body).toBe(prepare(by, operation, MINIMAL[operation]).body);
      }
    });

    test(`${field.name} of a wrong type`, () => {
      for (const value of WRONG[field.kind]) {
        const request = { ...whole, [field.name]: value };
        expect(faultsOf(() => prepare(by, operation, request)), typeof value).toEqual([`${field.name} wrong_type`]);
      }
    });
  }

  test("an unknown field, and a field of another operation", () => {
    const request = { ...MINIMAL[operation], refId: "x", item_name: "x" };
    expect(faultsOf(() => prepare(by, operation, request))).toEqual(["refId unknown_field", "item_name unknown_field"]);
  });

  test("no request at all", () => {
    for (const nothing of [undefined, null, "x", 1, 1n, true, Symbol("x"), () => ({})]) {
      expect(errorOf(() => prepare(by, operation, nothing)).kind).toBe("invalid_request");
    }
  });
});

describe("lines", () => {
  for (const field of fieldsOf("Line")) {
    test(`${field.name} of a wrong type`, () => {
      for (const value of WRONG[field.kind]) {
        const request = { ...BILL, details: [{}, { [field.name]: value }, { [field.name]: rightValue(field) }] };
        const faults = faultsOf(() => prepare(by, "settlement", request));
        expect(faults, typeof value).toEqual([`details[1].${field.name} wrong_type`]);
      }
    });
  }

  test("a value that is not a line", () => {
    for (const value of [undefined, null, "x", 1, true, () => ({}), Symbol("x")]) {
      const request = { ...BILL, details: [{ item_name: "Rice" }, value] };
      expect(faultsOf(() => prepare(by, "settlement", request)), typeof value).toEqual(["details[1] wrong_type"]);
    }
  });
});

test("five faults give five violations, in the interface's order", () => {
  const request = {
    total: 1,
    details: [{ price: "1,5" }],
    customer_sync_code: "",
    total_amount: 1.5,
    date: "2026-01-31T17:00:00",
  };
  expect(faultsOf(() => prepare(by, "settlement", { ...BILL, ...request }))).toEqual([
    "date missing_offset",
    "total_amount not_an_integer",
    "customer_sync_code empty",
    "details[0].price invalid_decimal",
    "total unknown_field",
  ]);
});

test("refuses the hash, and a known field in extra", () => {
  const request = { ...BILL, hash: "x", extra: { ref_id: "x", hash: "x", other: 1 } };
  const faults = faultsOf(() => prepare(by, "settlement", request));
  expect(faults.toSorted()).toEqual(["extra.hash reserved_key", "extra.ref_id reserved_key", "hash reserved_key"]);
});
