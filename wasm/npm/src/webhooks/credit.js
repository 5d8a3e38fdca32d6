// Decides about a webhook: which bill it means, whether to verify, and whether to credit. The frameworks' handlers know
// nothing of it except `decide`.
import { isBillwireError } from "../errors.js";
import { decimal } from "../tools/main.js";

/** Decision about an event: its result, and the response for the sender. */
export function decide(merchant, event) {
  return event.authentication === "token" ? ofService(merchant, event) : ofAnyone(merchant, event);
}

/** An event proves nothing, even with the right token. It is a reason to ask the service, whose answer decides. */
async function ofService(merchant, event) {
  const bill = await findBill(merchant, event);
  if (!bill) return conflict("unknownBill");
  // A success arrives as its own event.
  if (!isSuccess(merchant, event)) return acknowledged(event, "nothingToCredit");
  if (contradicts(event, bill)) return conflict("mismatch");
  if (names(event, bill.paidBy)) return acknowledged(event, "creditedBefore");

  const verdict = await merchant.send(confirmationOf(merchant, event, bill));
  if (!verdict.confirmed) return conflict("mismatch", verdict.mismatches);
  // An earlier event, true or false, may have led to the credit. The transaction then belongs to this bill.
  const result = await credit(merchant, event, bill, verdict);
  return result === "paidOtherwise" ? conflict(result) : acknowledged(event, result);
}

/**
 * Anyone can send events of the checkout variant, and must learn nothing from the answer. Unless an event names the
 * transaction that paid its bill, the answer is the same for every bill, and takes a second.
 */
async function ofAnyone(merchant, event) {
  if (!isSuccess(merchant, event)) return acknowledged(event, "nothingToCredit");
  const second = new Promise((resolve) => setTimeout(resolve, 1_000));
  const { paidBy = null, ...decision } = await checked(merchant, event).catch(failed);
  if (names(event, paidBy)) return acknowledged(event, decision.result);
  await second;
  return { ...decision, reply: COME_AGAIN };
}

/** Asks only about an open bill, once a minute. The question contains nothing of the event. */
async function checked(merchant, event) {
  const bill = await findBill(merchant, event);
  if (!bill) return { result: "unknownBill" };
  if (contradicts(event, bill)) return { result: "mismatch" };
  if (isText(bill.paidBy)) return { result: "creditedBefore", paidBy: bill.paidBy };
  if (!(await merchant.mayVerify(bill))) return { result: "notVerified" };

  const nobodys = merchant.receiver.receive([], "{}");
  const verdict = await merchant.send(confirmationOf(merchant, nobodys, bill));
  if (!verdict.confirmed) return { result: "mismatch", mismatches: verdict.mismatches };
  const result = await credit(merchant, event, bill, verdict);
  return result === "paidOtherwise" ? { result } : { result, paidBy: verdict.claimKey };
}

async function findBill({ findBill }, event) {
  const { identity_code } = event.payload;
  return identity_code === undefined ? undefined : findBill(identity_code, event);
}

function isSuccess({ successStatuses }, { payload }) {
  return payload.status !== undefined && successStatuses.includes(payload.status);
}

/** Whether the event states another amount or currency than the bill. */
function contradicts({ payload: { tran_amount, currency } }, bill) {
  const isOtherAmount = tran_amount !== undefined && decimal.compare(tran_amount, bill.amount) !== 0;
  return isOtherAmount || (currency !== undefined && currency !== bill.currency);
}

/** Whether the event is about the transaction that paid its bill. */
function names({ payload: { tran_id, tran_no } }, paidBy) {
  return isText(paidBy) && (tran_id === paidBy || tran_no === paidBy);
}

function confirmationOf({ biller }, event, { identity_code, purpose_of_transaction, currency, amount }) {
  return event.confirm(biller, { identity_code, purpose_of_transaction, currency, amount });
}

const CREDITS = ["credited", "creditedBefore", "paidOtherwise"];

async function credit({ credit }, event, bill, { claimKey, transaction }) {
  const result = await credit(bill, claimKey, { event, transaction });
  if (CREDITS.includes(result)) return result;
  throw new TypeError(`credit has to return one of ${CREDITS.join(", ")}`);
}

const isText = (value) => typeof value === "string";

function acknowledged(event, result) {
  return { result, reply: event.acknowledge() };
}

/** Not acknowledged: the service may deliver the webhook again, with other content. */
function conflict(result, mismatches) {
  return { result, reply: replyOf(409), ...(mismatches && { mismatches }) };
}

/** Not acknowledged, for any reason. */
const COME_AGAIN = replyOf(503, { "Retry-After": "60" });

export function replyOf(status, headers = {}) {
  return Object.freeze({ status, headers: Object.freeze(headers), body: "" });
}

/** Decision after an error. Every response except that to an invalid webhook makes the service deliver it again. */
export function failed(error) {
  if (!isBillwireError(error)) return { result: "failed", error, reply: replyOf(503) };
  if (error.response) return { result: error.kind === "unauthenticated" ? "unauthenticated" : "invalid", error, reply: error.response };
  // No transaction can have this number.
  if (error.kind === "invalid_request") return { ...conflict("mismatch"), error };
  // The verification gave no result: try again later, or fix the request or the credentials.
  return { result: "unconfirmed", error, reply: replyOf(error.nextStep === "verifyAgain" ? 503 : 500) };
}
