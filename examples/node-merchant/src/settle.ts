// Settles bills. SettlementFlow decides what is sent, looked up and given up; this file does HTTP, SQL and reporting.
import { SettlementFlow, isBillwireError, type FlowRequest, type ServiceAnswer } from "billwire";
import { send } from "billwire/fetch";
import pLimit from "p-limit";
import type { Bill } from "./bills.ts";
import { describe } from "./log.ts";
import type { Merchant } from "./merchant.ts";

/** Result of a bill. A person clears up "unclear" with the service; the program never settles such a bill again. */
export interface Ending {
  state: "settled" | "refused" | "unclear";
  reason?: string;
}

export async function settleAll(merchant: Merchant, bills: readonly Bill[], concurrency: number): Promise<void> {
  const endings = await merchant.books.endings();
  for (const [refId, ending] of endings) merchant.diary.ended(refId, ending);
  const open = bills.filter(({ ref_id }) => !endings.has(ref_id));
  const limit = pLimit(concurrency);
  await Promise.all(open.map((bill) => limit(() => settleOne(merchant, bill))));
}

async function settleOne(merchant: Merchant, bill: Bill): Promise<void> {
  const ending = await settle(merchant, bill);
  if (!ending) return; // another process settles this bill
  await merchant.books.end(bill.ref_id, ending);
  merchant.diary.ended(bill.ref_id, ending);
  merchant.log("ended", { ref_id: bill.ref_id, ...ending });
}

async function settle(merchant: Merchant, bill: Bill): Promise<Ending | undefined> {
  const { biller, books, patience } = merchant;
  const record = await books.record("settlements", bill.ref_id);
  let flow: SettlementFlow;
  try {
    flow = new SettlementFlow(biller, bill, { record, policy: patience.settlement });
  } catch (error) {
    if (!isBillwireError(error) || error.kind !== "invalid_request") throw error;
    // A bill with a record may have been sent before it was changed.
    return { state: record === null ? "refused" : "unclear", reason: describe(error) };
  }
  const ending = await flow.run({
    save: (step) => books.save("settlements", bill.ref_id, step),
    send: (request) => sendAndReport(merchant, bill.ref_id, request),
  });
  if (ending.outcome === "takenOver") return undefined;
  return { state: ending.outcome, ...(ending.outcome !== "settled" && { reason: ending.code }) };
}

async function sendAndReport(merchant: Merchant, refId: string, request: FlowRequest): Promise<ServiceAnswer> {
  const { biller, diary, log, patience } = merchant;
  const report = (result: string) => {
    if (request.operation === "verification") diary.looked();
    else diary.attempted(refId, result);
    log(request.operation === "verification" ? "looked" : "attempted", { ref_id: refId, result });
  };
  let answer: ServiceAnswer;
  try {
    answer = await send(request, { timeout: patience.answer });
  } catch (error) {
    report("undetermined/no_answer");
    throw error; // the flow looks the bill up, unless nothing was sent
  }
  const { status, body } = answer;
  report(
    resultOf(() => {
      if (request.operation === "settlement") return biller.decode("settlement", status, body).outcome;
      return String(biller.decode("verification", status, body).data.status);
    }),
  );
  return answer;
}

function resultOf(decode: () => string): string {
  try {
    return decode();
  } catch (error) {
    return describe(error);
  }
}
