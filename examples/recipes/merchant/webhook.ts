// What every recipe does with a webhook, whatever the framework: receive, confirm, claim with the credit, acknowledge.
import { decimal, isBillwireError, type Confirmation, type Reply, type Verdict, type WebhookEvent } from "billwire";
import { readBody } from "./body.ts";
import type { Bill } from "./books.ts";
import type { Merchant } from "./merchant.ts";

/** A request's headers: the web's, or Node's `headersDistinct`. */
export type RequestHeaders = Headers | Readonly<Record<string, readonly string[] | undefined>>;

/** Gives the response to a webhook, never an error. What it acknowledges is in the books. */
export async function answerWebhook(merchant: Merchant, headers: RequestHeaders, body: Uint8Array): Promise<Reply> {
  if (!isJson(headers)) return UNSUPPORTED;
  try {
    const event = merchant.receiver.receive(headers, body);
    return await (event.authentication === "token" ? handle(merchant, event) : handleAnybodys(merchant, event));
  } catch (error) {
    return failed(error);
  }
}

/** An event proves nothing, even with the right token: it is a reason to ask the service, and the answer decides. */
async function handle(merchant: Merchant, event: WebhookEvent): Promise<Reply> {
  const bill = await findBill(merchant, event);
  if (!bill) return CONFLICT;
  // Nothing to credit: a success is an event of its own.
  if (event.payload.status !== "success") return event.acknowledge();
  if (contradicts(event, bill)) return CONFLICT;
  if (names(event, bill.paidBy)) return event.acknowledge();

  const verdict = await verify(confirmationOf(merchant, event, bill));
  if (!verdict.confirmed) return CONFLICT;
  // Also where an earlier event, true or not, made us ask first: its own bill has claimed this transaction then.
  const credit = await merchant.books.credit(bill, verdict.claimKey);
  return credit === "paid otherwise" ? CONFLICT : event.acknowledge();
}

/**
 * In the checkout variant anybody can send events, and learns nothing by it: unless an event names the transaction that
 * paid its bill, the answer is the same for every bill, known or not, and takes a second. An event only makes us ask
 * about a bill of ours that is open, once a minute, and the question has nothing from the event in it.
 */
async function handleAnybodys(merchant: Merchant, event: WebhookEvent): Promise<Reply> {
  if (event.payload.status !== "success") return event.acknowledge();
  const second = sleep(1_000);
  if (await paysItsBill(merchant, event).catch(noted)) return event.acknowledge();
  await second;
  return COME_AGAIN;
}

async function paysItsBill(merchant: Merchant, event: WebhookEvent): Promise<boolean> {
  const bill = await findBill(merchant, event);
  if (!bill || contradicts(event, bill)) return false;
  if (bill.paidBy !== null) return names(event, bill.paidBy);
  if (!(await merchant.books.mayAskAbout(bill))) return false;

  const verdict = await verify(confirmationOf(merchant, merchant.receiver.receive([], "{}"), bill));
  if (!verdict.confirmed) return false;
  const credit = await merchant.books.credit(bill, verdict.claimKey);
  return credit !== "paid otherwise" && names(event, verdict.claimKey);
}

async function findBill({ books }: Merchant, { payload }: WebhookEvent): Promise<Bill | undefined> {
  return payload.identity_code === undefined ? undefined : books.findBill(payload.identity_code);
}

/** Whether the event states another amount or currency than was billed. */
function contradicts({ payload: { tran_amount, currency } }: WebhookEvent, bill: Bill): boolean {
  const otherAmount = tran_amount !== undefined && decimal.compare(tran_amount, bill.amount) !== 0;
  return otherAmount || (currency !== undefined && currency !== bill.currency);
}

/** Whether the event is about the transaction that paid its bill. */
function names({ payload: { tran_id, tran_no } }: WebhookEvent, paidBy: string | null): boolean {
  return paidBy !== null && (tran_id === paidBy || tran_no === paidBy);
}

function confirmationOf({ biller }: Merchant, event: WebhookEvent, bill: Bill): Confirmation {
  return event.confirm(biller, {
    identity_code: bill.ref_id,
    purpose_of_transaction: bill.ref_id,
    currency: bill.currency,
    amount: bill.amount,
  });
}

/** How long an answer may take, in milliseconds: less than the service waits for ours. */
const PATIENCE = 5_000;
/** Bytes of an answer: a verification's takes a few hundred. */
const ANSWER_LIMIT = 1_048_576;

/** Asks the service. The call carries `redirect: "manual"`: its token never travels to where a redirect points. */
async function verify(confirmation: Confirmation): Promise<Verdict> {
  const { call } = confirmation;
  let status: number;
  let body: Uint8Array | number;
  try {
    const response = await fetch(call.url, { ...call, signal: AbortSignal.timeout(PATIENCE) });
    status = response.status;
    body = await readBody(response, ANSWER_LIMIT, PATIENCE);
  } catch {
    throw call.noAnswer({ sent: "maybe" });
  }
  if (typeof body === "number") throw call.noAnswer({ sent: "maybe" });
  return confirmation.decide(status, body);
}

/** Not acknowledged: the service may tell us again, and say otherwise then. */
const CONFLICT: Reply = { status: 409, headers: {}, body: "" };
/** Not acknowledged, whatever the reason. */
const COME_AGAIN: Reply = { status: 503, headers: { "Retry-After": "60" }, body: "" };
const UNSUPPORTED: Reply = { status: 415, headers: {}, body: "" };

/** Whether the body is JSON by its content type, or has none. */
function isJson(headers: RequestHeaders): boolean {
  const type = headers instanceof Headers ? headers.get("content-type") : headers["content-type"]?.join();
  return /^application\/json[ \t]*(;|$)/i.test(type ?? "application/json");
}

/** The response to what went wrong. All but that to a bad webhook lets the service deliver it again. */
function failed(error: unknown): Reply {
  noted(error);
  if (!isBillwireError(error)) return { status: 503, headers: {}, body: "" };
  if (error.response) return error.response; // 401 or 400
  if (error.kind === "invalid_request") return CONFLICT; // the number of a transaction that nothing can have
  // The verification told us nothing: for now, or until somebody has mended our request or our credentials.
  return { status: error.nextStep === "verifyAgain" ? 503 : 500, headers: {}, body: "" };
}

/** Writes down what went wrong: billwire's own sentence, without any value; another error's message may hold some. */
function noted(error: unknown): false {
  const name = error instanceof Error ? error.name : typeof error;
  console.error("webhook:", isBillwireError(error) ? error.message : name);
  return false;
}

async function sleep(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
