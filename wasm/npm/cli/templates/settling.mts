// Settles bills. SettlementFlow decides what is sent, looked up and given up; this file runs it, and prints each step.
import { SettlementFlow } from "billwire";
import { send, type Attempt } from "billwire/fetch";
import {
  enterEnd,
  enterSettled,
  enterWait,
  findState,
  loadBill,
  loadRecord,
  saveRecord,
  type End,
} from "./bills.mjs";
import { biller } from "./merchant.mjs";
import { keep } from "./payments.mjs";
import { findShop } from "./shops.mjs";

/** What a person says of an ended bill: at most one of these. */
export interface Word {
  /** The refused bill, perhaps corrected, is settled after all. */
  reopen?: boolean;
  /** The service has told whether the money moved. */
  resolved?: "settled" | "nothingMoved";
}

// ANCHOR: settle
/** Goes on with a bill until it waits or has ended. Returns until when it waits, or nothing. */
export async function settle(refId: string, word: Word = {}): Promise<number | undefined> {
  const bill = await loadBill(refId);
  const shop = await findShop(bill.settlement_to);
  if (shop?.state !== "linked") return say(refId, `waits: ${bill.settlement_to} has not linked its account`);
  const record = await loadRecord(refId);
  const flow = new SettlementFlow(biller, bill, { record, reopen: word.reopen ?? false });
  if (word.resolved) flow.resolved(word.resolved);
  for (const { path, explanation } of flow.warnings) console.warn(`${refId}: ${path}: ${explanation}`);
  const result = await flow.run({
    save: (step) => saveRecord(refId, step),
    send: (request) => send(request, { onAttempt: (attempt) => print(refId, attempt) }),
    maxWaitMs: 0, // the caller waits, or the next run of a job goes on
  });
  if (result.outcome === "takenOver") return say(refId, "another process goes on");
  if (result.outcome === "waiting") {
    await enterWait(refId, result.until);
    say(refId, `goes on in ${Math.max(0, Math.ceil((result.until - Date.now()) / 1_000))} s`);
    return result.until;
  }
  await enterEnd(refId, result as End);
  return say(refId, ["is", result.outcome, (result as End).code].filter(Boolean).join(" "));
}
// ANCHOR_END: settle

// ANCHOR: again
/**
 * Looks an ended bill up again. It stores the transaction of one that was settled by its answer, and keeps for a person
 * that a settlement was reversed, or that a refused bill was settled after all.
 */
export async function lookAgain(refId: string): Promise<void> {
  const { bill, state, settledBy } = await findState(refId);
  if (state === "unclear") return; // the job of bills in doubt looks it up
  const found = await send(biller.prepareSettlementLookup(bill));
  const transaction = "transaction" in found ? found.transaction : undefined;
  if (transaction === undefined) return;
  const isSettled = found.verdict === "settled";
  if (isSettled && state === "settled" && settledBy === null) return enterSettled(refId, transaction.tran_id);
  if (found.verdict === "failed" && state === "settled") await keep(refId, "settlementReversed", transaction);
  if (isSettled && state === "refused") await keep(refId, "settledAfterRefusal", transaction);
}
// ANCHOR_END: again

function say(refId: string, text: string): undefined {
  console.log(`${refId} ${text}`);
}

function print(refId: string, { operation, status, code, durationMs }: Attempt): void {
  const answer = code ?? (status === undefined ? "no answer" : "success");
  const http = status === undefined ? "" : `, HTTP ${status}`;
  say(refId, `${operation}: ${answer}${http} after ${durationMs.toFixed(0)} ms`);
}
