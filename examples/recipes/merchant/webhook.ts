// What every recipe does with a webhook, whatever the framework: receive, confirm, claim with the credit, acknowledge.
import {
  decimal,
  isBillwireError,
  type Confirmation,
  type Reply,
  type Verdict,
  type WebhookEvent,
  type WebhookHeaders,
} from "billwire";
import type { Bill, Payment } from "./books.ts";
import type { Merchant } from "./merchant.ts";

/** Gives the response to a webhook, never an error. What it acknowledges is in the books. */
export async function answerWebhook(merchant: Merchant, headers: WebhookHeaders, body: Uint8Array): Promise<Reply> {
  try {
    return await handle(merchant, merchant.receiver.receive(headers, body));
  } catch (error) {
    return failed(error);
  }
}

/** An event proves nothing, even with the right token: it is a reason to ask the service, and the answer decides. */
async function handle({ biller, books }: Merchant, event: WebhookEvent): Promise<Reply> {
  const { identity_code, status } = event.payload;
  const bill = identity_code === undefined ? undefined : await books.findBill(identity_code);
  if (!bill) return CONFLICT;
  // Heard, and nothing to credit: a success is an event of its own.
  if (status !== "success") return event.acknowledge();
  // Nobody can make us ask about a bill that is not open; in the checkout variant anybody can send events.
  if (bill.paidBy) return repeated(event, bill.paidBy);
  if (contradicts(event, bill)) return CONFLICT;

  const confirmation = event.confirm(biller, {
    identity_code: bill.ref_id,
    purpose_of_transaction: bill.ref_id,
    currency: bill.currency,
    amount: bill.amount,
  });
  const verdict = await verify(confirmation);
  if (!verdict.confirmed) return CONFLICT;
  const credit = await books.credit(bill, verdict.claimKey, event);
  return credit === "paid otherwise" ? CONFLICT : event.acknowledge();
}

/** Not acknowledged: the service may tell us again, and say otherwise then. */
const CONFLICT: Reply = { status: 409, headers: {}, body: "" };

/** The event that paid the bill is acknowledged again; the same one with other facts, or another one, is a conflict. */
function repeated(event: WebhookEvent, paidBy: Payment): Reply {
  return event.dedupKey === paidBy.dedupKey ? event.compare(paidBy.fingerprint).reply : CONFLICT;
}

/** Whether the event states another amount or currency than was billed. */
function contradicts({ payload: { tran_amount, currency } }: WebhookEvent, bill: Bill): boolean {
  const otherAmount = tran_amount !== undefined && decimal.compare(tran_amount, bill.amount) !== 0;
  return otherAmount || (currency !== undefined && currency !== bill.currency);
}

/** How long an answer may take, in milliseconds: less than the service waits for ours. */
const PATIENCE = 5_000;

/** Asks the service. The call carries `redirect: "manual"`: its token never travels to where a redirect points. */
async function verify(confirmation: Confirmation): Promise<Verdict> {
  const { call } = confirmation;
  let status: number;
  let body: ArrayBuffer;
  try {
    const response = await fetch(call.url, { ...call, signal: AbortSignal.timeout(PATIENCE) });
    status = response.status;
    body = await response.arrayBuffer();
  } catch {
    throw call.noAnswer({ sent: "maybe" });
  }
  return confirmation.decide(status, body);
}

/** The response to what went wrong. All but that to a bad webhook lets the service deliver it again. */
function failed(error: unknown): Reply {
  if (!isBillwireError(error)) {
    console.error("webhook:", error instanceof Error ? error.name : typeof error); // its message may hold values
    return { status: 503, headers: {}, body: "" };
  }
  console.error(error.message); // billwire's own sentence, without any value
  if (error.response) return error.response; // 401 or 400
  // The verification told us nothing: for now, or until somebody has mended our request or our credentials.
  return { status: error.nextStep === "sendAgain" ? 503 : 500, headers: {}, body: "" };
}
