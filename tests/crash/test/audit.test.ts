import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bill } from "../../../examples/node-merchant/src/bills.ts";
import { audit, holds, type Audit, type Ours, type Theirs } from "../src/audit.ts";

const ISSUED = [
  { ref_id: "A", settlement_to: "SB", currency: "KHR", total_amount: 5 },
  { ref_id: "B", settlement_to: "SB", currency: "KHR", total_amount: 10 },
] as Bill[];

/** Audits balanced books after a change. */
function after(change: (ours: Ours, theirs: Theirs) => unknown, changed: string[] = []): Audit {
  const ours: Ours = {
    bills: [
      { ref_id: "A", state: "settled", paid: "5", held: "5" },
      { ref_id: "B", state: "settled", paid: "10", held: "10" },
    ],
    claims: [
      { claim_key: "T1", ref_id: "A" },
      { claim_key: "T2", ref_id: "B" },
    ],
    reviews: [],
  };
  const bill = (ref_id: string, tran_id: string) => {
    return { ref_id, currency: "KHR", total_amount: 0, settlements: 1, tran_ids: [tran_id] };
  };
  const theirs: Theirs = { bills: [bill("A", "T1"), bill("B", "T2")], balances: { SB: { KHR: "15" } } };
  change(ours, theirs);
  return audit(ISSUED, ours, theirs, new Set(changed));
}

/** Reverses the payment of the first bill, on both sides. */
function reverse(ours: Ours, theirs: Theirs): void {
  Object.assign(ours.bills[0]!, { paid: "0", held: "0" });
  ours.claims.shift();
  ours.reviews.push({ ref_id: "A", ending: "reversed" });
  theirs.bills.shift();
  theirs.balances.SB = { KHR: "10" };
}

test("balanced books hold", () => assert.ok(holds(after(() => {}))));
test("books with a reversed payment hold", () => assert.ok(holds(after(reverse, ["A"]))));

const STRANGER = { ref_id: "C", state: "settled", paid: "5", held: "5" };
const DIFFERENCES: [
  what: keyof Audit,
  name: string,
  change: Parameters<typeof after>[0],
  changed?: string[],
][] = [
  ["settled twice", "A", (_, theirs) => theirs.bills[0]!.tran_ids.push("T3")],
  ["unequal sums", "SB KHR", (_, theirs) => (theirs.balances.SB = { KHR: "20" })],
  ["unequal sums", "SB KHR", (...books) => (reverse(...books), (books[0].bills[0]!.held = "5")), ["A"]],
  ["lost", "A", (_, theirs) => theirs.bills.shift()],
  ["lost", "A", (ours) => (ours.bills[0]!.paid = "0")],
  ["lost", "A", (ours) => (ours.bills[0]!.state = "unclear")],
  ["credited twice", "B", (ours) => (ours.bills[1]!.paid = "20")],
  ["credited twice", "B", (ours) => ours.claims.push({ claim_key: "T2", ref_id: "B" })],
  ["paid without transaction", "A", (ours) => (ours.claims[0]!.claim_key = "T9")],
  ["paid without transaction", "A", (ours) => ours.claims.shift()],
  ["paid without transaction", "C", (ours) => ours.bills.push(STRANGER)],
  ["overlooked", "A", (...books) => (reverse(...books), (books[0].reviews = [])), ["A"]],
  ["overlooked", "B", (ours) => ours.reviews.push({ ref_id: "B", ending: "reversed" })],
];

for (const [nth, [what, name, change, changed]] of DIFFERENCES.entries())
  test(`finds what is planted: ${what} (${nth})`, () =>
    assert.deepEqual([...after(change, changed)[what]], [name]));
