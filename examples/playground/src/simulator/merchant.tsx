// Your side: it onboards, settles, looks up, and receives the webhooks that credit bills.
import { type Signal, effect, signal, untracked } from "@preact/signals";
import type { BillwireError, NextStep, Reply, Settlement, WebhookEvent } from "billwire";
import type { DueWebhook } from "billwire/testing";
import { attempt, wholeUnits } from "../attempt.ts";
import { ErrorDetail, Next } from "../findings.tsx";
import { requestText, responseText } from "../http.ts";
import { profile } from "../settings.ts";
import { type TextName, say } from "../texts.ts";
import type { Tone } from "../ui.tsx";
import { WEBHOOK_FAULTS, nextAnswer, nextWebhook } from "./faults.ts";
import { draw, entries, note } from "./record.ts";
import * as service from "./service.ts";
import { exchange, withSimulator } from "./service.ts";

/** A bill in your books. */
export interface Bill {
  readonly request: Settlement;
  /** How often it was sent. */
  readonly sent: Signal<number>;
  /** Whether the last answer allows to send it again. */
  readonly mayBeSent: Signal<boolean>;
  /** The confirmed transactions that pay it. More than one is an error. */
  readonly claims: Signal<readonly string[]>;
}

export const bills = signal<readonly Bill[]>([]);

/** Input for the next sub biller, and for the next bill. */
export const supplier = signal("SUP-1");
export const draft = {
  ref_id: signal("INV-1"),
  total_amount: signal("40000"),
  settlement_to: signal("SUP-1"),
};

/** Link of the sub biller that was onboarded last. */
export const link = signal<string | undefined>(undefined);

export function startOver(): void {
  service.newService();
  [bills.value, entries.value] = [[], []];
  link.value = undefined;
  [nextAnswer.value, nextWebhook.value] = ["none", "none"];
  draft.ref_id.value = "INV-1";
}

export function onboard(): void {
  const subBiller = {
    supplier_sync_code: supplier.value,
    name: "Angkor Shop",
    name_kh: "ហាងអង្គរ",
    bank_id: "ABA",
    return_url: "https://merchant.example/linked",
  };
  const prepared = attempt(() => service.biller.prepareOnboarding(subBiller));
  if (!prepared.done) return tellError(prepared.error);
  const call = prepared.value;
  const answer = exchange(call, supplier.value, (status, body) => call.decode(status, body));
  if (!answer.done) return tellError(answer.error);
  link.value = answer.value.link;
  tell("good", "onboarded", { code: answer.value.data?.supplier_sync_code ?? "" });
}

/** What the sub biller does at its link: it returns to the merchant in either case. */
export function visit(action: "link" | "leave"): void {
  if (link.value === undefined) return;
  const { pathname: path } = new URL(link.value);
  const body = new URLSearchParams({ bank: "ABA", currency: "KHR", action }).toString();
  withSimulator((simulator) => simulator.handle({ method: "POST", path, headers: {}, body }));
  tell("open", "returned");
}

/** Asks the service whether the sub biller is linked, at the simulator's own path. */
export function askLinked(): void {
  const path = "/verify_linked_bank_account";
  const code = supplier.value;
  const prepared = attempt(() =>
    service.biller.prepareOperation("verify_linked_bank_account", {
      path,
      auth: "bearer",
      json: { supplier_sync_code: code },
    }),
  );
  if (!prepared.done) return tellError(prepared.error);
  const call = prepared.value;
  const answer = exchange(call, code, (status, body) => call.decode(status, body));
  if (!answer.done) return tellError(answer.error);
  const isLinked = JSON.stringify(answer.value.json ?? null).includes('"linked":true');
  tell(isLinked ? "good" : "open", isLinked ? "linked" : "notLinked", { code });
}

/** Adds the typed bill to the books and sends it. */
export function settle(): void {
  const request = typedBill();
  const prepared = attempt(() => service.biller.prepareSettlement(request));
  if (!prepared.done) return tellError(prepared.error);
  const known = bills.value.find((bill) => bill.request.ref_id === request.ref_id);
  const bill = known ?? { request, sent: signal(0), mayBeSent: signal(true), claims: signal([]) };
  if (known === undefined) bills.value = [...bills.value, bill];
  send(bill);
  draft.ref_id.value = request.ref_id.replace(/\d+$/, (digits) => String(Number(digits) + 1));
}

/** Sends a bill, even if that is unwise. */
export function send(bill: Bill): void {
  const ref = bill.request.ref_id;
  if (!bill.mayBeSent.value) tell("open", "blind", { ref });
  const fault = WEBHOOK_FAULTS[nextWebhook.value];
  if (fault) withSimulator((simulator) => simulator.script({ webhooks: [{ ref_id: ref, fault }] }));
  nextWebhook.value = "none";
  const call = service.biller.prepareSettlement(bill.request);
  const answer = exchange(call, ref, (status, body) => call.decode(status, body));
  bill.sent.value += 1;
  bill.mayBeSent.value = !answer.done && answer.error.nextStep === "sendAgain";
  if (!answer.done) return tellError(answer.error);
  if (answer.value.outcome === "settled") return tell("good", "settled", { ref });
  tell("open", "accepted", { ref });
  tellNext(answer.value.nextStep);
}

/** Looks a bill up. */
export function lookUp(bill: Bill): void {
  const prepared = attempt(() => service.biller.prepareSettlementLookup(bill.request));
  if (!prepared.done) return tellError(prepared.error);
  const ref = bill.request.ref_id;
  const answer = exchange(prepared.value.call, ref, (status, body) => prepared.value.decide(status, body));
  if (!answer.done) return tellError(answer.error);
  const found = answer.value;
  if (found.verdict === "unclear" && found.error) return tellError(found.error);
  if (found.verdict !== "notFound" && found.transaction) {
    const { tran_id: tran, status } = found.transaction;
    tell(found.verdict === "settled" ? "calm" : "open", "found", { ref, tran, status });
  }
  if (found.nextStep !== null) tellNext(found.nextStep);
}

/** Receives every webhook that is due now. */
export function deliver(): void {
  for (const due of withSimulator((simulator) => simulator.dueWebhooks())) {
    const { pathname } = new URL(due.url);
    const again = due.attempt > 1 && { remark: () => say("simulator.attempt", { attempt: due.attempt }) };
    const request = requestText({ ...due, method: "POST" });
    draw({ from: "service", title: `POST ${pathname}`, wire: request, at: service.now.value, ...again });
    const reply = replyTo(due);
    draw({ from: "merchant", title: String(reply.status), wire: responseText(reply), at: service.now.value });
    withSimulator((simulator) => simulator.delivered(due.id, reply));
  }
}

const CONFLICT: Reply = { status: 409, headers: {}, body: "" };
const COME_AGAIN: Reply = { status: 503, headers: {}, body: "" };

function replyTo({ headers, body }: DueWebhook): Reply {
  const received = attempt(() => service.receiver.receive(headers, body));
  if (received.done) return confirm(received.value);
  tellError(received.error);
  return received.error.response ?? COME_AGAIN;
}

/** A webhook is a reason to ask the service, whose answer decides. */
function confirm(event: WebhookEvent): Reply {
  const bill = bills.value.find(({ request }) => request.ref_id === event.payload.identity_code);
  if (bill === undefined) return decide(CONFLICT, "open", "unknownBill");
  const { ref_id, currency, total_amount } = bill.request;
  tell("calm", "asks");
  const billed = { identity_code: ref_id, purpose_of_transaction: ref_id, currency, amount: total_amount };
  const prepared = attempt(() => event.confirm(service.biller, billed));
  const answer = prepared.done
    ? exchange(prepared.value.call, ref_id, (status, body) => prepared.value.decide(status, body))
    : prepared;
  if (!answer.done) {
    tellError(answer.error);
    return decide(COME_AGAIN, "open", "unconfirmed");
  }
  if (answer.value.verdict === "pending") return decide(COME_AGAIN, "open", "unconfirmed");
  if (!answer.value.confirmed) return decide(CONFLICT, "bad", "mismatch");
  credit(bill, answer.value.claimKey);
  return event.acknowledge();
}

/** One transaction pays one bill. In a database, the claim key is unique and inserted with the credit. */
function credit({ claims, request }: Bill, key: string): void {
  if (claims.value.includes(key)) return tell("calm", "replay");
  claims.value = [...claims.value, key];
  const [tone, text] =
    claims.value.length > 1 ? (["bad", "paidTwice"] as const) : (["good", "credited"] as const);
  tell(tone, text, { ref: request.ref_id, key });
}

type DecisionName = TextName extends infer Name
  ? Name extends `decision.${infer Rest}`
    ? Rest
    : never
  : never;

function decide(reply: Reply, tone: Tone, name: DecisionName): Reply {
  tell(tone, name);
  return reply;
}

function tell(tone: Tone, name: DecisionName, values: Readonly<Record<string, string>> = {}): void {
  note(tone, () => say(`decision.${name}`, values));
}

function tellNext(step: NextStep): void {
  note("open", () => <Next step={step} />);
}

function tellError(error: BillwireError): void {
  note("bad", () => (
    <>
      <ErrorDetail error={error} />
      {error.responseCode !== undefined && <code class="code">{error.responseCode}</code>}
      <Next step={error.nextStep} />
    </>
  ));
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

/** Examples, made of the steps that a person can take. */
export const STORIES = ["calm", "blindRetry", "duplicate", "forged"] as const;

export function play(story: (typeof STORIES)[number]): void {
  startOver();
  onboard();
  if (story === "blindRetry") nextAnswer.value = "drop_after";
  if (story === "duplicate") nextWebhook.value = "twice";
  if (story === "forged") nextWebhook.value = "forged";
  settle();
  if (story === "blindRetry") bills.value.forEach(send);
  while (service.nextDue.value !== null && service.nextDue.value <= service.now.value) deliver();
}

// Both sides have the settings of the signature tab. Books that began with other settings would not be comparable.
effect(() => {
  if (service.useSettings(profile.value)) untracked(startOver);
});
