// Every export of every entry, each with valid arguments. kinds.test.ts runs its kinds over this table.
import * as billwire from "billwire";
import { Biller, BillwireError, CreditFlow, SettlementFlow, WebhookReceiver, decimal } from "billwire";
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
  identity_code: "I",
  purpose_of_transaction: "P",
  tran_amount: 1,
  total_amount: 1,
});

/** Objects of each class, which the calls of the table use. */
export function objects() {
  const by = biller({ ...CANARIES, profile: PROFILE, codeShapes: { ref_id: { length: 8 } } });
  const receiver = WebhookReceiver.merchantProxy({ tokens: [TOKEN, "a"], limits: { bytes: 5_000 } });
  const event = receiver.receive({ Token: TOKEN }, '{"tran_id":"T-1"}');
  const [call, lookup] = [by.prepareSettlement(BILL), by.prepareSettlementLookup(BILL)];
  return { by, receiver, event, call, lookup, confirmation: event.confirm(by, EXPECTATION) };
}
export type Objects = ReturnType<typeof objects>;

/** Objects that are never disposed, for calls that return what they refuse. */
const OWN = objects();

interface Marks {
  /** The last argument has options, of which no unknown one is taken. */
  readonly options?: true;
  /** Object that it needs: once that is disposed, the call is refused. */
  readonly needs?: "biller" | "receiver";
  /** The call returns a promise, of whose result this is a member. */
  readonly promises?: string;
  /** Wasm that does the work: that of `billwire` if it is not said. */
  readonly wasm?: "testing" | "none";
  /** A call that the name does not say. */
  readonly call?: (...args: never[]) => unknown;
}

/** Name of the export or of a member, to which words may be added; valid arguments; and what holds for the call. */
type Row = readonly [
  name: string,
  args: readonly unknown[] | ((on: Objects) => readonly unknown[]),
  marks?: Marks,
];

const OPTIONS = { options: true } as const;
const BILLER = { needs: "biller" } as const;
const BILLER_OPTIONS = { ...BILLER, ...OPTIONS } as const;
const RECEIVER = { needs: "receiver" } as const;
const TESTING = { wasm: "testing" } as const;
const TESTING_OPTIONS = { ...TESTING, ...OPTIONS } as const;
const NO_WASM = { wasm: "none" } as const;
const CLOCK = { now: () => 0 };

const utf8 = (text: string) => new TextEncoder().encode(text);
const SETTINGS = { ...CANARIES, baseUrl: BASE_URL, profile: { destinationKey: "to" }, strict: false };
const SHAPES = { ref_id: { prefix: "I", length: 8 } };
const REQUEST = { path: "/p", query: { a: "b" }, auth: "bearer" };
const WITH_LIMITS = { tokens: ["a", "b"], limits: { bytes: 300, depth: 3 } };
const TO_EXPLAIN = { hashToken: "key", observedHash: "none", candidates: {} };
const FAULT = { kind: "rejected", code: "refused", nextStep: "fixRequest", violations: [] };
const WITH_POLICY = { policy: { attempts: 2, pauseMs: 10 }, ...CLOCK };
const RUN = { load: () => null, save: () => true, send: () => ({ status: 200, body: SETTLED }) };
const CREDIT_RUN = { credit: () => "credited", send: () => ({ status: 200, body: FOUND }) };
const PAYMENT = { claimKey: "T-1", state: "credited", amount: 1 };
const SENDING = { fetch: async () => new Response(SETTLED), timeout: 5_000 };
const HANDLED = { findBill() {}, credit: () => "credited", maxBytes: 100, policy: {} };
const FAULTS = { settlement: [{ ref_id: "I", attempt: 1, fault: { kind: "drop_after" } }], webhooks: [] };
const HTTP = { method: "POST", path: "/transaction/v2/verify", headers: { a: "b" }, body: utf8("{}") };

/** The error of a call that is refused. */
function refusal(work: () => unknown): BillwireError {
  const error = errorOf(work);
  if (error.kind === "internal") throw error;
  return error;
}

const refused = (call: (...args: never[]) => unknown): Marks => ({
  call: (...args) => refusal(() => call(...args)),
});

const TABLE: readonly Row[] = [
  ["Biller", [{ ...SETTINGS, codeShapes: SHAPES }], OPTIONS],
  ["Biller.prepareSettlement", [withLines], BILLER_OPTIONS],
  ["Biller.prepareSettlement of a value", [asValue], BILLER],
  ["Biller.prepareOnboarding", [SHOP], BILLER],
  ["Biller.prepareVerification", [SEARCH], BILLER],
  ["Biller.prepareSettlementLookup", [BILL], BILLER],
  ["Biller.prepareOperation", ["get_list_bills", REQUEST], BILLER_OPTIONS],
  ["Biller.prepareOperation with a body", ["proxy", { path: "/p", json: { a: [1, null] } }], BILLER],
  ["Biller.decode", ["onboarding", 200, utf8('{"code":"000","data":{}}'), undefined]],
  ["Biller.withBearer", ["another"], BILLER],
  ["Call.decode", [200, utf8(SETTLED)]],
  ["Call.noAnswer", [{ sent: "maybe" }], OPTIONS],
  ["Lookup.decide", [200, utf8(FOUND), { firstAttempt: 0 }]],
  ["Confirmation.decide", [200, utf8(FOUND)]],

  ["WebhookReceiver.merchantProxy", [WITH_LIMITS], OPTIONS],
  ["WebhookReceiver.checkout", [{ limits: { bytes: 300 } }], OPTIONS],
  ["WebhookReceiver.receive", [{ Accept: "x", tokeN: TOKEN }, utf8(TEXT)], RECEIVER],
  ["WebhookReceiver.receive of text", [{ Token: [TOKEN] }, TEXT], RECEIVER],
  ["WebhookReceiver.receive of a value", [[["Token", TOKEN]], utf8(TEXT).buffer], RECEIVER],
  ["WebhookReceiver.authenticate", [{ Token: TOKEN }], RECEIVER],
  ["WebhookEvent.confirm", ({ by }) => [by, { ...EXPECTATION }], BILLER],
  ["WebhookEvent.compare", [null]],
  ["WebhookEvent.fingerprint", []],
  ["WebhookEvent.dedupKey", []],
  ["WebhookEvent.acknowledge", [], NO_WASM],

  ["sign", [BILL, "key"]],
  ["sign of a value", [BILL, "key", { signingOffset: "+07:00" }], OPTIONS],
  ["readTranDate", ["2026-01-31T17:00:00.000", "+07:00", { dayFirst: true }]],
  ["countParses", ["I20260131170000KHR1CS", SHAPES], OPTIONS],
  ...Object.keys(decimal).map((name): Row => [`decimal.${name}`, ["1.50", 2n]]),
  ["validateDraft", ["settlement", BILL, { maxLines: 1 }], OPTIONS],
  ["draftToJson", ["settlement", asValue, {}], OPTIONS],
  ["draftFromJson", ["settlement", JSON.stringify(asValue), {}], OPTIONS],
  ["explainSignature", [BILL, TO_EXPLAIN], TESTING_OPTIONS],
  ["BillwireError.from", [FAULT], NO_WASM],
  ["isBillwireError", [new Error("x")], NO_WASM],
  ["BillwireError of a request", [], refused(() => OWN.by.prepareSettlement({} as never))],
  ["BillwireError of an answer", [], refused(() => OWN.by.decode("settlement", 500, "{"))],
  [
    "BillwireError of a credential",
    [],
    refused(() => new Biller({ baseUrl: BASE_URL }).prepareSettlement(BILL)),
  ],

  ["SettlementFlow", ({ by }) => [by, FLOW_BILL, { ...WITH_POLICY, reopen: false }], BILLER_OPTIONS],
  ["SettlementFlow.loaded", [null], BILLER],
  ["SettlementFlow.saved", [1], BILLER],
  ["SettlementFlow.notSaved", [1], BILLER],
  ["SettlementFlow.control", [CONTROL], refused((it: never) => flowOf(OWN).control(it))],
  ["SettlementFlow.resolved", ["settled"], BILLER],
  ["SettlementFlow.notThisBill", ["T-1"], BILLER],
  ["SettlementFlow.answered", [1, 200, utf8(SETTLED), { retryAfterMs: 5 }], BILLER_OPTIONS],
  ["SettlementFlow.noAnswer", [1, { sent: "maybe", retryAfterMs: 5 }], BILLER_OPTIONS],
  ["SettlementFlow.step", [], BILLER],
  ["SettlementFlow.run", [RUN], { ...BILLER_OPTIONS, promises: "outcome" }],
  [
    "CreditFlow.ofEvent",
    ({ by, event }) => [by, event, EXPECTATION, { ...WITH_POLICY, transactions: [null] }],
    BILLER_OPTIONS,
  ],
  ["CreditFlow.ofBill", ({ by }) => [by, EXPECTATION, WITH_POLICY], BILLER_OPTIONS],
  ["CreditFlow.ofPayment", ({ by }) => [by, EXPECTATION, PAYMENT, CLOCK], BILLER_OPTIONS],
  ["CreditFlow.ofUnknownBill", ({ by, event }) => [by, event, WITH_POLICY], BILLER_OPTIONS],
  ["CreditFlow.claimed", ["credited"], BILLER],
  ["CreditFlow.reviewed", [true], refused((it: never) => crediting(OWN).reviewed(it))],
  ["CreditFlow.run", [CREDIT_RUN], { ...BILLER_OPTIONS, promises: "ending" }],

  ["send", ({ by }) => [by.prepareSettlement(BILL), SENDING], { ...BILLER_OPTIONS, promises: "outcome" }],
  ...HANDLERS.map(
    (name): Row => [
      `${name}.webhook`,
      ({ by, receiver }) => [{ ...HANDLED, biller: by, receiver }],
      BILLER_OPTIONS,
    ],
  ),
  ["load", [undefined], { ...NO_WASM, promises: "Biller" }],
  ["Simulator", [{ ...CANARIES, seed: "s", fee: 1, now: 0, baseUrl: BASE_URL }], TESTING_OPTIONS],
  ["Simulator.handle", [HTTP], TESTING],
  ["Simulator.script", [FAULTS], TESTING_OPTIONS],
  ["Simulator.pay", [{ identity_code: "I", amount: 1, currency: "KHR" }], TESTING_OPTIONS],
  ["Simulator.sendWebhooksTo", [{ url: "https://s.example/", token: "t" }], TESTING_OPTIONS],
  ["Simulator.setRetries", [{ deliveries: 3, firstMs: 10, longestMs: 10 }], TESTING_OPTIONS],
  ["Simulator.delivered", [1, { status: 200, body: utf8("{}") }], TESTING],
  ["Simulator.dueWebhooks", [], TESTING],
  ["Simulator.nextDue", [], TESTING],
  ["Simulator.books", [], TESTING],
  ["Simulator.now", [0], { ...TESTING, call: (now: never) => (simulated().now = now) }],
  ["Simulator.advance", [1], TESTING],
  ["Simulator.fetch", [`${BASE_URL}/x`, { method: "POST", body: "{}" }], { ...TESTING, promises: "status" }],
  ["WebhookTarget.receive", [{ Token: TOKEN }, utf8(TEXT)], TESTING],
];

// biome-ignore lint/suspicious/noExplicitAny: the table has calls of every type
type Anything = any;

const EXPORTED: Readonly<Record<string, Anything>> = {
  ...billwire,
  explainSignature,
  send,
  load,
  Simulator,
  WebhookTarget,
  ...Object.fromEntries(HANDLERS.map((name, at) => [name, MODULES[at]])),
};

/** Objects whose methods the table calls. */
const OBJECTS: Readonly<Record<string, (on: Objects, method: string) => Anything>> = {
  Biller: ({ by }) => by,
  Call: ({ call }) => call,
  Lookup: ({ lookup }) => lookup,
  Confirmation: ({ confirmation }) => confirmation,
  WebhookReceiver: ({ receiver }) => receiver,
  WebhookEvent: ({ event }) => event,
  SettlementFlow: flowOf,
  CreditFlow: (on, method) => (method === "claimed" ? crediting(on) : newCredit(on)),
  Simulator: simulated,
  WebhookTarget: () => new WebhookTarget(OWN.receiver),
};

function simulated(): Simulator {
  return new Simulator({ ...CANARIES, seed: "" });
}

/** Flow in the state in which a method is called. */
function flowOf({ by }: Pick<Objects, "by">, method = ""): SettlementFlow {
  const flow = new SettlementFlow(by, FLOW_BILL, CLOCK);
  if (!["loaded", "saved", "notSaved", "answered", "noAnswer"].includes(method)) return flow;
  flow.step();
  if (method === "loaded") return flow;
  flow.loaded(null);
  flow.step();
  if (method === "saved" || method === "notSaved") return flow;
  flow.saved(1);
  flow.step();
  return flow;
}

function newCredit({ by, event }: Pick<Objects, "by" | "event">): CreditFlow {
  return CreditFlow.ofEvent(by, event, EXPECTATION, CLOCK);
}

function crediting(on: Pick<Objects, "by" | "event">): CreditFlow {
  const flow = newCredit(on);
  const step = flow.step();
  if (step.step === "send") flow.answered(step.request.number, 200, FOUND);
  flow.step();
  return flow;
}

/** Calls an export: a function, a class, a static method, or a method or an accessor of an object of the class. */
function called(name: string, on: Objects, args: readonly unknown[]): unknown {
  const [path = ""] = name.split(" ");
  const [owner = "", member] = path.split(".");
  const exported = EXPORTED[owner];
  if (member === undefined) return /^[A-Z]/.test(owner) ? new exported(...args) : exported(...args);
  const isStatic = exported !== undefined && Object.hasOwn(exported, member);
  const object = isStatic ? exported : OBJECTS[owner]?.(on, member);
  const value = object[member];
  const result = typeof value === "function" ? value.apply(object, args) : value;
  // A flow that was told something is known by its next step.
  const isFlow = object instanceof SettlementFlow || object instanceof CreditFlow;
  return isFlow && result === undefined ? object.step().step : result;
}

const EACH_PAYLOAD = "tran_id tran_no bank_code bank_ref status tran_amount currency identity_code".split(
  " ",
);
const EACH_FAULT = (
  "kind code message violations violationsOmitted operation " +
  "responseCode messageEn messageKh httpStatus response"
).split(" ");

/** Classes, and what an object of each shows as plain data. Its fields are read by name as a program does. */
const SHOWN: readonly (readonly [Anything, (object: Anything) => unknown])[] = [
  [Biller, (by) => shown(by.prepareSettlement(BILL))],
  [OWN.call.constructor, (call) => [call.request(), call.warnings]],
  [OWN.by.prepareOperation("proxy", { path: "/p" }).constructor, (call) => [call.request(), call.warnings]],
  [OWN.lookup.constructor, ({ call }) => shown(call)],
  [OWN.confirmation.constructor, ({ call }) => shown(call)],
  [WebhookReceiver, (receiver) => receiver.receive({ Token: "a" }, TEXT).payload],
  [
    OWN.event.constructor,
    ({ payload, dedupKey, fingerprint }) => {
      const amounts = payload.customers?.map(({ amount }: { amount: unknown }) => amount);
      return [payload, read(payload, EACH_PAYLOAD), amounts, dedupKey, fingerprint];
    },
  ],
  [BillwireError, (error) => read(error, EACH_FAULT)],
  [SettlementFlow, (flow) => flow.step()],
  [CreditFlow, (flow) => shownStep(flow.step())],
  [Simulator, (simulator) => simulator.books()],
  [Date, (date) => date.getTime()],
];

function shown(result: unknown): unknown {
  if (typeof result === "function") return "function";
  const known = SHOWN.find(([kind]) => result instanceof kind);
  return known === undefined ? result : known[1](result);
}

function shownStep(step: Anything): unknown {
  return step.step === "send" ? step.request.request() : step;
}

function read(object: object, names: readonly string[]): unknown[] {
  return names.map((name) => (object as Readonly<Record<string, unknown>>)[name]);
}

/** Row of the table. */
export interface Export {
  readonly name: string;
  /** Valid arguments, which are new ones each time. */
  args(on: Objects): unknown[];
  /** Result as plain data, or the promise of one. */
  call(on: Objects, ...args: never[]): unknown;
  readonly marks: Marks;
}

export const EXPORTS: readonly Export[] = TABLE.map(([name, args, marks = {}]) => ({
  name,
  marks,
  args: (on) => copied(typeof args === "function" ? args(on) : args) as unknown[],
  call: (on, ...given) => shown(marks.call ? marks.call(...given) : called(name, on, given)),
}));

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
