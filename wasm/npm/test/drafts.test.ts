// Drafts without credentials: the vectors of requests, and JSON in and out.
import { Biller, draftFromJson, draftToJson, validateDraft } from "billwire";
import type { Settlement } from "billwire";
import { describe, expect, test } from "vitest";
import { BASE_URL, BILL, SEARCH, SHOP, bare, biller, errorOf, faultsOf } from "./support/bills.ts";

const FULL = {
  ...BILL,
  description: "ទឹក 😀",
  exchange_rate_khr: "4100.5",
  payment_method_token: "pm-1",
  details: [{ item_name: "អង្ករ", price: "0.1000000000000000000000001" }],
  extra: { branch: "ភ្នំពេញ", nested: [1, 2.5, null, true] },
} satisfies Settlement;

describe("validateDraft", () => {
  test("its findings are those of a biller", () => {
    expect(validateDraft("onboarding", SHOP)).toEqual({ violations: [], violationsOmitted: 0, warnings: [] });
    const wrong = { ref_id: "", total_amount: -1, currency: " ", details: [{ price: "x" }], more: 1 };
    const bill = { ...BILL, ...wrong } as Settlement;
    const { violations } = validateDraft("settlement", bill);
    const error = errorOf(() => biller().prepareSettlement(bill));
    expect(violations).toEqual(error.violations);
    expect(violations.length).toBeGreaterThan(3);
  });

  test("settings are those of a biller", () => {
    const codeShapes = { ref_id: { prefix: "X-" } };
    const settings = { maxLines: 1, codeShapes, profile: { sendEmptyText: true } };
    const { violations } = validateDraft("settlement", { ...BILL, details: [{}, {}] }, settings);
    expect(violations.map(({ code }) => code)).toEqual(["too_many_lines"]);
    const by = new Biller({ baseUrl: BASE_URL, bearer: "b", hashToken: "h", ...settings });
    const { warnings } = by.prepareSettlement(BILL);
    expect(validateDraft("settlement", BILL, settings).warnings).toEqual(warnings);
  });
});

describe("JSON", () => {
  test.each([
    ["settlement", BILL],
    ["settlement", FULL],
    ["onboarding", { ...SHOP, name_kh: "ហាងសុខដារ៉ា" }],
    ["verification", SEARCH],
  ] as const)("a %s comes back as it was", (operation, draft) => {
    const text = draftToJson(operation, draft);
    const read = draftFromJson(operation, text);
    expect(bare(read)).toEqual(JSON.parse(text));
    expect(draftToJson(operation, read)).toBe(text);
    const bodyOf = (bill: unknown) => biller().prepareSettlement(bill as Settlement).body;
    if (operation === "settlement") expect(bodyOf(read)).toBe(bodyOf(draft));
  });

  test("a number that JavaScript would round is refused", () => {
    const text = draftToJson("settlement", BILL).replace(/}$/, ',"extra":{"id":12345678901234567890}}');
    expect(faultsOf(() => draftFromJson("settlement", text))).toEqual(["json wrong_type"]);
    expect(draftFromJson("settlement", text.replace("12345678901234567890", "1234567890")).extra).toEqual({
      id: 1_234_567_890,
    });
  });
});
