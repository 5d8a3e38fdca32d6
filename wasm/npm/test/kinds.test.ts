// Kinds of inputs and promises, each over every export, because the crossing to the wasm is the same for all of them.
// support/exports.ts has the exports. What values mean is tested elsewhere.
import { readFileSync } from "node:fs";
import vm from "node:vm";
import { BillwireError, WebhookReceiver, sign } from "billwire";
import { Simulator } from "billwire/testing";
import { afterEach, describe, expect, test } from "vitest";
import { BILL, CANARIES, bare, errorOf } from "./support/bills.ts";
import { EXPORTS, type Export, OTHERS, TOKEN, isPlain, objects } from "./support/exports.ts";
import { generation, overwriteMemory } from "./support/inside.ts";
import { DIST, fieldsOf } from "./support/models.ts";

const ON = objects();
const SECRETS = [TOKEN, ...Object.values(CANARIES)];
type Made = { readonly args?: unknown[]; readonly on?: typeof ON };

/** Result of the valid call, or of one with other arguments or other objects. */
function resultOf(row: Export, { on = ON, args = row.args(on) }: Made = {}): unknown {
  return row.call(on, ...(args as never[]));
}

/** Text of all own members. JSON would ask a polluted `toJSON`. */
function printed(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const members = Object.entries(value).map(([key, inner]) => `${key}:${printed(inner)}`);
  return `{${members.sort().join()}}`;
}

/** Error of a call, which may return a promise; undefined without one. */
async function thrownBy(work: () => unknown): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Places in arguments at which a value stands, as lists of keys: functions and objects of classes are not walked. */
function placesIn(value: unknown): PropertyKey[][] {
  if (!isPlain(value)) return typeof value === "function" ? [] : [[]];
  return [
    [],
    ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner).map((rest) => [key, ...rest])),
  ];
}

/** Value at a place. */
function at(value: unknown, place: readonly PropertyKey[]): unknown {
  return place.reduce((inner, key) => (inner as Record<PropertyKey, unknown>)[key], value);
}

/** Copy of a value with another one at a place. */
function withAt(value: unknown, [key, ...rest]: PropertyKey[], other: unknown): unknown {
  if (key === undefined) return other;
  const inner = withAt((value as Record<PropertyKey, unknown>)[key], rest, other);
  const entries = { ...(value as object), [key]: inner };
  return Array.isArray(value) ? Object.values(entries) : entries;
}

function boom(): never {
  throw new Error("boom");
}

const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;
const revokedList = Proxy.revocable([], {});
revokedList.revoke();
const detached = new Uint8Array(8);
structuredClone(detached.buffer, { transfer: [detached.buffer] });

/** A value of each kind that some reader could take for another, or that does something when it is read. */
const JUNK: readonly (readonly [string, unknown])[] = [
  ...[undefined, null, true, -0, NaN, -1.5, 10n ** 500n, "", "text", "\ud800", "\0", "__proto__"].map(
    (value) => [String(value), value] as const,
  ),
  ["long text", "x".repeat(200_000)],
  ["a symbol", Symbol("junk")],
  ["a function", () => boom()],
  ["an object without a prototype", Object.create(null)],
  ["a sparse list", new Array(100)],
  ["an invalid date", new Date(NaN)],
  ["a map", new Map([["ref_id", "x"]])],
  ["a promise", Promise.resolve()],
  ["boxed text", Object("text")],
  ["a false Uint8Array", Object.create(Uint8Array.prototype)],
  ["shared bytes", new Uint8Array(new SharedArrayBuffer(3))],
  ["a detached ArrayBuffer", detached.buffer],
  ["detached bytes", detached],
  ["bytes of another realm", vm.runInNewContext("new Uint8Array(2)")],
  ["itself within", cyclic],
  ["getters that throw", throwing("ref_id", "Token", "sent", "baseUrl", "bearer", "fetch")],
  ["an iterator that throws", { [Symbol.iterator]: boom }],
  ["an iterator of junk pairs", { [Symbol.iterator]: () => [[{}, 1]][Symbol.iterator]() }],
  ["toString that throws", { toString: boom, valueOf: boom, [Symbol.toPrimitive]: boom, toJSON: boom }],
  ["a wild proxy", new Proxy(function () {}, new Proxy({}, { get: () => boom }))],
  ["a revoked list", revokedList.proxy],
];

function throwing(...names: string[]): object {
  return Object.defineProperties(
    {},
    Object.fromEntries(names.map((name) => [name, { get: boom, enumerable: true }])),
  );
}

/** A valid object behind a proxy, whose readable members may suffice. */
function proxiesOf(value: unknown): [string, unknown][] {
  const traps = [
    { get: boom },
    { ownKeys: boom, getOwnPropertyDescriptor: boom },
    new Proxy({}, { get: () => boom }),
  ];
  return isPlain(value) ? traps.map((trap, index) => [`proxy ${index}`, new Proxy(value, trap)]) : [];
}

/** Complaint about the error of a call, if it fails in a wrong way. */
function complaintAbout(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  if (!(error instanceof BillwireError)) return `not a BillwireError: ${String(error)}`;
  if (SECRETS.some((secret) => error.message.includes(secret))) return `a secret in: ${error.message}`;
  return error.kind === "internal" ? error.message : undefined;
}

// Before any other signature of this file: the last key is kept.
test("the first signature needs a key", () => {
  expect(errorOf(() => sign(BILL, undefined as never)).kind).toBe("invalid_config");
});

/** Rows of one kind, by their names. */
const rows = (isOne: (row: Export) => boolean = () => true) =>
  EXPORTS.filter(isOne).map((row) => [row.name, row] as const);
const isSync = ({ marks }: Export) => marks.promises === undefined;

describe("wrong arguments are refused, or taken", () => {
  // Each search with a long text takes seconds, and this makes one for each place.
  const isTooLong = (name: string, of: string) => name === "explainSignature" && of === "long text";

  test.each(rows(({ name }) => name !== "Simulator.fetch"))("%s", async (name, row) => {
    const args = row.args(ON);
    const wrong: unknown[] = [];
    const call = async (place: string, junk: string, given: unknown) => {
      const complaint = complaintAbout(await thrownBy(() => resultOf(row, { args: given as unknown[] })));
      if (complaint !== undefined) wrong.push([place, junk, complaint]);
    };
    for (const place of placesIn(args).slice(1))
      for (const [junk, value] of [...JUNK, ...proxiesOf(at(args, place))])
        if (!isTooLong(name, junk)) await call(place.join("."), junk, withAt(args, place, value));
    await call("arguments", "none", []);
    expect(wrong).toEqual([]);
  });
});

describe.each<[string, unknown, RegExp]>([
  ["an unknown option is named", { notAnOption: 1 }, /notAnOption/],
  ["a promise of its options is named", Promise.resolve({}), /await it first|call webhook\(/],
])("%s", (_name, options, sentence) => {
  test.each(rows(({ marks }) => marks.options === true))("%s", async (_, row) => {
    const args = row.args(ON);
    const given =
      options instanceof Promise ? options : { ...(args.pop() as object), ...(options as object) };
    const error = await thrownBy(() =>
      resultOf(row, { args: [...args.slice(0, row.args(ON).length - 1), given] }),
    );
    expect(error).toBeInstanceOf(BillwireError);
    expect(error).toMatchObject({ nextStep: "fixRequest", message: expect.stringMatching(sentence) });
  });
});

const polluted: [object, PropertyKey][] = [];

/** Adds a member to a prototype of the engine, as prototype pollution does. */
function pollute(
  name: PropertyKey,
  value: unknown,
  prototype: object = Object.prototype,
  enumerable = true,
): void {
  Object.defineProperty(prototype, name, { value, enumerable, configurable: true, writable: true });
  polluted.push([prototype, name]);
}

function cleanUp(): void {
  for (const [prototype, name] of polluted.splice(0)) Reflect.deleteProperty(prototype, name);
}
afterEach(cleanUp);

/** The test runner itself does not work in a polluted process. */
function thenCleanUp<T>(work: () => T): T {
  try {
    return work();
  } finally {
    cleanUp();
  }
}

const VALUES = {
  text: "inherited",
  instant: "2026-03-01T00:00:00Z",
  integer: 7,
  decimal: "7.5",
  lines: [{ price: 1 }],
  extra: { a: 1 },
} as const;

/** Values for a member of every argument in the table, and for those that an argument may have. */
const INHERITED: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    (["Onboarding", "Settlement", "Line", "Verification", "Expectation"] as const).flatMap((model) =>
      fieldsOf(model).map(({ name, kind }) => [name, VALUES[kind]]),
    ),
  ),
  ...Object.fromEntries(EXPORTS.flatMap(({ args }) => membersOf(args(ON)))),
  unknown_to_all: 1,
  allowLoopbackHttp: true,
  maxLines: 1,
  dangerouslyAllowBrowser: true,
  review: 1,
  destinationKey: "x",
  settlement: ["310"],
  prefix: "X",
  token: "hook",
  Authorization: "x",
  record: "x",
  random: 5,
  withoutPurpose: true,
  onAttempt: 1,
  send: 5,
  timeout: -1,
  maxBytes: -1,
  tran_no: "N",
  bank_code: "B",
  tran_amount: "1",
  toJSON: () => ({ tran_id: "T-9" }),
  data: {},
  ...{
    violationsOmitted: 9,
    operation: 9,
    responseCode: 9,
    messageEn: 9,
    messageKh: 9,
    httpStatus: 9,
    response: 9,
  },
};

/** Members of objects inside of arguments, with other values. */
function membersOf(args: unknown[]): [string, unknown][] {
  return placesIn(args).flatMap((place) =>
    Number.isNaN(Number(place.at(-1))) ? [[String(place.at(-1)), "x"]] : [],
  );
}

describe.each([true, false])("inherited members, enumerable: %s, change nothing", (enumerable) => {
  test.each(rows(isSync))("%s", (_, row) => {
    const [clean, args] = [printed(resultOf(row)), row.args(ON)];
    for (const [name, value] of Object.entries(INHERITED)) pollute(name, value, Object.prototype, enumerable);
    expect(thenCleanUp(() => printed(resultOf(row, { args })))).toBe(clean);
  });
});

/** Result or error of a call, as text. */
function outcomeOf(work: () => unknown): string {
  try {
    return printed(work());
  } catch (error) {
    return String(error);
  }
}

describe("a member that is inherited is absent", () => {
  test.each(rows(isSync))("%s", (_, row) => {
    const args = row.args(ON);
    for (const place of placesIn(args).filter(({ length }) => length > 1)) {
      const [key, parents] = [place.at(-1) ?? "", place.slice(0, -1)];
      const call = () => outcomeOf(() => resultOf(row, { args: without(row.args(ON), parents, key) }));
      const absent = call();
      const isGap = Array.isArray(at(args, parents));
      for (const prototype of isGap ? [Array.prototype, Object.prototype] : [Object.prototype]) {
        pollute(key, at(args, place), prototype, false);
        expect([place, thenCleanUp(call)]).toEqual([place, absent]);
      }
    }
  });

  /** The same arguments without a member: a list has a gap then. */
  function without(args: unknown[], place: readonly PropertyKey[], key: PropertyKey): unknown[] {
    delete (at(args, place) as Record<PropertyKey, unknown>)[key];
    return args;
  }
});

/** Freezes plain data with everything inside it. */
function frozen<T>(value: T): T {
  if (!isPlain(value)) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

describe("arguments are not changed, frozen or not", () => {
  test.each(rows())("%s", async (_, row) => {
    const args = row.args(ON);
    const result = printed(await resultOf(row, { args }));
    expect(args).toEqual(row.args(ON));
    for (const place of placesIn(args)) {
      const value = at(args, place);
      if (isPlain(value) && Object.keys(value).length > 0) expect(Object.isFrozen(value)).toBe(false);
    }
    expect(printed(await resultOf(row, { args: frozen(row.args(ON)) }))).toBe(result);
  });
});

/** A call of the program's own in a getter, with a bill whose texts are as long as in BILL. */
const INSIDE: readonly (readonly [string, () => unknown])[] = [
  ["prepares the same shape", () => ON.by.prepareSettlement(OTHER)],
  [
    "makes the buffers grow",
    () =>
      ON.by.prepareSettlement({ ...OTHER, description: "x".repeat(100_000), details: Array(3000).fill({}) }),
  ],
  ["makes the memory grow", () => errorOf(() => ON.by.decode("settlement", 500, new Uint8Array(64 << 20)))],
  ["signs", () => sign(OTHER, "other-key")],
  ["uses the simulator", () => new Simulator(CANARIES).books()],
  ["receives", () => WebhookReceiver.checkout().receive({}, JSON.stringify({ tran_id: "T".repeat(5000) }))],
  [
    "changes Object.prototype",
    () => (pollute("settlement_to", "a stranger"), pollute("total_amount_khr", 1)),
  ],
];
const OTHER = {
  ...BILL,
  ref_id: "inv-9999",
  total_amount: 1,
  customer_sync_code: "c-9",
  settlement_to: "s-9",
};

describe.each(INSIDE)("a getter of an argument that %s changes nothing", (_name, work) => {
  test.each(rows((row) => isSync(row) && row.args(ON).some(isFilled)))("%s", (_, row) => {
    const args = row.args(ON).map((arg) => (isFilled(arg) ? withGetter(arg, work) : arg));
    expect(printed(thenCleanUp(() => resultOf(row, { args })))).toBe(printed(resultOf(row)));
  });
});

function isFilled(arg: unknown): arg is object {
  return isPlain(arg) && !Array.isArray(arg) && Object.keys(arg).length > 0;
}

/** The same object, whose last member is read by a getter that does something first: the others are packed by then. */
function withGetter(object: object, work: () => unknown): object {
  const [name = "", value] = Object.entries(object).at(-1) ?? [];
  return Object.defineProperty({ ...object }, name, { get: () => (work(), value), enumerable: true });
}

describe("bytes", () => {
  const isBytes = (arg: unknown) => arg instanceof Uint8Array;
  const withBytes = rows((row) => row.args(ON).some(isBytes));
  const answer = (row: Export, of: (bytes: Uint8Array) => unknown) =>
    resultOf(row, { args: row.args(ON).map((arg) => (arg instanceof Uint8Array ? of(arg) : arg)) });

  class Longer extends Uint8Array {
    override get length(): never {
      return 50_000 as never;
    }
    override subarray(): never {
      return new Uint8Array(9) as never;
    }
    override set(): void {}
    static get [Symbol.species](): never {
      return Array as never;
    }
  }
  const lying = (name: string, value: unknown) => (bytes: Uint8Array) =>
    Object.defineProperty(bytes, name, { value });
  const LIES = [0, 40_000, "5", { valueOf: () => 50_000 }];

  test.each<[string, (bytes: Uint8Array) => unknown]>([
    ["text", (bytes) => new TextDecoder().decode(bytes)],
    ["a Buffer", (bytes) => Buffer.from(bytes)],
    ["an ArrayBuffer", ({ buffer }) => buffer],
    ["bytes of a class", ({ buffer }) => new Longer(buffer as ArrayBuffer)],
    ["bytes without a prototype", (bytes) => Object.setPrototypeOf(bytes, null)],
    ["bytes of another realm", vm.runInNewContext("(bytes) => Uint8Array.from(bytes)")],
    ["bytes with another buffer", lying("buffer", new ArrayBuffer(9))],
    ...["length", "byteLength", "byteOffset"].flatMap((name) =>
      LIES.map((lie): [string, (bytes: Uint8Array) => unknown] => [`${name} ${lie}`, lying(name, lie)]),
    ),
    ...LIES.map((lie): [string, (bytes: Uint8Array) => unknown] => [
      `an ArrayBuffer of ${lie}`,
      ({ buffer }) => Object.defineProperty(buffer, "byteLength", { get: () => lie }),
    ]),
  ])("given as %s have the same result", (_name, of) => {
    for (const [name, row] of withBytes) {
      const other = "x".repeat(20_000); // is in memory before
      WebhookReceiver.checkout().receive({}, JSON.stringify({ other }));
      expect([name, printed(answer(row, of))]).toEqual([name, printed(resultOf(row))]);
    }
  });

  const RAW = /^body: (?:pass the raw body|expected the body as text or bytes)/;
  test.each<[string, (bytes: Uint8Array) => unknown, RegExp]>([
    ["a parsed body", () => ({ tran_id: "T-1" }), RAW],
    ["a parsed list", () => [], RAW],
    ["null", () => null, RAW],
    ["a number", () => 1, RAW],
    ["a proxy", (bytes) => new Proxy(bytes, {}), RAW],
    ["an object with bytes as prototype", (bytes) => Object.create(bytes), RAW],
    ["a length", () => ({ length: 5 }), RAW],
    ["a view", ({ buffer }) => new DataView(buffer), RAW],
    ["a shared buffer", () => new SharedArrayBuffer(8), RAW],
    ["a promise", () => Promise.resolve("{}"), /^body: it is a promise: await it first/],
    ["half a surrogate pair", () => '{"code":"\ud800"}', /^body: the text holds half a surrogate pair/],
  ])("given as %s are refused with advice", (_name, of, sentence) => {
    for (const [name, row] of withBytes) {
      if (name === "WebhookTarget.receive") continue; // which replies to it
      const error = errorOf(() => answer(row, of));
      expect(error, name).toMatchObject({ code: "wrong_type", nextStep: "fixRequest" });
      expect(error.message, name).toMatch(sentence);
    }
  });
});

/** Runs a kind in which the instance breaks: that of `billwire`, or that of its tools. */
const withWasm = rows(({ marks }) => marks.wasm !== "none");

describe("after a trap, one call fails and the next one works", () => {
  test.each(withWasm)("%s", async (_, row) => {
    const right = bare(await resultOf(row));
    const part = row.marks.wasm === "testing" ? "testing" : "main";
    const before = generation(part);
    overwriteMemory(part);
    const error = await thrownBy(() => resultOf(row));
    const trapped = { kind: "internal", code: "internal", violations: [], nextStep: "askService" };
    expect(error).toMatchObject(trapped);
    expect((error as BillwireError).message).toMatch(/has trapped .* will be replaced/);
    expect((error as BillwireError).cause).toBeInstanceOf(WebAssembly.RuntimeError);
    expect(bare(await resultOf(row))).toEqual(right);
    expect(generation(part)).toBe(before + 1);
  });
});

describe("if the stack runs out, a call is right or throws, and works afterwards", () => {
  // One pass over shared buffers with each kind of object, and values. V8 itself ends a process whose stack is too
  // short to compile an expression.
  const SHORT = ["sign", "Biller.prepareSettlement", "WebhookReceiver.receive", "Biller", "Call.decode"];

  test.each(rows(({ name }) => SHORT.includes(name)))("%s", (_, row) => {
    const right = bare(resultOf(row));
    const messages = new Set<string>();
    let successes = 0;
    const dive = (): void => {
      try {
        dive();
      } catch {
        return;
      }
      // The stack has a little more space here than one level deeper.
      if (successes > 20) return;
      try {
        expect(bare(resultOf(row))).toEqual(right);
        successes++;
      } catch (error) {
        messages.add(String(error));
      }
    };
    dive();
    expect(successes).toBeGreaterThan(20);
    expect(messages).not.toEqual(new Set());
    for (const message of messages)
      expect(message).toMatch(
        /^RangeError: Maximum call stack|^BillwireError: .*\(internal\) \[internal, next: askService\]$/,
      );
    expect(bare(resultOf(row))).toEqual(right);
  });
});

describe.each([
  ["biller", "by"],
  ["receiver", "receiver"],
] as const)(
  "once its %s is disposed, a call is refused if it needs one, and works as before if not",
  (name, member) => {
    const on = objects();
    const before = new Map(EXPORTS.filter(isSync).map((row) => [row, bare(resultOf(row, { on }))]));
    const args = new Map(EXPORTS.map((row) => [row, row.args(on)]));
    on[member].dispose();
    on[member].dispose();

    test.each(rows(isSync))("%s", (_, row) => {
      const work = () => resultOf(row, { on, args: args.get(row) ?? [] });
      if (row.marks.needs === name)
        expect(errorOf(work).violations, row.name).toMatchObject([{ path: name, code: "wrong_type" }]);
      else expect(bare(work())).toEqual(before.get(row));
    });
  },
);

test.each(rows((row) => !isSync(row)))("%s: a forgotten await is named", async (_, row) => {
  const promise = resultOf(row) as Promise<unknown>;
  const member = row.marks.promises ?? "";
  expect(() => Reflect.get(promise, member)).toThrow(`${member} of a promise: write (await `);
  await promise;
});

test("no export is left out, and no method", async () => {
  const { exports } = JSON.parse(readFileSync(new URL("../package.json", DIST), "utf8")) as {
    exports: Record<string, { default?: string }>;
  };
  const scripts = Object.entries(exports).filter(([, place]) => place.default?.endsWith(".js"));
  const entries = await Promise.all(
    scripts.map(async ([entry]) => Object.entries((await import(`billwire${entry.slice(1)}`)) as object)),
  );
  const known = EXPORTS.flatMap(({ name }) => name.split(/[. ]/));
  const missing = entries.flat().flatMap(([name, value]) => [name, ...methodsOf(value)]);
  expect(missing.filter((name) => !known.includes(name) && !OTHERS.includes(name))).toEqual([]);
});

/** Methods of a class and of its objects. */
function methodsOf(value: unknown): string[] {
  if (typeof value !== "function" || value.prototype === undefined) return [];
  const own = (object: object) => Object.getOwnPropertyNames(object);
  // An accessor whose setter throws is no member: it says where the value is.
  const isElsewhere = (name: string) =>
    Object.getOwnPropertyDescriptor(value.prototype, name)?.set?.name === "refuse";
  return [...own(value), ...own(value.prototype)].filter(
    (name) => !["length", "name", "prototype", "constructor"].includes(name) && !isElsewhere(name),
  );
}
