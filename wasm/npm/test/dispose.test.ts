// A disposed object leaves no credential in the wasm's memory. kinds.test.ts shows which calls it refuses then.
import { Biller, CreditFlow, SettlementFlow, WebhookReceiver, sign } from "billwire";
import { explainSignature } from "billwire/explain";
import { describe, expect, test } from "vitest";
import { BILL, BY_REF_ID, EXPECTATION, SEARCH, SHOP, biller, errorOf, faultsOf } from "./support/bills.ts";
import { firstRequest } from "./support/flows.ts";
import { type Part, memoryInUse, trapInside } from "./support/inside.ts";

const SETTLED = '{"code":"fine","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}';
const PROFILE = { successCodes: { settlement: ["fine"] }, ...BY_REF_ID } as const;

/** Unique text, so long that an allocator overwrites only a small part of it. */
function secret(name: string): string {
  return `${name}-${Array.from({ length: 8 }, () => Math.random().toString(36).slice(2, 10).padEnd(8, "x")).join("")}`;
}

function secrets() {
  return { bearer: secret("bearer"), verificationToken: secret("verification"), hashToken: secret("hash") };
}

/** Parts of this length that begin every so many bytes. */
function pieces(form: Buffer, length: number, every: number): Buffer[] {
  return Array.from({ length: Math.floor((form.length - length) / every) + 1 }, (_, at) =>
    form.subarray(every * at, every * at + length),
  );
}

/**
 * Forms of a credential that are in memory, by 16 bytes of each. Any 16 bytes hold one of the parts of 8,
 * which are fewer.
 */
function found(credential: string, part: Part = "main"): string[] {
  const memory = Buffer.from(memoryInUse(part).buffer);
  const raw = Buffer.from(credential);
  const words = (bytes: Buffer) =>
    Buffer.concat(pieces(bytes, 8, 8).map((word) => Buffer.from(word).reverse()));
  const padded = (pad: number) => Buffer.from(raw.map((byte) => byte ^ pad));
  const forms: Record<string, Buffer> = {
    raw,
    utf16: Buffer.from(credential, "utf16le"),
    hex: Buffer.from(raw.toString("hex")),
    ...Object.fromEntries(
      [0, 1, 2].map((from) => [
        `base64 from ${from}`,
        Buffer.from(raw.subarray(from).toString("base64").replace(/=+$/, "")),
      ]),
    ),
    words: words(raw),
    inner: padded(0x36),
    outer: padded(0x5c),
    "inner words": words(padded(0x36)),
    "outer words": words(padded(0x5c)),
  };
  const isThere = (form: Buffer) =>
    pieces(form, 8, 8).some((part) => memory.includes(part)) &&
    pieces(form, 16, 1).some((piece) => memory.includes(piece));
  return Object.entries(forms).flatMap(([name, form]) => (isThere(form) ? [name] : []));
}

describe("a biller", () => {
  test("leaves nothing of its credentials in memory", () => {
    const given = secrets();
    const renewed = secret("renewed");
    const by = biller({ ...given, profile: PROFILE });
    const other = by.withBearer(renewed);
    for (const one of [by, other]) {
      one.prepareSettlement(BILL).decode(200, SETTLED);
      one.prepareSettlement({ ...BILL, extra: { unknown: 1 } });
      one.prepareOnboarding(SHOP);
      one.prepareVerification({ ...SEARCH, tran_id: "ទឹក" });
      one.prepareOperation("proxy", { path: "/proxy", auth: "token", json: {} });
      errorOf(() => one.prepareSettlement({ ...BILL, ref_id: "" }));
      WebhookReceiver.checkout().receive({}, '{"tran_id":"T-1"}').confirm(one, EXPECTATION);
    }
    for (const credential of [given.bearer, given.verificationToken, renewed])
      expect(found(credential)).toContain("raw");
    by.dispose();
    expect(found(given.bearer)).toEqual([]);
    expect(found(renewed)).toContain("raw");
    other.dispose();
    for (const credential of [...Object.values(given), renewed]) expect(found(credential)).toEqual([]);
  });

  test("lets its calls decode, on a new instance too", () => {
    const given = secrets();
    const by = biller({ ...given, profile: PROFILE });
    const call = by.prepareSettlement(BILL);
    const confirmation = WebhookReceiver.checkout().receive({}, '{"tran_id":"T-1"}').confirm(by, EXPECTATION);
    by.dispose();
    for (const replaced of [false, true]) {
      if (replaced) {
        trapInside();
        expect(errorOf(() => call.decode(200, SETTLED)).kind).toBe("internal");
      }
      expect(call.decode(200, SETTLED).outcome).toBe("settled");
      expect(by.decode("settlement", 200, SETTLED).outcome).toBe("settled");
      expect(call.noAnswer({ sent: "maybe" }).kind).toBe("undetermined");
      expect(errorOf(() => confirmation.decide(503, "")).kind).toBe("undetermined");
      for (const credential of Object.values(given)) expect(found(credential)).toEqual([]);
    }
  });

  test("disposed in a getter of a request prepares nothing", () => {
    const by = biller(secrets());
    const get = () => (by.dispose(), "INV-1");
    const bill = Object.defineProperty({ ...BILL }, "ref_id", { get });
    expect(errorOf(() => by.prepareSettlement(bill)).kind).toBe("missing_credential");
  });
});

describe("a receiver", () => {
  test("leaves nothing of its tokens in memory", () => {
    const tokens = [secret("hook"), secret("next")] as const;
    const receiver = WebhookReceiver.merchantProxy({ tokens });
    for (const token of tokens) {
      receiver.receive({ Token: token }, '{"tran_id":"T-1"}');
      receiver.receive(new Headers({ Token: token }), '{"tran_id":"T-1","unknown":1}');
      errorOf(() => receiver.receive({ Token: `${token}x` }, "{}"));
      const twice = ["Token", "token"].map((name) => [name, token] as const);
      errorOf(() => receiver.receive(twice, "{}"));
    }
    expect(found(tokens[1])).toContain("raw");
    receiver.dispose();
    for (const token of tokens) expect(found(token)).toEqual([]);
  });

  test("that is disposed is not confused with the next one", () => {
    const first = WebhookReceiver.merchantProxy({ tokens: ["first"] });
    first.dispose();
    const second = WebhookReceiver.merchantProxy({ tokens: ["second"] });
    for (const headers of [{ Token: "first" }, { Token: ["first"] }, { Token: "second" }, {}])
      expect(faultsOf(() => first.receive(headers, "{}"))).toEqual(["receiver wrong_type"]);
    first.dispose();
    expect(second.receive({ Token: "second" }, "{}").authentication).toBe("token");
  });
});

test.runIf(typeof Symbol.dispose === "symbol")("`using` disposes of each", () => {
  for (const { prototype } of [Biller, WebhookReceiver, SettlementFlow, CreditFlow])
    expect(Reflect.get(prototype, Symbol.dispose)).toBe(prototype.dispose);
});

test("a key that signs or explains is not readable in memory", () => {
  const { hashToken } = secrets();
  const hash = sign(BILL, hashToken);
  sign(BILL, hashToken, { signingOffset: "+07:00" });
  for (const observedHash of [hash, sign(BILL, `${hashToken}x`), "none"])
    explainSignature(BILL, { hashToken, observedHash });
  for (const part of ["main", "testing"] as const) expect(found(hashToken, part)).toEqual([]);
});

test("an ended or disposed flow leaves no credential beside those of its biller", () => {
  const given = secrets();
  const by = biller({ ...given, profile: PROFILE });
  const ended = new SettlementFlow(by, BILL);
  ended.answered(firstRequest(ended).number, 200, SETTLED);
  ended.step();
  ended.saved(2);
  expect(ended.step().step).toBe("finished");
  const flows = [new SettlementFlow(by, BILL), CreditFlow.ofBill(by, EXPECTATION)];
  by.dispose();
  for (const credential of [given.bearer, given.verificationToken])
    expect(found(credential)).toContain("raw");
  for (const flow of flows) flow.dispose();
  for (const credential of Object.values(given)) expect(found(credential)).toEqual([]);
});
