// Your side's webhooks. Each is a reason to ask the service, whose answer decides.
import type { Reply, WebhookEvent } from "billwire";
import type { DueWebhook } from "billwire/testing";
import { type Child, push } from "../dom.ts";
import { say } from "../texts/language.ts";
import { decisions as t, simulator as wire } from "../texts/simulator.ts";
import { attempt } from "../ui/attempt.ts";
import { requestText, responseText } from "../ui/http.ts";
import type { Tone } from "../ui/parts.ts";
import { type Bill, bills, dealtWith, tellError } from "./merchant.ts";
import { draw, note } from "./record.ts";
import { biller, exchange, now, receivers, settings, variant, withSimulator } from "./service.ts";

const CONFLICT: Reply = { status: 409, headers: {}, body: "" };
const COME_AGAIN: Reply = { status: 503, headers: {}, body: "" };

/** Receives every webhook that is due now. */
export function deliver(): void {
  for (const due of withSimulator((service) => service.dueWebhooks())) {
    const { pathname } = new URL(due.url);
    draw({
      from: "service",
      title: `POST ${pathname}`,
      remark: () => (due.attempt > 1 ? say(wire.attempt, { attempt: due.attempt }) : ""),
      wire: requestText({ ...due, method: "POST" }),
      arrives: true,
      at: now.value,
    });
    const reply = answerTo(due);
    draw({
      from: "merchant",
      title: String(reply.status),
      remark: () => "",
      wire: responseText(reply),
      arrives: true,
      at: now.value,
    });
    withSimulator((service) => service.delivered(due.id, reply));
  }
}

function answerTo({ headers, body }: DueWebhook): Reply {
  const received = attempt(() => receivers[variant.value].receive(headers, body));
  if (received.done) return handle(received.value);
  tellError(received.error);
  return received.error.response ?? COME_AGAIN;
}

function handle(event: WebhookEvent): Reply {
  const { identity_code, status = "–" } = event.payload;
  const bill = bills.value.find(({ request }) => request.ref_id === identity_code);
  if (bill === undefined) return decide(CONFLICT, "open", () => say(t.unknownBill));
  if (contradicts(event, bill)) return decide(CONFLICT, "bad", () => say(t.contradicts));
  if (!(settings.successStatuses?.transaction ?? ["success"]).includes(status))
    return decide(event.acknowledge(), "calm", () => say(t.notSuccess, { status }));
  const { delivery, reply } = event.compare(dealtWith.get(recordOf(bill, event)) ?? null);
  if (delivery === "replay") return decide(reply, "calm", () => say(t.replay));
  // The earlier webhook may have been the false one, so the service decides.
  if (delivery === "conflict") note("open", () => say(t.conflict));
  return confirm(event, bill);
}

/** Key under which an event is recorded. It includes the bill, because another bill may have the same dedup key. */
function recordOf({ request }: Bill, { dedupKey }: WebhookEvent): string {
  return JSON.stringify([request.ref_id, dedupKey]);
}

/** Returns whether the amount differs from the bill. This is a first check; the verification decides. */
function contradicts({ payload }: WebhookEvent, { request }: Bill): boolean {
  return payload.tran_amount !== undefined && Number(payload.tran_amount) !== Number(request.total_amount);
}

function confirm(event: WebhookEvent, bill: Bill): Reply {
  const { ref_id, currency, total_amount } = bill.request;
  note("calm", () => say(t.asks));
  const billed = { identity_code: ref_id, purpose_of_transaction: ref_id, currency, amount: total_amount };
  const prepared = attempt(() => event.confirm(biller, billed));
  if (!prepared.done) {
    tellError(prepared.error);
    return decide(COME_AGAIN, "open", () => say(t.unconfirmed));
  }
  const confirmation = prepared.value;
  const answer = exchange(confirmation.call, ref_id, (status, body) => confirmation.decide(status, body));
  if (!answer.done) {
    tellError(answer.error);
    return decide(COME_AGAIN, "open", () => say(t.unconfirmed));
  }
  if (!answer.value.confirmed) return decide(CONFLICT, "bad", () => say(t.mismatch));
  credit(bill, answer.value.claimKey);
  if (event.dedupKey !== null) dealtWith.set(recordOf(bill, event), event.fingerprint);
  return event.acknowledge();
}

/** One transaction pays one bill. In a database, the claim key is unique and inserted with the credit. */
function credit(bill: Bill, key: string): void {
  const { claims, request } = bill;
  const ref = request.ref_id;
  if (claims.value.includes(key)) return note("calm", () => say(t.replay));
  push(claims, key);
  if (claims.value.length > 1) note("bad", () => say(t.paidTwice, { ref, key }));
  else note("good", () => say(t.credited, { ref, key }));
}

function decide(reply: Reply, tone: Tone, text: () => Child): Reply {
  note(tone, text);
  return reply;
}
