// Runs the credit flow of a webhook. The frameworks' handlers know nothing of it except `decide`.
import { CreditFlow } from "../tools/credit.js";

/** Milliseconds for which a delivery waits for its turn. With its own verification, it is answered within ten seconds. */
const TURN = 4_000;
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 500;

/** Decision about an event: its result, and the response for the sender. */
export async function decide(merchant, event) {
  const arrival = Date.now();
  try {
    const bill = await findBill(merchant, event);
    return bill ? await ofBill(merchant, event, bill, arrival) : await ofUnknownBill(merchant, event, arrival);
  } catch (error) {
    if (event.authentication === "token") throw error;
    // A stranger gets the same response as for an unknown bill.
    const { reply } = await ofUnknownBill(merchant, event, arrival);
    return { result: "failed", error, reply };
  }
}

async function findBill({ findBill }, event) {
  const { identity_code } = event.payload;
  return identity_code === undefined ? undefined : findBill(identity_code, event);
}

/** A delivery of the service waits for its turn, so that simultaneous ones get the result of one verification. */
async function ofBill(merchant, event, bill, arrival) {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const record = await merchant.records.find(bill);
    const options = { ...optionsOf(merchant, arrival), record };
    const decision = await run(merchant, event, bill, CreditFlow.ofEvent(merchant.biller, event, expectationOf(bill), options));
    const isLate = Date.now() + pause > arrival + TURN;
    if (decision.result !== "busy" || event.authentication !== "token" || isLate) return decision;
    await new Promise((resolve) => setTimeout(resolve, Math.min(pause, decision.until - Date.now())));
  }
}

function ofUnknownBill(merchant, event, arrival) {
  return run(merchant, event, undefined, CreditFlow.ofUnknownBill(merchant.biller, event, optionsOf(merchant, arrival)));
}

/** Checks the biller and the policy at the start, by the flow of any bill. */
export function check({ biller, policy }) {
  CreditFlow.ofBill(biller, NOBODYS, { policy }).dispose();
}

const NOBODYS = { identity_code: "-", purpose_of_transaction: "-", currency: "KHR", amount: 1n };

/** Options of a flow. It begins when the webhook arrives, so that no query shows in the time of the response. */
function optionsOf({ policy }, arrival) {
  let isBegun = false;
  return { policy, now: () => (isBegun ? Date.now() : ((isBegun = true), arrival)) };
}

function expectationOf({ identity_code, purpose_of_transaction, currency, amount }) {
  return { identity_code, purpose_of_transaction, currency, amount };
}

async function run(merchant, event, bill, flow) {
  const failure = {};
  const send = async (request) => {
    try {
      return await merchant.send(request);
    } catch (cause) {
      failure.cause = cause;
      throw cause;
    }
  };
  const save = (step) => merchant.records.save(bill, step);
  try {
    const { ending, reply } = await flow.run({ save, send, credit: (step) => credit(merchant, event, bill, step) });
    const { outcome, ...rest } = ending;
    return { result: outcome, ...rest, ...failure, reply };
  } finally {
    flow.dispose(); // after an error it would keep the credentials until the garbage collection
  }
}

async function credit({ credit, records }, event, bill, step) {
  const claim = await credit(bill, step.claimKey, { event, transaction: step.transaction });
  // The credit is in the books. The record saves work, and without it the next event is verified once more.
  if (claim === "credited") await (async () => records.save(bill, step))().catch(() => {});
  return claim;
}
