// Plan of the deliveries, in moments: the deliveries of a moment are about one transaction and are sent at
// once, each to another process.
import { randomInt } from "node:crypto";
import type { Bill } from "../../../../examples/node-merchant/src/bills.ts";

/** Receivers behind one port. */
export const PROCESSES = 4;

/**
 * Kinds of delivery, each with the required status of its answer. A misstated amount is not believed: the
 * verification decides.
 */
export const ANSWERS = { truth: 200, duplicate: 200, forged: 401, misstated: 200 } as const;

export type Sort = keyof typeof ANSWERS;

export interface Delivery {
  sort: Sort;
  headers: Record<string, string>;
  body: string;
}

/** Counts the deliveries of each sort: one truth for each bill, a third duplicates, a twentieth forged. */
export function countSorts(deliveries: number, bills: number): Record<Sort, number> {
  const [duplicate, forged] = [Math.floor(deliveries / 3), Math.floor(deliveries / 20)];
  return { truth: bills, duplicate, forged, misstated: deliveries - bills - duplicate - forged };
}

/** Plans one moment for each bill; the other deliveries join random moments. */
export function planMoments(
  bills: readonly Bill[],
  sorts: Record<Sort, number>,
  tranIds: ReadonlyMap<string, string>,
  token: string,
): Delivery[][] {
  const moments = bills.map((bill) => [deliver("truth", bill, tranIds, token)]);
  for (const sort of ["duplicate", "forged", "misstated"] as const) {
    for (let nth = 0; nth < sorts[sort]; nth++) {
      let at = randomInt(bills.length);
      while (moments[at]!.length === PROCESSES) at = (at + 1) % bills.length;
      const moment = moments[at]!;
      moment.splice(randomInt(moment.length + 1), 0, deliver(sort, bills[at]!, tranIds, token));
    }
  }
  return moments;
}

function deliver(sort: Sort, bill: Bill, tranIds: ReadonlyMap<string, string>, token: string): Delivery {
  const shown = sort === "forged" ? `${token}-not` : token;
  // Some name the transaction by its bank only, all by one reference: banks reuse references.
  const numbers = bill.ref_id.endsWith("7")
    ? { bank_code: "BANK-1", bank_ref: "REF-1" }
    : { tran_id: tranIds.get(bill.ref_id) };
  return {
    sort,
    headers: { "Content-Type": "application/json", Accept: "application/json", Token: shown },
    body: JSON.stringify({
      ...numbers,
      payment_service_type: "Bank Channel",
      tran_date: "2026-03-02T10:20:30.123",
      tran_amount: bill.total_amount + (sort === "misstated" ? 1 : 0),
      currency: bill.currency,
      identity_code: bill.ref_id,
      purpose_of_transaction: bill.ref_id,
      status: "success",
      customers: null,
    }),
  };
}
