// Runs the credit flow of a webhook. The frameworks' handlers know nothing of it except `decide`.
import { adviceForObject } from "../advice.js";
import { nearest } from "../arguments.js";
import { billerSource } from "../biller-source.js";
import { Biller } from "../biller.js";
import { invalidArgument } from "../errors.js";
import { own } from "../intrinsics.js";
import { CreditFlow } from "../tools/credit.js";
import { NOT_STORED } from "../tools/flow.js";
import { glue, instance } from "../wasm.js";

/** Decision about an event: its result, and the response for the sender. */
export function decide(merchant, event) {
  return event.authentication === "token" ? judge(merchant, event) : ofStranger(merchant, event);
}

/** A stranger is answered at one time, whatever the bill. What is known later is in `later`. */
async function ofStranger(merchant, event) {
  const waiting = ofUnknownBill(merchant, event, merchant.policy);
  const known = judge(merchant, event).catch((error) => ({ result: "failed", error }));
  let decision;
  known.then((result) => (decision = result));
  const { reply } = await waiting;
  if (decision !== undefined) return { reply, ...decision };
  return { result: "deferred", reply, later: known.then(({ reply: _, ...result }) => result) };
}

async function judge(merchant, event) {
  const found = await merchant.findBill(event.payload.identity_code, event);
  if (!found || (Array.isArray(found) && found.length === 0))
    return ofUnknownBill(merchant, event, merchant.promptPolicy);
  if (typeof found !== "object")
    throw invalidArgument("findBill", "expected the bill with its fields, or null if the books have none");
  for (const bill of Array.isArray(found) ? found : [found]) checkBooks(bill);
  const bill = billOf(found);
  if (event.authentication === "token") return ofBill(merchant, event, found, bill, merchant.shared);
  let isIgnored = false;
  // A turn is taken for a verification alone: an event of the transaction that paid the bill leads to none.
  const send = async (request) => {
    const turn = merchant.turns.take(
      JSON.stringify([bill.identity_code, bill.purpose_of_transaction, bill.currency]),
    );
    isIgnored = turn === undefined; // another event waits for the turn
    if (isIgnored) return { sent: "no" };
    await turn;
    return merchant.send(request);
  };
  const decision = await ofBill(merchant, event, found, bill, send);
  return isIgnored ? { result: "ignored", bill: found, reply: decision.reply } : decision;
}

async function ofBill(merchant, event, found, { transactions, ...expectation }, send) {
  const flow = CreditFlow.ofEvent(await merchant.currentBiller(), event, expectation, {
    policy: merchant.promptPolicy,
    transactions,
  });
  const credit = ({ step: _, claimKey, ...payment }) =>
    merchant.credit(found, claimKey, { ...payment, event });
  let reviewed;
  const review = async ({ step: _, ...seen }) => {
    reviewed = merchant.review !== undefined;
    if (!reviewed) return NOT_STORED;
    await merchant.review({ ...seen, bill: found, event });
  };
  const decision = await run(flow, { credit, send, review, biller: merchant.currentBiller });
  return { ...decision, bill: found, ...(reviewed !== undefined && { reviewed }) };
}

async function ofUnknownBill(merchant, event, policy) {
  const flow = CreditFlow.ofUnknownBill(await merchant.currentBiller(), event, { policy });
  return run(flow, { credit: () => {}, send: merchant.send, biller: merchant.currentBiller });
}

async function run(flow, { send, ...work }) {
  const failure = {};
  const watched = async (request) => {
    try {
      return await send(request);
    } catch (cause) {
      failure.cause = cause;
      throw cause;
    }
  };
  try {
    const { ending, reply } = await flow.run({ send: watched, ...work });
    const { outcome, ...rest } = ending;
    return { result: outcome, ...rest, ...failure, reply };
  } finally {
    flow.dispose(); // after an error it would keep the credentials until the garbage collection
  }
}

/** Checks the biller and the policy at the start, by the flow of any bill. A function is asked later. */
export function check({ biller, policy }) {
  const settings = { baseUrl: "https://service.invalid", verificationToken: "-" };
  billerSource(biller);
  const checked = typeof biller === "function" ? new Biller(settings) : biller;
  CreditFlow.ofBill(checked, NOBODYS, { policy }).dispose();
}

const NOBODYS = { identity_code: "-", purpose_of_transaction: "-", currency: "KHR", amount: 1n };

/** Expectation of a verification: a bill, or several bills that one payment pays. */
function billOf(found) {
  // All of a row: a misspelt field is named.
  if (!Array.isArray(found)) return found;
  const [first, ...others] = found.map(fieldsOf);
  const isSame = ({ identity_code, purpose_of_transaction, currency }) =>
    identity_code === first.identity_code &&
    purpose_of_transaction === first.purpose_of_transaction &&
    currency === first.currency;
  if (!others.every(isSame))
    throw invalidArgument(
      "findBill",
      "expected bills of one identity_code, purpose_of_transaction and currency",
    );
  const amount = others.reduce(
    (sum, bill) => instance.attempt(glue.add_decimals, sum, bill.amount),
    first.amount,
  );
  return {
    ...first,
    amount,
    transactions: [first, ...others].flatMap(({ transactions }) => transactions ?? []),
  };
}

/** Names by which a bill gives its transactions so that nobody would read them. */
const OF_BOOKS = ["claimKey", "claimKeys", "claim_keys", "payments"];
const BOOKS = "give what the books have as `transactions: [{ claimKey, state, amount }]`";

/** Refuses a bill whose transactions have another name: a payment that the books have would be credited again. */
function checkBooks(bill) {
  const row = Object(bill);
  if (Array.isArray(row.rows)) throw invalidArgument("findBill", adviceForObject(row));
  if (own(row, "transactions") !== undefined) return;
  const isOfBooks = (name) => OF_BOOKS.includes(name) || nearest(name, ["transactions"]) !== undefined;
  const name = Object.keys(row).find((one) => isOfBooks(one) && Boolean(row[one]?.length ?? row[one]));
  if (name !== undefined) throw invalidArgument(`findBill.${name}`, BOOKS);
}

function fieldsOf({
  identity_code,
  purpose_of_transaction,
  currency,
  amount,
  min_amount,
  max_amount,
  transactions,
}) {
  return { identity_code, purpose_of_transaction, currency, amount, min_amount, max_amount, transactions };
}

/** `send` by which simultaneous deliveries of one payment share a verification. */
export function sharing(send) {
  const underWay = new Map();
  return (request) => {
    const { body } = request;
    if (!underWay.has(body)) {
      const answer = (async () => send(request))().finally(() => underWay.delete(body));
      underWay.set(body, answer);
    }
    return underWay.get(body);
  };
}

/** Turns of the bills for events that anyone can send: one in each pause. */
export class Turns {
  #pauseMs;
  /** Time at which the next turn of a bill begins, and whether an event waits for it. */
  #bills = new Map();

  constructor(pauseMs) {
    this.#pauseMs = pauseMs;
  }

  /** Promise of the bill's next turn. Undefined if another event waits for it. */
  take(bill) {
    const now = Date.now();
    const { from = now, waits = false } = this.#bills.get(bill) ?? {};
    // A worker ends a wait with the response. So an event whose time has passed without it leaves the turn to
    // the next one.
    if (waits && now < from) return undefined;
    const begin = () => {
      this.#bills.set(bill, { from: Date.now() + this.#pauseMs });
      setTimeout(() => this.#forget(bill), this.#pauseMs).unref?.();
    };
    if (from <= now) return Promise.resolve(begin());
    // No wait is longer than the pause, also when the clock was set back.
    const wait = Math.min(from - now, this.#pauseMs);
    this.#bills.set(bill, { from: now + wait, waits: true });
    // A program may end before the turn: the reply has asked the sender to come again.
    return new Promise((resolve) => setTimeout(resolve, wait).unref?.()).then(begin);
  }

  #forget(bill) {
    const turn = this.#bills.get(bill);
    if (turn !== undefined && !turn.waits && turn.from <= Date.now()) this.#bills.delete(bill);
  }
}
