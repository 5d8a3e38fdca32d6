// A disposed object leaves no credential in the wasm's memory and refuses use. Its calls keep working.
import { BillwireError, CreditFlow, SettlementFlow, WebhookReceiver, explainSignature, sign } from "billwire";
import { describe, expect, test } from "vitest";
import { BILL, SEARCH, SHOP, biller, errorOf } from "./support/bills.ts";
import { memoryInUse, trapInside } from "./support/inside.ts";

const EXPECTATION = { identity_code: "I", purpose_of_transaction: "P", currency: "KHR", amount: 1 };
const SETTLED = '{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}';

/** Unique text, so long that an allocator overwrites only a small part of it. */
function secret(name: string): string {
  return `${name}-${Array.from({ length: 8 }, () => Math.random().toString(36).slice(2, 10).padEnd(8, "x")).join("")}`;
}

/** Parts of this length that begin every so many bytes. */
function pieces(form: Buffer, length: number, every: number): Buffer[] {
  return Array.from({ length: Math.floor((form.length - length) / every) + 1 }, (_, at) => form.subarray(every * at, every * at + length));
}

/** Forms of a credential that are in memory, by 16 bytes of each. Any 16 bytes hold one of the parts of 8, which are fewer. */
function found(credential: string): string[] {
  const memory = Buffer.from(memoryInUse().buffer);
  const raw = Buffer.from(credential);
  const swapped = (bytes: Buffer, width: number) =>
    Buffer.concat(Array.from({ length: Math.floor(bytes.length / width) }, (_, at) => Buffer.from(bytes.subarray(width * at, width * (at + 1))).reverse()));
  const padded = (pad: number) => raw.map((byte) => byte ^ pad) as Buffer;
  const forms: Record<string, Buffer> = {
    raw,
    utf16: Buffer.from(credential, "utf16le"),
    hex: Buffer.from(raw.toString("hex")),
    ...Object.fromEntries([0, 1, 2].map((from) => [`base64 from ${from}`, Buffer.from(raw.subarray(from).toString("base64").replace(/=+$/, ""))])),
    words: swapped(raw, 8),
    inner: Buffer.from(padded(0x36)),
    outer: Buffer.from(padded(0x5c)),
    "inner words": swapped(Buffer.from(padded(0x36)), 8),
    "outer words": swapped(Buffer.from(padded(0x5c)), 8),
  };
  const isThere = (form: Buffer) => pieces(form, 8, 8).some((part) => memory.includes(part)) && pieces(form, 16, 1).some((piece) => memory.includes(piece));
  return Object.entries(forms).flatMap(([name, form]) => (isThere(form) ? [name] : []));
}

function secrets() {
  return { bearer: secret("bearer"), verificationToken: secret("verification"), hashToken: secret("hash") };
}

describe("a biller", () => {
  test("leaves nothing of its credentials in memory", () => {
    const given = secrets();
    const renewed = secret("renewed");
    const by = biller(given);
    const other = by.withBearer(renewed);
    for (const one of [by, other]) {
      one.prepareSettlement(BILL).decode(200, SETTLED);
      one.prepareSettlement({ ...BILL, extra: { unknown: 1 } });
      one.prepareOnboarding(SHOP);
      one.prepareVerification({ ...SEARCH, tran_id: "ទឹក" });
      one.prepareOperation("get_list_bills", { path: "/bills", auth: "bearer" });
      one.prepareOperation("proxy", { path: "/proxy", auth: "token", json: {} });
      errorOf(() => one.prepareSettlement({ ...BILL, ref_id: "" }));
      WebhookReceiver.checkout().receive({}, '{"tran_id":"T-1"}').confirm(one, EXPECTATION);
    }
    expect(found(given.bearer)).toContain("raw");
    expect(found(given.verificationToken)).toContain("raw");
    expect(found(renewed)).toContain("raw");
    by.dispose();
    expect(found(given.bearer)).toEqual([]);
    expect(found(renewed)).toContain("raw");
    other.dispose();
    for (const credential of [...Object.values(given), renewed]) expect(found(credential)).toEqual([]);
  });

  test("prepares nothing after dispose, and says why", () => {
    const by = biller(secrets());
    const event = WebhookReceiver.checkout().receive({}, '{"tran_id":"T-1"}');
    by.dispose();
    by.dispose();
    for (const work of [
      () => by.prepareSettlement(BILL),
      () => by.prepareOnboarding(SHOP),
      () => by.prepareVerification(SEARCH),
      () => by.prepareSettlementLookup(BILL),
      () => by.prepareOperation("get_list_bills", { path: "/bills" }),
      () => by.withBearer("another"),
      () => event.confirm(by, EXPECTATION),
    ]) {
      const error = errorOf(work);
      expect(error).toBeInstanceOf(BillwireError);
      expect([error.kind, error.code, error.violations[0]?.path]).toEqual(["invalid_config", "wrong_type", "biller"]);
    }
  });

  test("lets its calls decode, on a new instance too", () => {
    const by = biller({ ...secrets(), profile: { successCodes: { settlement: ["fine"] } } });
    const call = by.prepareSettlement(BILL);
    const confirmation = WebhookReceiver.checkout().receive({}, '{"tran_id":"T-1"}').confirm(by, EXPECTATION);
    by.dispose();
    const answer = SETTLED.replace("000", "fine");
    for (const replaced of [false, true]) {
      if (replaced) {
        trapInside();
        expect(errorOf(() => call.decode(200, answer)).kind).toBe("internal");
      }
      expect(call.decode(200, answer).outcome).toBe("settled");
      expect(by.decode("settlement", 200, answer).outcome).toBe("settled");
      expect(call.noAnswer({ sent: "maybe" }).kind).toBe("undetermined");
      expect(errorOf(() => confirmation.decide(503, "")).kind).toBe("undetermined");
    }
  });

  test("disposed in a getter of a request prepares nothing", () => {
    const by = biller(secrets());
    const bill = { ...BILL, get ref_id() {
      by.dispose();
      return "INV-1";
    } };
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
      errorOf(() => receiver.receive([["Token", token], ["token", token]], "{}"));
    }
    expect(found(tokens[1])).toContain("raw");
    receiver.dispose();
    for (const token of tokens) expect(found(token)).toEqual([]);
  });

  test("receives nothing after dispose, and says why", () => {
    const receiver = WebhookReceiver.merchantProxy({ tokens: ["hook"] });
    const event = receiver.receive({ Token: "hook" }, '{"tran_id":"T-1"}');
    receiver.dispose();
    receiver.dispose();
    for (const headers of [{ Token: "hook" }, { Token: ["hook"] }, {}]) {
      const error = errorOf(() => receiver.receive(headers, "{}"));
      expect([error.kind, error.code, error.violations[0]?.path]).toEqual(["invalid_config", "wrong_type", "receiver"]);
    }
    expect(event.dedupKey).not.toBeNull();
  });

  test("is not confused with the next one", () => {
    const first = WebhookReceiver.merchantProxy({ tokens: ["first"] });
    first.dispose();
    const second = WebhookReceiver.merchantProxy({ tokens: ["second"] });
    expect(errorOf(() => first.receive({ Token: "second" }, "{}")).kind).toBe("invalid_config");
    first.dispose();
    expect(second.receive({ Token: "second" }, "{}").authentication).toBe("token");
  });
});

test.runIf(typeof Symbol.dispose === "symbol")("`using` disposes of both", () => {
  const by = biller(secrets());
  const receiver = WebhookReceiver.merchantProxy({ tokens: ["hook"] });
  by[Symbol.dispose]();
  receiver[Symbol.dispose]();
  expect(errorOf(() => by.prepareSettlement(BILL)).kind).toBe("invalid_config");
  expect(errorOf(() => receiver.receive({ Token: "hook" }, "{}")).kind).toBe("invalid_config");
});

test("a key that signs or explains is not readable in memory", () => {
  const { hashToken } = secrets();
  const hash = sign(BILL, hashToken);
  sign(BILL, hashToken, { signingOffset: "+07:00" });
  for (const observedHash of [hash, sign(BILL, `${hashToken}x`), "none"]) explainSignature(BILL, { hashToken, observedHash });
  expect(found(hashToken)).toEqual([]);
});

test("an ended or disposed flow leaves no credential beside those of its biller", () => {
  const given = secrets();
  const by = biller({ ...given, profile: { settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" } } });
  const ended = new SettlementFlow(by, BILL);
  ended.step();
  ended.saved(1);
  ended.step();
  ended.answered(1, 200, SETTLED);
  ended.step();
  ended.saved(2);
  expect(ended.step().step).toBe("finished");
  const flows = [new SettlementFlow(by, BILL), CreditFlow.ofBill(by, EXPECTATION)];
  by.dispose();
  expect(found(given.bearer)).toContain("raw");
  expect(found(given.verificationToken)).toContain("raw");
  for (const flow of flows) flow.dispose();
  for (const credential of Object.values(given)) expect(found(credential)).toEqual([]);
});
