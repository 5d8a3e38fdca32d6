// Every export of every entry, each with a valid call. kinds.test.ts runs its kinds over this table.
import {
  Biller,
  BillwireError,
  CreditFlow,
  SettlementFlow,
  WebhookReceiver,
  countParses,
  decimal,
  draftFromJson,
  draftToJson,
  isBillwireError,
  readTranDate,
  sign,
  validateDraft,
} from "billwire";
import { explainSignature } from "billwire/explain";
import { send } from "billwire/fetch";
import { load } from "billwire/slim";
import { Simulator, WebhookTarget } from "billwire/testing";
import { BASE_URL, BILL, CANARIES, EXPECTATION, SEARCH, SETTLED, SHOP, biller, errorOf } from "./bills.ts";
import { CONTROL, FLOW_BILL, PROFILE, transaction } from "./flows.ts";
import { HANDLERS, MODULES } from "./handlers.ts";

export const TOKEN = "canary-token";

const withLines = { ...BILL, details: [{ item_name: "Water", price: "1.50" }, {}] };
const asValue = { ...withLines, extra: { a: [1, { b: null }] } };
const TEXT = '{"tran_id":"T-1","status":"success","customers":[{"bill_no":"B"}],"new":[{}]}';
const FOUND = transaction("success", {
  ...{ identity_code: "I", purpose_of_transaction: "P" },
  ...{ tran_amount: 1, total_amount: 1 },
});
const EACH_PAYLOAD = "tran_id tran_no bank_code bank_ref status tran_amount currency identity_code".split(
  " ",
);
const EACH_FAULT = (
  "kind code message violations violationsOmitted operation " +
  "responseCode messageEn messageKh httpStatus response"
).split(" ");

/** Objects of each class, which the calls of the table use. */
export function objects() {
  const by = biller({ ...CANARIES, profile: PROFILE, codeShapes: { ref_id: { length: 8 } } });
  const receiver = WebhookReceiver.merchantProxy({ tokens: [TOKEN, "next"], limits: { bytes: 5_000 } });
  const event = receiver.receive({ Token: TOKEN }, '{"tran_id":"T-1"}');
  const [call, lookup] = [by.prepareSettlement(BILL), by.prepareSettlementLookup(BILL)];
  return { by, receiver, event, call, lookup, confirmation: event.confirm(by, EXPECTATION) };
}
export type Objects = ReturnType<typeof objects>;

/** Objects that are never disposed, for calls that return what they refuse. */
const OWN = biller({ profile: PROFILE });
const OWN_RECEIVER = WebhookReceiver.merchantProxy({ tokens: [TOKEN] });

interface Marks {
  /** The last argument has options, of which no unknown one is taken. */
  readonly options?: true;
  /** Object that it needs: once that is disposed, the call is refused. */
  readonly needs?: "biller" | "receiver";
  /** The call returns a promise, of whose result this is a member. */
  readonly promises?: string;
  /** Wasm that does the work: that of `billwire` if it is not said. */
  readonly wasm?: "testing" | "none";
}

/** Name; valid arguments; a call with arguments of any type, which returns plain data; and what holds for it. */
type Row = readonly [
  name: string,
  args: readonly unknown[] | ((on: Objects) => unknown[]),
  call: (on: Objects, ...args: never[]) => unknown,
  marks?: Marks,
];

const OPTIONS = { options: true } as const;
const BILLER = { needs: "biller" } as const;
const BILLER_OPTIONS = { ...BILLER, ...OPTIONS } as const;
const RECEIVER = { needs: "receiver" } as const;
const TESTING = { wasm: "testing" } as const;
const TESTING_OPTIONS = { ...TESTING, ...OPTIONS } as const;
const NO_WASM = { wasm: "none" } as const;

/** Call of a function that needs no object. */
const itself =
  (work: (...args: never[]) => unknown) =>
  (_: Objects, ...args: never[]) =>
    work(...args);
const utf8 = (text: string) => new TextEncoder().encode(text);
const SETTINGS = { ...CANARIES, baseUrl: BASE_URL, profile: { destinationKey: "to" }, strict: false };
const SHAPES = { ref_id: { prefix: "I", length: 8 } };

const BILLERS: readonly Row[] = [
  [
    "Biller",
    [{ ...SETTINGS, codeShapes: SHAPES }],
    (_, options) => new Biller(options).prepareSettlement(BILL).request(),
    OPTIONS,
  ],
  [
    "Biller.prepareSettlement",
    [withLines],
    ({ by }, it) => requestOf(by.prepareSettlement(it)),
    BILLER_OPTIONS,
  ],
  [
    "Biller.prepareSettlement of a value",
    [asValue],
    ({ by }, it) => requestOf(by.prepareSettlement(it)),
    BILLER,
  ],
  ["Biller.prepareOnboarding", [SHOP], ({ by }, it) => requestOf(by.prepareOnboarding(it)), BILLER],
  ["Biller.prepareVerification", [SEARCH], ({ by }, it) => requestOf(by.prepareVerification(it)), BILLER],
  [
    "Biller.prepareSettlementLookup",
    [BILL],
    ({ by }, it) => requestOf(by.prepareSettlementLookup(it).call),
    BILLER,
  ],
  [
    "Biller.prepareOperation",
    ["get_list_bills", { path: "/p", query: { a: "b" }, auth: "bearer" }],
    ({ by }, name, request) => by.prepareOperation(name, request).request(),
    BILLER_OPTIONS,
  ],
  [
    "Biller.prepareOperation with a body",
    ["proxy", { path: "/p", json: { a: [1, null] } }],
    ({ by }, name, request) => by.prepareOperation(name, request).request(),
    BILLER,
  ],
  [
    "Biller.decode",
    ["onboarding", 200, utf8('{"code":"000","data":{}}'), undefined],
    ({ by }, name, status, body, request) => by.decode(name, status, body, request),
  ],
  [
    "Biller.withBearer",
    ["another"],
    ({ by }, bearer) => by.withBearer(bearer).prepareSettlement(BILL).request(),
    BILLER,
  ],
  ["Call.decode", [200, utf8(SETTLED)], ({ call }, status, body) => call.decode(status, body)],
  ["Call.noAnswer", [{ sent: "maybe" }], ({ call }, options) => call.noAnswer(options).nextStep, OPTIONS],
  [
    "Lookup.decide",
    [200, utf8(FOUND), { firstAttempt: 0 }],
    ({ lookup }, status, body, options) => lookup.decide(status, body, options),
  ],
];

const RECEIVERS: readonly Row[] = [
  [
    "WebhookReceiver.merchantProxy",
    [{ tokens: ["a", "b"], limits: { bytes: 300, depth: 3 } }],
    (_, options) => WebhookReceiver.merchantProxy(options).receive({ Token: "a" }, TEXT).payload,
    OPTIONS,
  ],
  [
    "WebhookReceiver.checkout",
    [{ limits: { bytes: 300 } }],
    (_, options) => WebhookReceiver.checkout(options).receive([], TEXT).payload,
    OPTIONS,
  ],
  ["WebhookReceiver.receive", [{ Accept: "x", tokeN: TOKEN }, utf8(TEXT)], received, RECEIVER],
  ["WebhookReceiver.receive of text", [{ Token: [TOKEN] }, TEXT], received, RECEIVER],
  ["WebhookReceiver.receive of a value", [[["Token", TOKEN]], utf8(TEXT).buffer], received, RECEIVER],
  [
    "WebhookReceiver.authenticate",
    [{ Token: TOKEN }],
    ({ receiver }, it) => receiver.authenticate(it),
    RECEIVER,
  ],
  [
    "WebhookEvent.confirm",
    ({ by }) => [by, { ...EXPECTATION }],
    ({ event }, by, bill) => requestOf(event.confirm(by, bill).call),
    BILLER,
  ],
  ["WebhookEvent.compare", [null], ({ event }, fingerprint) => event.compare(fingerprint)],
  ["WebhookEvent.fingerprint", [], ({ event }) => event.fingerprint],
  ["WebhookEvent.dedupKey", [], ({ event }) => event.dedupKey],
  ["WebhookEvent.acknowledge", [], ({ event }) => event.acknowledge(), NO_WASM],
  [
    "Confirmation.decide",
    [200, utf8(FOUND)],
    ({ confirmation }, status, body) => confirmation.decide(status, body),
  ],
];

const FAULT = { kind: "rejected", code: "refused", nextStep: "fixRequest", violations: [] };

const FUNCTIONS: readonly Row[] = [
  ["sign", [BILL, "key"], (_, fields, key) => sign(fields, key)],
  ["sign of a value", [BILL, "key", { signingOffset: "+07:00" }], itself(sign), OPTIONS],
  [
    "readTranDate",
    ["2026-01-31T17:00:00.000", "+07:00", { dayFirst: true }],
    (_, text, offset, options) => readTranDate(text, offset, options)?.getTime(),
  ],
  ["countParses", ["I20260131170000KHR1CS", SHAPES], itself(countParses), OPTIONS],
  ...(["compare", "add", "subtract", "multiply", "quantize"] as const).map(
    (name): Row => [`decimal.${name}`, ["1.50", 2n], itself(decimal[name])],
  ),
  ["validateDraft", ["settlement", BILL, { maxLines: 1 }], itself(validateDraft), OPTIONS],
  ["draftToJson", ["settlement", asValue, {}], itself(draftToJson), OPTIONS],
  ["draftFromJson", ["settlement", JSON.stringify(asValue), {}], itself(draftFromJson), OPTIONS],
  [
    "explainSignature",
    [BILL, { hashToken: "key", observedHash: "none", candidates: {} }],
    itself(explainSignature),
    TESTING_OPTIONS,
  ],
  ["BillwireError.from", [FAULT], (_, value) => faultOf(BillwireError.from(value)), NO_WASM],
  ["isBillwireError", [new Error("x")], itself(isBillwireError), NO_WASM],
  ["BillwireError of a request", [], () => faultOf(refusal(() => OWN.prepareSettlement({} as never)))],
  ["BillwireError of an answer", [], () => faultOf(refusal(() => OWN.decode("settlement", 500, "{")))],
  [
    "BillwireError of a credential",
    [],
    () => faultOf(refusal(() => new Biller({ baseUrl: BASE_URL }).prepareSettlement(BILL))),
  ],
];

const CLOCK = { now: () => 0 };
const loading = (by: Biller) => new SettlementFlow(by, FLOW_BILL, CLOCK);

/** Flow whose record is to be saved. */
function saving(by: Biller): SettlementFlow {
  const flow = loading(by);
  flow.step();
  flow.loaded(null);
  flow.step();
  return flow;
}

/** Flow whose first request is to be sent. */
function sending(by: Biller): SettlementFlow {
  const flow = saving(by);
  flow.saved(1);
  flow.step();
  return flow;
}

function crediting({ by, event }: Pick<Objects, "by" | "event">): CreditFlow {
  const flow = CreditFlow.ofEvent(by, event, EXPECTATION, CLOCK);
  const step = flow.step();
  if (step.step === "send") flow.answered(step.request.number, 200, FOUND);
  flow.step();
  return flow;
}

/** Name of the step after a flow was told something. */
function told<Of extends { step(): { readonly step: string } }>(flow: Of, tell: (flow: Of) => void): string {
  tell(flow);
  return flow.step().step;
}

const RUN = { load: () => null, save: () => true, send: () => ({ status: 200, body: SETTLED }) };
const CREDIT_RUN = { credit: () => "credited", send: () => ({ status: 200, body: FOUND }) };
const WITH_POLICY = { policy: { attempts: 2, pauseMs: 10 }, ...CLOCK };
const PAYMENT = { claimKey: "T-1", state: "credited", amount: 1 };

const FLOWS: readonly Row[] = [
  [
    "SettlementFlow",
    ({ by }) => [by, FLOW_BILL, { ...WITH_POLICY, reopen: false }],
    (_, by, bill, options) => new SettlementFlow(by, bill, options).step(),
    BILLER_OPTIONS,
  ],
  [
    "SettlementFlow.loaded",
    [null],
    ({ by }, it) => told(loading(by), (flow) => (flow.step(), flow.loaded(it))),
    BILLER,
  ],
  ["SettlementFlow.saved", [1], ({ by }, it) => told(saving(by), (flow) => flow.saved(it)), BILLER],
  ["SettlementFlow.notSaved", [1], ({ by }, it) => told(saving(by), (flow) => flow.notSaved(it)), BILLER],
  ["SettlementFlow.control", [CONTROL], (_, it) => refusal(() => loading(OWN).control(it)).code],
  [
    "SettlementFlow.resolved",
    ["settled"],
    ({ by }, it) => told(loading(by), (flow) => flow.resolved(it)),
    BILLER,
  ],
  [
    "SettlementFlow.notThisBill",
    ["T-1"],
    ({ by }, it) => told(loading(by), (flow) => flow.notThisBill(it)),
    BILLER,
  ],
  [
    "SettlementFlow.answered",
    [1, 200, utf8(SETTLED), { retryAfterMs: 5 }],
    ({ by }, number, status, body, options) =>
      told(sending(by), (flow) => flow.answered(number, status, body, options)),
    BILLER_OPTIONS,
  ],
  [
    "SettlementFlow.noAnswer",
    [1, { sent: "maybe", retryAfterMs: 5 }],
    ({ by }, number, options) => told(sending(by), (flow) => flow.noAnswer(number, options)),
    BILLER_OPTIONS,
  ],
  ["SettlementFlow.step", [], ({ by }) => loading(by).step(), BILLER],
  [
    "SettlementFlow.run",
    [RUN],
    ({ by }, options) => loading(by).run(options),
    { ...BILLER_OPTIONS, promises: "outcome" },
  ],
  [
    "CreditFlow.ofEvent",
    ({ by, event }) => [by, event, EXPECTATION, { ...WITH_POLICY, transactions: [null] }],
    (_, by, event, bill, options) => stepOf(CreditFlow.ofEvent(by, event, bill, options)),
    BILLER_OPTIONS,
  ],
  [
    "CreditFlow.ofBill",
    ({ by }) => [by, EXPECTATION, WITH_POLICY],
    (_, by, bill, options) => stepOf(CreditFlow.ofBill(by, bill, options)),
    BILLER_OPTIONS,
  ],
  [
    "CreditFlow.ofPayment",
    ({ by }) => [by, EXPECTATION, PAYMENT, CLOCK],
    (_, by, bill, payment, options) => stepOf(CreditFlow.ofPayment(by, bill, payment, options)),
    BILLER_OPTIONS,
  ],
  [
    "CreditFlow.ofUnknownBill",
    ({ by, event }) => [by, event, WITH_POLICY],
    (_, by, event, options) => stepOf(CreditFlow.ofUnknownBill(by, event, options)),
    BILLER_OPTIONS,
  ],
  ["CreditFlow.claimed", ["credited"], (on, it) => told(crediting(on), (flow) => flow.claimed(it)), BILLER],
  [
    "CreditFlow.reviewed",
    [true],
    ({ event }, it) => refusal(() => crediting({ by: OWN, event }).reviewed(it)).code,
  ],
  [
    "CreditFlow.run",
    [CREDIT_RUN],
    ({ by, event }, options) => CreditFlow.ofEvent(by, event, EXPECTATION).run(options),
    { ...BILLER_OPTIONS, promises: "ending" },
  ],
];

const settling = async () => new Response(SETTLED);
const simulated = () => new Simulator({ ...CANARIES, seed: "" });
const HANDLED = { findBill() {}, credit: () => "credited", maxBytes: 100, policy: {} };
const FAULTS = { settlement: [{ ref_id: "I", attempt: 1, fault: { kind: "drop_after" } }], webhooks: [] };

const ENTRIES: readonly Row[] = [
  [
    "send",
    ({ by }) => [by.prepareSettlement(BILL), { fetch: settling, timeout: 5_000 }],
    itself(send),
    { ...BILLER_OPTIONS, promises: "outcome" },
  ],
  ...HANDLERS.map(
    (name, at): Row => [
      `${name}.webhook`,
      ({ by, receiver }) => [{ ...HANDLED, biller: by, receiver }],
      (_, options) => typeof MODULES[at]?.webhook(options),
      BILLER_OPTIONS,
    ],
  ),
  ["load", [], () => load(undefined as never), { ...NO_WASM, promises: "Biller" }],
  [
    "Simulator",
    [{ ...CANARIES, seed: "s", fee: 1, now: 0, baseUrl: BASE_URL }],
    (_, options) => new Simulator(options).books(),
    TESTING_OPTIONS,
  ],
  [
    "Simulator.handle",
    [{ method: "POST", path: "/transaction/v2/verify", headers: { a: "b" }, body: utf8("{}") }],
    (_, request) => simulated().handle(request),
    TESTING,
  ],
  ["Simulator.script", [FAULTS], (_, script) => simulated().script(script), TESTING_OPTIONS],
  [
    "Simulator.pay",
    [{ identity_code: "I", amount: 1, currency: "KHR" }],
    (_, payment) => simulated().pay(payment),
    TESTING_OPTIONS,
  ],
  [
    "Simulator.sendWebhooksTo",
    [{ url: "https://s.example/", token: "t" }],
    (_, endpoint) => simulated().sendWebhooksTo(endpoint),
    TESTING_OPTIONS,
  ],
  [
    "Simulator.setRetries",
    [{ deliveries: 3, firstMs: 10, longestMs: 10 }],
    (_, retries) => simulated().setRetries(retries),
    TESTING_OPTIONS,
  ],
  [
    "Simulator.delivered",
    [1, { status: 200, body: utf8("{}") }],
    (_, id, answer) => simulated().delivered(id, answer),
    TESTING,
  ],
  ["Simulator.dueWebhooks", [], () => simulated().dueWebhooks(), TESTING],
  ["Simulator.nextDue", [], () => simulated().nextDue, TESTING],
  ["Simulator.books", [], () => simulated().books(), TESTING],
  ["Simulator.now", [0], (_, now) => ((simulated() as { now: number }).now = now), TESTING],
  ["Simulator.advance", [1], (_, ms) => simulated().advance(ms), TESTING],
  [
    "Simulator.fetch",
    [`${BASE_URL}/x`, { method: "POST", body: "{}" }],
    (_, url, init) => simulated().fetch(url, init),
    { ...TESTING, promises: "status" },
  ],
  [
    "WebhookTarget.receive",
    [{ Token: TOKEN }, utf8(TEXT)],
    (_, headers, body) => new WebhookTarget(OWN_RECEIVER).receive(headers, body),
    TESTING,
  ],
];

/** Row of the table. */
export interface Export {
  readonly name: string;
  /** Valid arguments, which are new ones each time. */
  args(on: Objects): unknown[];
  call(on: Objects, ...args: never[]): unknown;
  readonly marks: Marks;
}

export const EXPORTS: readonly Export[] = [BILLERS, RECEIVERS, FUNCTIONS, FLOWS, ENTRIES]
  .flat()
  .map(([name, args, call, marks = {}]) => {
    const argsOf = (on: Objects) => copied(typeof args === "function" ? args(on) : args) as unknown[];
    return { name, args: argsOf, call, marks };
  });

/** Exports and members that make no call, the end of an object, which is a kind of its own, and what a runner calls. */
export const OTHERS = [
  ...["Code", "ErrorKind", "NextStep", "operations", "webhookFixtures"],
  "FILE", // of slim.ts, which the tests of `billwire/slim` import
  ...["data", "docUrl", "toJSON", "warnings", "events", "dispose", "take", "save"],
];

/** Whether a value is a list or an object of no class. */
export function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

/** Copy of plain data and bytes. Functions and objects of classes stay the same. */
function copied(value: unknown): unknown {
  if (value instanceof Uint8Array) return value.slice();
  if (value instanceof ArrayBuffer) return value.slice();
  if (!isPlain(value)) return value;
  if (Array.isArray(value)) return value.map(copied);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copied(inner)]));
}

function requestOf(call: { request(): object; readonly warnings: readonly object[] }): unknown {
  return [call.request(), call.warnings];
}

/** Event, whose fields are read by name as a program does. */
function received({ receiver }: Objects, headers: never, body: never): unknown {
  const { payload, dedupKey, fingerprint } = receiver.receive(headers, body);
  const amounts = payload.customers?.map(({ amount }) => amount);
  return [payload, read(payload, EACH_PAYLOAD), amounts, dedupKey, fingerprint];
}

/** The error of a call that is refused. */
function refusal(work: () => unknown): BillwireError {
  const error = errorOf(work);
  if (error.kind === "internal") throw error;
  return error;
}

function faultOf(error: BillwireError | undefined): unknown {
  return error && read(error, EACH_FAULT);
}

function read(object: object, names: readonly string[]): unknown[] {
  return names.map((name) => (object as Readonly<Record<string, unknown>>)[name]);
}

function stepOf(flow: CreditFlow): unknown {
  const step = flow.step();
  return step.step === "send" ? step.request.request() : step;
}
