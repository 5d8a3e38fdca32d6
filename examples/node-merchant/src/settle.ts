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
  let flow: SettlementFlow;
  try {
    flow = await openFlow(merchant, bill);
  } catch (error) {
    if (!isBillwireError(error) || error.kind !== "invalid_request") throw error;
    // A bill with a record may have been sent before it was changed.
    const isNew = (await merchant.books.settlementRecord(bill.ref_id)) === null;
    return end(merchant, bill.ref_id, { state: isNew ? "refused" : "unclear", reason: describe(error) });
  }
  await settle(merchant, bill.ref_id, flow);
}

/** Opens the flow of a bill from its stored record. Throws `invalid_request` if the bill is invalid or not that of the record. */
export async function openFlow({ biller, books, patience }: Merchant, bill: Bill): Promise<SettlementFlow> {
  const record = await books.settlementRecord(bill.ref_id);
  return new SettlementFlow(biller, bill, { record, policy: patience.settlement });
}

/** Runs a flow and stores how it ends. Returns nothing if another process settles this bill. */
export async function settle(merchant: Merchant, refId: string, flow: SettlementFlow): Promise<Ending | undefined> {
  const result = await flow.run({
    save: (step) => merchant.books.save("settlements", refId, step),
    send: (request) => sendAndReport(merchant, refId, request),
  });
  if (result.outcome === "takenOver") return undefined;
  const ending: Ending = { state: result.outcome, ...(result.outcome !== "settled" && { reason: result.code }) };
  await end(merchant, refId, ending);
  return ending;
}

async function end(merchant: Merchant, refId: string, ending: Ending): Promise<void> {
  await merchant.books.end(refId, ending);
  merchant.diary.ended(refId, ending);
  merchant.log("ended", { ref_id: refId, ...ending });
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
