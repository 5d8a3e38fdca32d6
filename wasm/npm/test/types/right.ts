// Right use, which has to compile and to narrow types.
import {
  type BillwireError,
  Code,
  ErrorKind,
  NextStep,
  isBillwireError,
  type readTranDate,
  type sign,
} from "billwire";
import type * as billwire from "billwire";
import { send } from "billwire/fetch";
import type { load } from "billwire/slim";
import type {
  Biller,
  BillerOptions,
  Call,
  Confirmation,
  CreditEnding,
  CreditFlow,
  Customer,
  Mismatch,
  OnboardingOutcome,
  OperationName,
  ReceivedValue,
  Reply,
  Settlement,
  SettlementFlow,
  SettlementOutcome,
  SettlementResponse,
  SettlementResult,
  SettlementRun,
  TakenOver,
  VerificationOutcome,
  WebhookEvent,
  WireProfile,
} from "billwire";
import { proven } from "./equal.ts";
import type { Equal } from "./equal.ts";

proven<Equal<Awaited<ReturnType<typeof load>>, typeof billwire>>();
proven<Equal<OperationName, "onboarding" | "settlement" | "verification">>();

export async function settle(biller: Biller, bill: Settlement, signal: AbortSignal): Promise<string> {
  const call = biller.prepareSettlement(bill);
  proven<Equal<typeof call, Call<SettlementOutcome>>>();
  const response = await fetch(call.url, { ...call.request(), signal });
  const outcome = call.decode(response.status, new Uint8Array(await response.arrayBuffer()));
  proven<Equal<(typeof outcome)["outcome"], "settled" | "accepted" | "failed">>();
  if (outcome.outcome === "settled") {
    proven<Equal<typeof outcome.nextStep, null>>();
    return outcome.response.data?.bill?.status ?? "";
  }
  proven<Equal<typeof outcome.nextStep, NextStep>>();
  proven<Equal<typeof outcome.response, SettlementResponse>>();
  return outcome.nextStep;
}

export function advice(error: unknown): string {
  if (!isBillwireError(error)) throw error;
  proven<Equal<typeof error, BillwireError>>();
  const step: NextStep = error.nextStep;
  switch (step) {
    case "fixRequest":
      return error.violations.map(({ path, code }) => `${path}: ${code}`).join();
    case "fixCredentials":
    case "sendAgain":
    case "verifyFirst":
    case "verifyAgain":
    case "askService":
      return error.responseCode ?? error.messageEn ?? error.messageKh ?? String(error.httpStatus);
    default:
      return never(step);
  }
}

function never(value: never): never {
  throw new Error(`not thought of: ${String(value)}`);
}

export function decoded(biller: Biller, body: Uint8Array | ArrayBuffer | string): void {
  const onboarding = biller.decode("onboarding", 200, body);
  const settlement = biller.decode("settlement", 200, body);
  const verification = biller.decode("verification", 200, body);
  proven<Equal<typeof onboarding, OnboardingOutcome>>();
  proven<Equal<typeof onboarding.outcome, "onboarded" | "existsAlready">>();
  proven<Equal<typeof onboarding.link, string | undefined>>();
  proven<Equal<typeof settlement, SettlementOutcome>>();
  proven<Equal<typeof verification, VerificationOutcome>>();
  proven<Equal<typeof verification.data.tran_amount, string>>();
  proven<Equal<NonNullable<typeof onboarding.data>["extra"], { readonly [key: string]: ReceivedValue }>>();
  // Known texts are suggested, and any other text is accepted.
  proven<Equal<typeof verification.data.status, "success" | (string & {})>>();
}

export function received(event: WebhookEvent, confirmation: Confirmation): void {
  proven<Equal<typeof event.payload.customers, Customer[] | null | undefined>>();
  const verdict = confirmation.decide(200, "");
  if (verdict.confirmed) proven<Equal<typeof verdict.claimKey, string>>();
  else if (verdict.verdict === "mismatch") proven<Equal<typeof verdict.mismatches, readonly Mismatch[]>>();
  else proven<Equal<typeof verdict.verdict, "pending" | "failed">>();
}

export async function settled(flow: SettlementFlow, run: SettlementRun): Promise<string> {
  const ending = await flow.run(run);
  proven<Equal<typeof ending, SettlementResult>>();
  switch (ending.outcome) {
    case "settled":
      proven<Equal<typeof ending.nextStep, null>>();
      if (ending.proof === "answer") return ending.response?.code ?? "";
      return ending.proof === "verification" ? (ending.transaction?.tran_id ?? ending.claimKey ?? "") : "";
    case "refused":
    case "unclear":
      proven<Equal<typeof ending.code, Code>>();
      return ending.error?.messageKh ?? ending.lookup?.verdict ?? ending.nextStep;
    case "takenOver":
      return ending.outcome satisfies TakenOver["outcome"];
    case "waiting":
      return String(ending.until satisfies number);
  }
}

export async function answerWebhook(flow: CreditFlow, keys: readonly string[]): Promise<Reply | null> {
  const { ending, reply } = await flow.run({
    send,
    credit: async ({ claimKey }) => (keys.includes(claimKey) ? "paidOtherwise" : "credited"),
  });
  proven<Equal<typeof ending, CreditEnding>>();
  if (ending.outcome === "unconfirmed") proven<Equal<typeof ending.error, BillwireError>>();
  return reply;
}

// An absent member and undefined are accepted, with every option of the compiler.
export const options: BillerOptions = { baseUrl: "https://s.example", bearer: undefined, profile: undefined };
export const profile: WireProfile = {
  successCodes: { settlement: ["0"] as const },
  settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "settlement_to" },
  lineItemKey: "item_mame",
  totalAmountKhrAs: undefined,
};
export const bill: Settlement = {
  ref_id: "INV-1",
  date: new Date(),
  due_date: "2026-01-31T17:00:00Z",
  currency: "USD",
  total_amount: 10n,
  customer_sync_code: "C",
  settlement_to: "S",
  exchange_rate_khr: 4100.5,
  description: undefined,
  details: [{ price: "1.50", amount: 1n, quantity: 2, extra: { nested: { list: [1, "a", null, true] } } }],
  extra: { channel: "counter" },
};
proven<Equal<ReturnType<typeof sign>, string>>();
proven<Equal<ReturnType<typeof readTranDate>, Date | null>>();

// A member of a list documents itself in editors.
export const isSafe = (error: BillwireError): boolean =>
  error.nextStep === NextStep.sendAgain &&
  error.kind !== ErrorKind.internal &&
  error.code !== Code.wrong_type;
proven<Equal<typeof NextStep.sendAgain, "sendAgain">>();
