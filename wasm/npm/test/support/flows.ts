// Settlement flows under a clock that the test moves, with the bill and the policy of core's tests.
import { SettlementFlow } from "billwire";
import type {
  FlowRequest,
  SaveStep,
  Settlement,
  SettlementEnding,
  SettlementFlowOptions,
  SettlementStep,
} from "billwire";
import { BY_REF_ID, biller } from "./bills.ts";

export const NOT_FOUND = '{"code":"404"}';
export const SECRETS = {
  bearer: "secret-bearer",
  verificationToken: "secret-verification",
  hashToken: "secret-hash",
} as const;
export const POLICY = {
  attempts: 2,
  pauseMs: 10,
  longestPauseMs: 10,
  notFoundHoldsMs: 100,
  inFlightMs: 50,
  deadlineMs: 1_000,
} as const;
export const PROFILE = {
  ...BY_REF_ID,
  notFoundCodes: { verification: ["404"] },
  pendingStatuses: { transaction: ["pending"] },
} as const;

export const FLOW_BILL = {
  ref_id: "INV-1",
  date: new Date("2026-01-31T09:00:00Z"),
  due_date: new Date("2026-01-31T09:00:00Z"),
  currency: "KHR",
  total_amount: 40_000,
  customer_sync_code: "C-1",
  settlement_to: "SUB-1",
} as const satisfies Settlement;

/** Answer with a transaction. */
export function transaction(status: string, changes: object = {}): string {
  const data = {
    tran_id: "T-1",
    tran_date: "2026-01-31T09:00:00.000",
    status,
    bank_code: "B",
    bank_ref: "R",
    tran_amount: 40_000,
    fee_amount: 0,
    total_amount: 40_000,
    currency: "KHR",
    identity_code: "INV-1",
    purpose_of_transaction: "INV-1",
    ...changes,
  };
  return JSON.stringify({ code: "SUCCESS", message: "", data });
}

/** One biller for all flows, as in a program. */
const by = biller({ ...SECRETS, profile: PROFILE });

/** Flow with its clock. The short names are those of core's tests. */
export class Clocked<Step extends { readonly step: string }, Of extends { step(): Step }> {
  now = 0;
  readonly flow: Of;

  constructor(start: (clock: { now(): number; random(): number }) => Of) {
    this.flow = start({ now: () => this.now, random: () => 1 });
  }

  step<Name extends Step["step"]>(name: Name): Extract<Step, { step: Name }> {
    const step = this.flow.step();
    if (step.step !== name) throw new Error(`expected ${name}: ${JSON.stringify(step)}`);
    return step as Extract<Step, { step: Name }>;
  }
}

/** Bill of the books that is settled. */
export const CONTROL = { ...FLOW_BILL, ref_id: "INV-0" } as const satisfies Settlement;

/** Fields of the transaction of that bill. */
export const IS_CONTROL = {
  tran_id: "T-0",
  identity_code: "INV-0",
  purpose_of_transaction: "INV-0",
} as const;

/** Settlement flow with its clock. */
export class Driven extends Clocked<SettlementStep, SettlementFlow> {
  /** Record that was saved last. */
  stored = "";

  constructor(options: SettlementFlowOptions = {}, bill: Settlement = FLOW_BILL) {
    super((clock) => new SettlementFlow(by, bill, { policy: POLICY, ...clock, ...options }));
  }

  /** Tells the flow what is stored. */
  load(record: string | null = null): this {
    this.step("load");
    this.flow.loaded(record);
    return this;
  }

  /** Saves what the flow asks to save, and returns the step. */
  save(): SaveStep {
    const step = this.step("save");
    this.flow.saved(step.revision);
    this.stored = step.record;
    return step;
  }

  /** Sends the next request. Without an answer, it may have arrived. */
  send(operation: FlowRequest["operation"], status?: number, body = ""): FlowRequest {
    const { request } = this.step("send");
    if (request.operation !== operation) throw new Error(`expected ${operation}: ${request.operation}`);
    if (status === undefined) this.flow.noAnswer(request.number, { sent: "maybe" });
    else this.flow.answered(request.number, status, body);
    return request;
  }

  ending(): SettlementEnding {
    return this.step("finished").ending;
  }
}

/** Flow of a bill of which nothing is stored. */
export function started(options?: SettlementFlowOptions, bill?: Settlement): Driven {
  return new Driven(options, bill).load();
}

/** Flow whose first attempt brought no answer. */
export function inDoubt(options?: SettlementFlowOptions): Driven {
  const driven = started(options);
  driven.save();
  driven.send("settlement");
  driven.save();
  return driven;
}

/** First request of a flow, with its record stored. */
export function firstRequest(flow: SettlementFlow): FlowRequest {
  flow.step();
  flow.loaded(null);
  flow.step();
  flow.saved(1);
  const step = flow.step();
  if (step.step !== "send") throw new Error(`expected send: ${step.step}`);
  return step.request;
}
