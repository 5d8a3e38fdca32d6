// The end of the day that `npx billwire init` writes: sums by bill and currency, and what a person must look at.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { addUp, csvOf, sum, tableOf, type Bill, type Payment } from "../cli/templates/day.mts";

const bill = (ref_id: string, of: Partial<Bill> = {}): Bill => {
  return { ref_id, currency: "KHR", amount: "40000", state: "settled", ...of };
};
const payment = (claim_key: string, ref_id: string, of: Partial<Payment> = {}): Payment => {
  return { claim_key, ref_id, state: "credited", amount: "40000", currency: "KHR", fee: null, ...of };
};

test("adds decimals exactly", () => {
  expect(sum(["0.1", "0.2"])).toBe("0.3");
  expect(sum(["9007199254740993", "0.0000000001"])).toBe("9007199254740993.0000000001");
  expect(sum(["-0.5", "0.25"])).toBe("-0.25");
  expect(sum(["1.50", "-1.5"])).toBe("0");
  expect(sum(["10.10"])).toBe("10.1");
  expect(sum(["100"])).toBe("100");
  expect(sum([])).toBe("0");
});

test("a paid bill has no difference", () => {
  const { bills, totals } = addUp({
    bills: [bill("A")],
    payments: [payment("T", "A", { fee: "500" })],
    reviews: [],
  });
  expect(bills[0]).toMatchObject({ billed: "40000", credited: "40000", fees: "500", difference: "" });
  expect(totals).toMatchObject([
    { currency: "KHR", billed: "40000", settled: "40000", credited: "40000", fees: "500" },
  ]);
});

test.each<[string, Partial<Bill>, Partial<Payment>[], string]>([
  ["settled and never paid", {}, [], "not paid in full"],
  ["paid in part", {}, [{ amount: "15000" }], "not paid in full"],
  ["another one is held", {}, [{}, { state: "held" }], "held 40000 KHR"],
  ["in another currency", {}, [{}, { state: "held", amount: "9.50", currency: "USD" }], "held 9.50 USD"],
  ["reversed", {}, [{ state: "reversed" }], "not paid in full, reversed 40000 KHR"],
  ["reversed, and paid again", {}, [{ state: "reversed" }, {}], "reversed 40000 KHR"],
  ["unclear", { state: "unclear" }, [], "unclear"],
  ["refused, but credited", { state: "refused" }, [{}], "refused, but credited"],
  [
    "paid in another scale",
    { amount: "29.95", currency: "USD" },
    [{ amount: "29.950", currency: "USD" }],
    "",
  ],
])("%s", (_, of, payments, difference) => {
  const books = payments.map((each, nth) => payment(`T${nth}`, "A", each));
  expect(addUp({ bills: [bill("A", of)], payments: books, reviews: [] }).bills[0]?.difference).toBe(
    difference,
  );
});

test("names a transaction once, with its ending", () => {
  const reviews = [
    { claim_key: "T1", ref_id: "A", ending: "paidTwice", amount: "40000", currency: "KHR" },
    { claim_key: "T0", ref_id: "A", ending: "pending", amount: "40000", currency: "KHR" },
  ];
  const payments = [payment("T0", "A"), payment("T1", "A", { state: "held" })];
  const [line] = addUp({ bills: [bill("A")], payments, reviews }).bills;
  expect(line?.difference).toBe("paidTwice 40000 KHR, pending 40000 KHR");
});

test("a currency without a bill has its own line", () => {
  const payments = [payment("T", "A", { state: "held", amount: "9.5", currency: "USD" })];
  const { totals } = addUp({ bills: [bill("A", { state: "open" })], payments, reviews: [] });
  expect(totals.map(({ currency, billed, held, open }) => [currency, billed, held, open])).toEqual([
    ["KHR", "40000", "0", "40000"],
    ["USD", "0", "9.5", "0"],
  ]);
});

test("prints a table and CSV", () => {
  const day = addUp({
    bills: [bill('A,"1"'), bill("B", { state: "unclear" })],
    payments: [payment("T", 'A,"1"')],
    reviews: [],
  });
  expect(tableOf(day)).toBe(
    [
      "currency  billed  settled  credited  fees  held  reversed  open  unclear",
      "KHR        80000    40000     40000     0     0         0     0    40000",
      "",
      "bill  currency  billed  credited  difference",
      "B     KHR        40000         0  unclear",
    ].join("\n"),
  );
  expect(csvOf(day)).toBe(
    "ref_id,currency,state,billed,settled,credited,fees,held,reversed,open,unclear,difference\r\n" +
      '"A,""1""",KHR,settled,40000,40000,40000,0,0,0,0,0,\r\n' +
      "B,KHR,unclear,40000,0,0,0,0,0,0,40000,unclear\r\n",
  );
  expect(tableOf(addUp({ bills: [bill("A")], payments: [payment("T", "A")], reviews: [] }))).toContain(
    "No differences.",
  );
});

test("the guide has a row for each ending that is kept for a person, and for no other", () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
  const words = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, word]) => word);
  const [, table = ""] =
    /^\| ending \|.*?\n\|-.*?\n(.*?)\n\n/ms.exec(read("../../../docs/guide/src/end-of-day.md")) ?? [];
  const [, union = ""] = /interface Review extends .*? ending:(.*?);/s.exec(read("../src/index.d.ts")) ?? [];
  const kept = words(read("../cli/templates/settling.mts"), /\bkeep\(refId, "(\w+)"/g);
  expect(kept).not.toEqual([]);
  expect(words(table, /^\| `(\w+)`/gm).sort()).toEqual([...words(union, /"(\w+)"/g), ...kept].sort());
});
