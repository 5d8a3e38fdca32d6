// Your side: it onboards, settles, looks up, and keeps the books that credit bills.
import { type Signal, effect, signal, untracked } from "@preact/signals-core";
import type { BillwireError, Settlement } from "billwire";
import { h, push } from "../dom.ts";
import { profile } from "../profile/state.ts";
import { say } from "../texts/language.ts";
import { decisions as t } from "../texts/simulator.ts";
import { wholeUnits } from "../ui/amount.ts";
import { attempt } from "../ui/attempt.ts";
import { errorDetail, nextStep } from "../ui/findings.ts";
import { entries, note } from "./record.ts";
import { WEBHOOK_FAULTS, nextAnswer, nextWebhook } from "./script.ts";
import { biller, exchange, newService, useSettings, withSimulator } from "./service.ts";

/** A bill in your books. */
export interface Bill {
  readonly request: Settlement;
  /** How often it was sent. */
  readonly sent: Signal<number>;
  /** The next step of the last answer. */
  readonly mayBeSent: Signal<boolean>;
  /** The confirmed transactions that pay it. More than one is an error. */
  readonly claims: Signal<readonly string[]>;
}

export const bills = signal<readonly Bill[]>([]);

/** Input for the next sub biller, and for the next bill. */
export const subBiller = {
  supplier_sync_code: signal("SUP-1"),
  name: signal("Angkor Shop"),
  name_kh: signal("ហាងអង្គរ"),
};
export const draft = { ref_id: signal("INV-1"), total_amount: signal("40000"), settlement_to: signal("SUP-1") };

/** Fingerprints of handled events, by their dedup key. */
export const dealtWith = new Map<string, string>();

export function startOver(): void {
  newService();
  dealtWith.clear();
  [bills.value, entries.value] = [[], []];
  [nextAnswer.value, nextWebhook.value] = ["none", "none"];
  draft.ref_id.value = "INV-1";
}

export function onboard(): void {
  const { supplier_sync_code, name, name_kh } = subBiller;
  const prepared = attempt(() =>
    biller.prepareOnboarding({
      supplier_sync_code: supplier_sync_code.value,
      name: name.value,
      ...(name_kh.value !== "" && { name_kh: name_kh.value }),
    }),
  );
  if (!prepared.done) return tellError(prepared.error);
  const call = prepared.value;
  const answer = exchange(call, supplier_sync_code.value, (status, body) => call.decode(status, body));
  if (!answer.done) return tellError(answer.error);
  const { data } = answer.value;
  note("good", () => say(t.onboarded, { code: data?.supplier_sync_code ?? "" }));
}

/** Adds the typed bill to the books and sends it. */
export function settle(): void {
  const request = typedBill();
  const prepared = attempt(() => biller.prepareSettlement(request));
  if (!prepared.done) return tellError(prepared.error);
  const known = bills.value.find((bill) => bill.request.ref_id === request.ref_id);
  const bill = known ?? { request, sent: signal(0), mayBeSent: signal(true), claims: signal([]) };
  if (known === undefined) push(bills, bill);
  send(bill);
  draft.ref_id.value = request.ref_id.replace(/\d+$/, (digits) => String(Number(digits) + 1));
}

/** Sends a bill, even if that is unwise. */
export function send(bill: Bill): void {
  const ref = bill.request.ref_id;
  if (!bill.mayBeSent.value) note("open", () => say(t.blind, { ref }));
  if (nextWebhook.value !== "none") {
    const fault = WEBHOOK_FAULTS[nextWebhook.value];
    withSimulator((service) => service.script({ webhooks: [{ ref_id: ref, fault }] }));
    nextWebhook.value = "none";
  }
  const call = biller.prepareSettlement(bill.request);
  const answer = exchange(call, ref, (status, body) => call.decode(status, body));
  bill.sent.value += 1;
  bill.mayBeSent.value = !answer.done && answer.error.nextStep === "sendAgain";
  if (!answer.done) tellError(answer.error);
  else if (answer.value.outcome === "settled") note("good", () => say(t.settled, { ref }));
  else tellAccepted(ref, answer.value.nextStep);
}

/** Looks a bill up. */
export function lookUp(bill: Bill): void {
  const prepared = attempt(() => biller.prepareSettlementLookup(bill.request));
  if (!prepared.done) return tellError(prepared.error);
  const lookup = prepared.value;
  const ref = bill.request.ref_id;
  const answer = exchange(lookup.call, ref, (status, body) => lookup.decide(status, body));
  if (!answer.done) return tellError(answer.error);
  const found = answer.value;
  if (found.verdict === "unclear" && found.error) return tellError(found.error);
  if (found.verdict !== "notFound" && found.transaction) {
    const { tran_id: tran, status } = found.transaction;
    note(found.verdict === "settled" ? "calm" : "open", () => say(t.found, { ref, tran, status }));
  }
  const { nextStep: step } = found;
  if (step !== null) note("open", () => nextStep({ nextStep: step }));
}

export function tellError(error: BillwireError): void {
  const code = error.responseCode;
  note("bad", () => [errorDetail(error), code !== undefined && h("code", { class: "code" }, code), nextStep(error)]);
}

function tellAccepted(ref: string, step: BillwireError["nextStep"]): void {
  note("open", () => [h("p", {}, say(t.accepted, { ref })), nextStep({ nextStep: step })]);
}

function typedBill(): Settlement {
  return {
    ref_id: draft.ref_id.value,
    date: "2026-01-31T17:00:00.000Z",
    due_date: "2026-02-14T17:00:00.000Z",
    currency: "KHR",
    total_amount: wholeUnits(draft.total_amount.value),
    customer_sync_code: "CUST-7",
    settlement_to: draft.settlement_to.value,
  };
}

// Both sides have the settings of the signature tab. Books that began with other settings would not be comparable.
effect(() => {
  if (useSettings(profile.value)) untracked(startOver);
});
