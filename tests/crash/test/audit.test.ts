import assert from "node:assert/strict";
import { test } from "node:test";
import type { Bill } from "../../../examples/node-merchant/src/bills.ts";
import { audit, holds, type Audit, type Ours, type Theirs } from "../src/audit.ts";

const ISSUED = [
  { ref_id: "A", settlement_to: "SB", currency: "KHR", total_amount: 5 },
  { ref_id: "B", settlement_to: "SB", currency: "KHR", total_amount: 10 },
] as Bill[];

/** Audits balanced books after a change. */
function after(change: (ours: Ours, theirs: Theirs) => void, changed: string[] = []): Audit {
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

test("balanced books hold", () => assert.ok(holds(after(() => {}))));

test("finds a second settlement", () => {
  const found = after((_, theirs) => {
    theirs.bills[0]!.tran_ids.push("T3");
    theirs.balances.SB = { KHR: "20" };
  });
  assert.deepEqual([[...found["settled twice"]], [...found["unequal sums"]]], [["A"], ["SB KHR"]]);
});

test("finds a lost bill on either side", () => {
  assert.deepEqual([...after((_, theirs) => void theirs.bills.shift()).lost], ["A"]);
  assert.deepEqual([...after((ours) => void (ours.bills[0]!.paid = "0")).lost], ["A"]);
  assert.deepEqual([...after((ours) => void (ours.bills[0]!.state = "unclear")).lost], ["A"]);
});

test("finds a second credit", () => {
  assert.deepEqual([...after((ours) => void (ours.bills[1]!.paid = "20"))["credited twice"]], ["B"]);
  assert.deepEqual(
    [...after((ours) => void ours.claims.push({ claim_key: "T2", ref_id: "B" }))["credited twice"]],
    ["B"],
  );
});

test("finds a payment without its transaction", () => {
  const without = (change: (ours: Ours) => void) => [...after(change)["paid without transaction"]];
  assert.deepEqual(
    without((ours) => void (ours.claims[0]!.claim_key = "T9")),
    ["A"],
  );
  assert.deepEqual(
    without((ours) => void ours.claims.shift()),
    ["A"],
  );
  assert.deepEqual(
    without((ours) => void ours.bills.push({ ref_id: "C", state: "settled", paid: "5", held: "5" })),
    ["C"],
  );
});

test("finds a reversed payment that no review shows", () => {
  const reverse = (ours: Ours, theirs: Theirs) => {
    Object.assign(ours.bills[0]!, { paid: "0", held: "0" });
    ours.claims.shift();
    ours.reviews.push({ ref_id: "A", ending: "reversed" });
    theirs.bills.shift();
    theirs.balances.SB = { KHR: "10" };
  };
  assert.ok(holds(after(reverse, ["A"])));
  const forget = (ours: Ours, theirs: Theirs) => (reverse(ours, theirs), void (ours.reviews = []));
  assert.deepEqual([...after(forget, ["A"]).overlooked], ["A"]);
  assert.deepEqual(
    [...after((ours) => void ours.reviews.push({ ref_id: "B", ending: "reversed" })).overlooked],
    ["B"],
  );
  const believe = (ours: Ours, theirs: Theirs) => (reverse(ours, theirs), void (ours.bills[0]!.held = "5"));
  assert.deepEqual([...after(believe, ["A"])["unequal sums"]], ["SB KHR"]);
});
