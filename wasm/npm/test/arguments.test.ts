// Arguments of a wrong type, each refused with its path. mistakes.test.ts has the sentences, and the vectors have
// the fields of a request.
import { Agent } from "node:http";
import {
  CreditFlow,
  SettlementFlow,
  WebhookReceiver,
  decimal,
  draftFromJson,
  draftToJson,
  validateDraft,
} from "billwire";
import { send } from "billwire/fetch";
import { Simulator, WebhookTarget } from "billwire/testing";
import { webhook } from "billwire/web";
import { describe, expect, test } from "vitest";
import { BILL, CANARIES, EXPECTATION, SEARCH, biller, failureOf } from "./support/bills.ts";
import { FLOW_BILL, POLICY, PROFILE } from "./support/flows.ts";

const by = biller({ profile: PROFILE });
const event = WebhookReceiver.checkout().receive({}, '{"tran_id":"T-1"}');
const simulator = new Simulator(CANARIES);

// Calls with arguments of any type, as JavaScript without types allows.
const flow = (options?: unknown) => new SettlementFlow(by, FLOW_BILL, options as never);
const policy = (changes: object) => flow({ policy: { ...POLICY, ...changes } });
const ofBill = (options?: unknown) => CreditFlow.ofBill(by, EXPECTATION, options as never);
const ofPayment = (payment: object) => CreditFlow.ofPayment(by, EXPECTATION, payment as never);
const booked = (transactions: unknown) => ofBill({ transactions });
const T_1 = { claimKey: "T-1", state: "credited", amount: "40000" };
const run = (options: unknown) => flow().run(options as never);
const WORK = { load: () => null, save: () => true, send: () => ({ sent: "no" }) };
const sendWith = (options: unknown) => send(by.prepareSettlement(BILL), options as never);
const handler = (changes: object) =>
  webhook({
    receiver: WebhookReceiver.checkout(),
    biller: by,
    findBill: () => undefined,
    credit: () => "credited",
    ...changes,
  } as never);
const simulatorWith = (options: object) => new Simulator({ ...CANARIES, ...options } as never);
const handle = (request: unknown) => simulator.handle(request as never);
const script = (faults: unknown) => simulator.script(faults as never);
const delivered = (id: unknown, answer: unknown) => simulator.delivered(id as never, answer as never);
const setNow = (now: unknown) => Object.assign(simulator, { now });
const draft = (operation: unknown) => validateDraft(operation as "settlement", BILL);

function loaded(record: unknown): void {
  const one = flow();
  one.step();
  one.loaded(record as never);
}

/** Path and code of each violation, and the call that has them. */
type Refusal = readonly [faults: string | readonly string[], work: () => unknown];

const REFUSALS: Readonly<Record<string, readonly Refusal[]>> = {
  "a settlement flow": [
    ["biller wrong_type", () => new SettlementFlow({} as never, FLOW_BILL)],
    ["options wrong_type", () => flow("{}")],
    ["now wrong_type", () => flow({ now: () => new Date() })],
    ["random wrong_type", () => flow({ random: 0.5 })],
    ["reopen wrong_type", () => flow({ reopen: "x" })],
    ["restored wrong_type", () => flow({ restored: "x" })],
    ["lookAgain wrong_type", () => flow({ lookAgain: "x" })],
    ["record wrong_type", () => flow({ record: "{}" })],
    ...Object.keys(POLICY).map(
      (name): Refusal => [`policy.${name} wrong_type`, () => policy({ [name]: "x" })],
    ),
    ["policy.trustNotFound wrong_type", () => policy({ trustNotFound: "x" })],
    ["policy.attempts out_of_range", () => policy({ attempts: 0 })],
    ["policy.lookFirst unknown_field", () => policy({ lookFirst: true })],
    ["revision wrong_type", () => flow().notSaved(-1)],
    ["resolution wrong_type", () => flow().resolved(1 as never)],
    ["resolution unknown_value", () => flow().resolved("paid" as never)],
    ["tranId wrong_type", () => flow().notThisBill(1 as never)],
    ["sent wrong_type", () => flow().noAnswer(1, { sent: "yes" as never })],
    ["record wrong_type", () => flow().loaded({} as never)],
    ["record invalid_json", () => loaded("x")],
    ["record wrong_type", () => loaded("{}")],
    ["record.version record_version", () => loaded('{"version":1000}')],
  ],

  "a credit flow": [
    ["biller wrong_type", () => CreditFlow.ofEvent({} as never, event, EXPECTATION)],
    ["event wrong_type", () => CreditFlow.ofEvent(by, {} as never, EXPECTATION)],
    ["amount required", () => CreditFlow.ofBill(by, { ...EXPECTATION, amount: undefined as never })],
    ["transactions wrong_type", () => booked("T-1")],
    ["transactions[0] wrong_type", () => booked([7])],
    ["transactions[0].claimKey wrong_type", () => booked([{ ...T_1, claimKey: 7 }])],
    [
      ["transactions[0].state unknown_value", "transactions[0].amount required"],
      () => booked([{ claimKey: "T-2", state: "paid" }]),
    ],
    ["transactions[0].claimKey required", () => booked([{ claim_key: "T-4", amount: 1 }])],
    ["transactions[1].state conflicting_values", () => booked([T_1, { ...T_1, state: "held" }])],
    ["transaction.claimKey required", () => ofPayment({ ...T_1, claimKey: "" })],
    ["claimKeys unknown_field", () => ofBill({ claimKeys: [] })],
    ["isStored wrong_type", () => ofBill().reviewed(1 as never)],
    ["flow wrong_type", () => new (CreditFlow as unknown as new () => CreditFlow)()],
    ["claim unknown_value", () => ofBill().claimed("paid" as never)],
    ["credit wrong_type", () => ofBill().run({ send: WORK.send } as never)],
  ],

  "the run of a flow": [
    ["options wrong_type", () => run(undefined)],
    ["load wrong_type", () => run({ ...WORK, load: undefined })],
    ["save wrong_type", () => run({ ...WORK, save: undefined })],
    ["send wrong_type", () => run({ ...WORK, send: undefined })],
    ["control wrong_type", () => run({ ...WORK, control: FLOW_BILL })],
    ["biller wrong_type", () => run({ ...WORK, biller: {} })],
    ["sleep wrong_type", () => run({ ...WORK, sleep: 1 })],
    ["maxWaitMs wrong_type", () => run({ ...WORK, maxWaitMs: -1 })],
    ["signal wrong_type", () => run({ ...WORK, signal: new AbortController() })],
  ],

  send: [
    ["timeout wrong_type", () => sendWith({ timeout: 0 })],
    ["timeout wrong_type", () => sendWith({ timeout: 2 ** 31 })],
    ["connectTimeout wrong_type", () => sendWith({ connectTimeout: 0 })],
    ["maxBytes wrong_type", () => sendWith({ maxBytes: -1 })],
    ["signal wrong_type", () => sendWith({ signal: {} })],
    ["fetch wrong_type", () => sendWith({ fetch: "fetch" })],
    ["agent wrong_type", () => sendWith({ agent: {} })],
    ["agent wrong_type", () => sendWith({ agent: new Agent(), fetch })],
    ["onAttempt wrong_type", () => sendWith({ onAttempt: 1 })],
    ["options wrong_type", () => sendWith({ timeoutMs: 5 })],
    ["options wrong_type", () => sendWith(null)],
    ...[undefined, "call", {}, { ...by.prepareVerification(SEARCH) }].map(
      (call): Refusal => ["call wrong_type", () => send(call as never)],
    ),
  ],

  "a webhook handler": [
    ["biller wrong_type", () => handler({ biller: undefined })],
    ["send wrong_type", () => handler({ send: 1 })],
    ["review wrong_type", () => handler({ review: true })],
    ["maxBytes wrong_type", () => handler({ maxBytes: 0 })],
    ["policy.unauthenticatedPauseMs wrong_type", () => handler({ policy: { unauthenticatedPauseMs: 0 } })],
    ["policy.retries unknown_field", () => handler({ policy: { retries: 1 } })],
    ["options wrong_type", () => webhook(null as never)],
  ],

  "the simulator": [
    [
      ["bearer required", "verificationToken required", "hashToken required"],
      () => new Simulator({} as never),
    ],
    [
      ["typo unknown_field", "bearer bearer_prefix", "hashToken surrounding_space"],
      () => simulatorWith({ bearer: "Bearer x", hashToken: " h", typo: 1 }),
    ],
    ["fee out_of_range", () => simulatorWith({ fee: 2n ** 53n })],
    ["options wrong_type", () => simulatorWith({ typo: () => 1 })],
    ...[-1, 1.5, "0", new Date(Number.NaN)].flatMap((now): Refusal[] => [
      ["now wrong_type", () => setNow(now)],
      ["now wrong_type", () => simulatorWith({ now })],
    ]),
    ...[-1, 0.5, "1"].map((ms): Refusal => ["ms wrong_type", () => simulator.advance(ms as number)]),
    ["path wrong_type", () => handle(undefined)],
    ["headers wrong_type", () => handle({ path: "/", headers: ["a", "b"] })],
    ["body wrong_type", () => handle({ path: "/", body: {} })],
    [" wrong_type", () => script(undefined)],
    ["settlements unknown_field", () => script({ settlements: [] })],
    [
      "settlement[0].fault.delay_ms required",
      () => script({ settlement: [{ ref_id: "I", fault: { kind: "slow" } }] }),
    ],
    [
      "script wrong_type",
      () => script({ webhooks: [{ ref_id: "I", fault: { kind: "late", delay_ms: NaN } }] }),
    ],
    ["id wrong_type", () => delivered("1", null)],
    ["answer wrong_type", () => delivered(1, 200)],
    ["answer wrong_type", () => delivered(1, undefined)],
    ["answer.status wrong_type", () => delivered(1, { status: "200" })],
    ["receiver wrong_type", () => new WebhookTarget({} as never)],
  ],

  "a draft": [
    ...["proxy", "toString", undefined].map((name): Refusal => ["operation wrong_type", () => draft(name)]),
    [
      ["maxLines out_of_range", "bearer unknown_field"],
      () => validateDraft("settlement", BILL, { maxLines: 0, bearer: "b" } as never),
    ],
    ["ref_id wrong_type", () => draftFromJson("settlement", JSON.stringify({ ...BILL, ref_id: 7 }))],
    ["total_amount out_of_range", () => draftToJson("settlement", { ...BILL, total_amount: -1 })],
    ["json wrong_type", () => draftFromJson("settlement", {} as string)],
  ],

  "a decimal": [
    [["amount invalid_decimal", "places not_an_integer"], () => decimal.quantize("x", 0.5)],
    [["a too_many_digits", "b wrong_type"], () => decimal.compare(10n ** 34n + 1n, Symbol("1") as never)],
    [" too_many_digits", () => decimal.add("9".repeat(34), 1)],
  ],

  "a bearer": [
    ["bearer empty", () => biller({ bearer: "" })],
    ["bearer empty", () => by.withBearer("")],
    ["bearer invalid_token", () => by.withBearer("a b")],
    ["bearer invalid_token", () => by.withBearer("ក")],
    ["bearer bearer_prefix", () => by.withBearer("Bearer a")],
    ["bearer wrong_type", () => by.withBearer(undefined as never)],
  ],
};

describe.each(Object.entries(REFUSALS))("%s refuses", (_name, refusals) => {
  test.each(refusals)("%s (%#)", async (faults, work) => {
    const { violations } = await failureOf((async () => work())());
    expect(violations.map(({ path, code }) => `${path} ${code}`)).toEqual([faults].flat());
  });
});
