// Settles bills. SettlementFlow decides what is sent, looked up and given up; this file runs it, and prints each step.
import { SettlementFlow, type SettlementResult } from "billwire";
import { send, type Attempt } from "billwire/fetch";
import { enterReason, findControl, findState, loadBill, loadRecord, saveRecord } from "./bills.mjs";
import { biller } from "./merchant.mjs";
import { keep } from "./payments.mjs";
import { findShop } from "./shops.mjs";

/** A person's word about an ended bill: at most one of these. */
export interface Word {
  /** The refused bill, perhaps corrected, is settled after all. */
  reopen?: boolean;
  /** The service has told whether the money moved. */
  resolved?: "settled" | "nothingMoved";
  /** This transaction, by its claim key, is another bill's. */
  notThisBill?: string;
}

// ANCHOR: settle
/** Goes on with a bill until it waits or has ended. Returns until when it waits, or nothing. */
export async function settle(refId: string, word: Word = {}): Promise<number | undefined> {
  const { settlement_to } = await loadBill(refId);
  const shop = await findShop(settlement_to);
  if (shop?.state !== "linked") return say(refId, `waits: ${settlement_to} has not linked its account`);
  const result = await run(refId, word);
  if (result.outcome === "takenOver") return say(refId, "another process goes on");
  if (result.outcome === "waiting") {
    const seconds = Math.max(0, Math.ceil((result.until - Date.now()) / 1_000));
    say(refId, `goes on in ${seconds} s${result.waitsFor ? `: waits for ${result.waitsFor}` : ""}`);
    return result.until;
  }
  const reason = result.outcome === "settled" ? null : result.code;
  await enterReason(refId, reason);
  return say(refId, ["is", result.outcome, reason].filter(Boolean).join(" "));
}

async function run(refId: string, { resolved, notThisBill, ...more }: Again): Promise<SettlementResult> {
  const flow = new SettlementFlow(biller, await loadBill(refId), more);
  if (resolved) flow.resolved(resolved);
  if (notThisBill) flow.notThisBill(notThisBill);
  for (const { path, explanation } of flow.warnings) console.warn(`${refId}: ${path}: ${explanation}`);
  return flow.run({
    load: () => loadRecord(refId),
    save: (step) => saveRecord(refId, step),
    send: (request) => send(request, { onAttempt: (attempt) => print(refId, attempt) }),
    control: () => findControl(),
    maxWaitMs: 0, // the caller waits, or the next run of a job goes on
  });
}
// ANCHOR_END: settle

type Again = Word & { lookAgain?: boolean };

// ANCHOR: again
/**
 * Asks about an ended bill once more, and returns whether there was an answer. The record and its row keep what it
 * shows, also the transaction of a bill that was settled by its answer. A settlement that was reversed, and one
 * that was refused and moved money after all, are kept for a person.
 */
export async function lookAgain(refId: string): Promise<boolean> {
  const before = await findState(refId);
  if (before === undefined || before.state === "open") return true; // its own job asks
  const result = await run(refId, { lookAgain: true });
  if (result.outcome === "waiting" || result.outcome === "takenOver") return false;
  const { outcome, lookup } = result;
  if (lookup?.verdict === "unclear" && lookup.transaction === undefined) return false;
  if (outcome !== "settled") return true;
  if (lookup?.verdict === "failed") await keep(refId, "settlementReversed", lookup.transaction);
  // The reason of its refusal stays in its row until a person can see it.
  const wasRefused = before.state === "refused" || (before.state === "settled" && before.reason !== null);
  if (wasRefused && lookup?.verdict === "settled")
    await keep(refId, "settledAfterRefusal", lookup.transaction);
  if (before.reason !== null) await enterReason(refId, null);
  return true;
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
