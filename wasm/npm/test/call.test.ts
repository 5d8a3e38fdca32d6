// A prepared call: a request that decodes its answer.
import { Biller, BillwireError } from "billwire";
import type { OperationName } from "billwire";
import { describe, expect, test } from "vitest";
import { BILL, MINIMAL, SEARCH, SHOP, biller, errorOf, faultsOf, prepare } from "./support/bills.ts";

const OPERATIONS = ["onboarding", "settlement", "verification"] as const;
const KEYS = ["operation", "method", "url"];
const by = biller();

describe.each(OPERATIONS)("a call of %s", (operation) => {
  const call = prepare(by, operation, MINIMAL[operation]);

  test("has its address as own members, and the rest in its class", () => {
    expect(Object.getOwnPropertyNames(call)).toEqual(KEYS);
    expect(call).toMatchObject({ operation, method: "POST", redirect: "manual", warnings: [] });
    for (const name of ["body", "headers", "warnings"]) expect(() => Object.assign(call, { [name]: "x" })).toThrow(TypeError);
    expect(() => call.headers.set("Authorization", "x")).toThrow(TypeError);
  });

  test("is a plain object for clients by request()", () => {
    const { method, url, body } = call;
    const plain = { method, url, headers: Object.fromEntries(call.headers), body };
    expect(call.request()).toStrictEqual(plain);
    expect(structuredClone(call.request())).toStrictEqual(plain);
  });

  test("is a request for fetch", async () => {
    const request = new Request(call.url, call);
    expect(request.method).toBe("POST");
    expect(request.redirect).toBe("manual");
    expect(await request.text()).toBe(call.body);
    for (const [name, value] of [...call.headers]) expect(request.headers.get(name)).toBe(value);
  });
});

describe("headers and address", () => {
  test("settlement sends the bearer, verification its token", () => {
    const bearer = { "Content-Type": "application/json", Authorization: "Bearer test-bearer" };
    const token = { "Content-Type": "application/json", Accept: "application/json", token: "test-verification" };
    expect(Object.fromEntries(by.prepareOnboarding(SHOP).headers)).toEqual(bearer);
    expect(Object.fromEntries(by.prepareSettlement(BILL).headers)).toEqual(bearer);
    expect(Object.fromEntries(by.prepareVerification(SEARCH).headers)).toEqual(token);
  });

  test("one slash joins base address and path", () => {
    for (const baseUrl of ["https://s.example", "https://s.example/", "https://s.example/api", "https://s.example/api/"]) {
      const { url } = biller({ baseUrl }).prepareSettlement(BILL);
      expect(url).toBe(`${baseUrl.replace(/\/$/, "")}/bill_payment/push_bill_with_payment`);
    }
  });

  test("http is allowed for this machine only, by a setting", () => {
    for (const serverName of ["localhost", "127.0.0.1", "[::1]", "127.0.0.1:8080"]) {
      expect(errorOf(() => biller({ baseUrl: `http://${serverName}` })).code).toBe("insecure_base_url");
      const { url } = biller({ baseUrl: `http://${serverName}`, allowLoopbackHttp: true }).prepareSettlement(BILL);
      expect(url.startsWith(`http://${serverName}/`)).toBe(true);
    }
    for (const serverName of ["service.example", "127.0.0.2", "localhost.example", "127.1", "[::2]", "0.0.0.0"]) {
      expect(errorOf(() => biller({ baseUrl: `http://${serverName}`, allowLoopbackHttp: true })).kind).toBe("invalid_config");
    }
  });

  test.each([
    "", "service.example", "https://u:p@s.example", "https://s.example?x", "https://s.ex\tample", "https://s.example/../x", "https://ទ.example",
  ])("%j is no base address", (baseUrl) => {
    const error = errorOf(() => biller({ baseUrl }));
    expect(error.kind).toBe("invalid_config");
    expect(error.violations.map(({ path }) => path)).toEqual(["baseUrl"]);
  });
});

describe("withBearer", () => {
  const other = by.withBearer("another");

  test("changes the bearer and nothing else", () => {
    expect(other).toBeInstanceOf(Biller);
    expect(other.prepareSettlement(BILL).headers.get("Authorization")).toBe("Bearer another");
    expect(by.prepareSettlement(BILL).headers.get("Authorization")).toBe("Bearer test-bearer");
    expect(other.prepareSettlement(BILL).body).toBe(by.prepareSettlement(BILL).body);
    expect(other.prepareVerification(SEARCH).headers).toEqual(by.prepareVerification(SEARCH).headers);
  });

  test("keeps profile and strictness, and can be repeated", () => {
    const codeShapes = { ref_id: { length: 8 }, customer_sync_code: { length: 3 }, settlement_to: { length: 3 } };
    const strict = biller({ strict: true, codeShapes, profile: { destinationKey: "to" } }).withBearer("a").withBearer("b");
    expect(faultsOf(() => strict.prepareSettlement({ ...BILL, total_tax: 50000 }))).toEqual(["total_tax tax_above_total"]);
    const lenient = biller({ profile: { destinationKey: "to" } }).withBearer("a").withBearer("b");
    expect(lenient.prepareSettlement(BILL).body).toContain('"to":"S-1"');
  });

  test("adds a bearer to a biller without one", () => {
    const none = biller({ bearer: undefined });
    expect(errorOf(() => none.prepareSettlement(BILL))).toMatchObject({ kind: "missing_credential", code: "bearer" });
    expect(none.withBearer("late").prepareSettlement(BILL).headers.get("Authorization")).toBe("Bearer late");
  });

  test("refuses the same tokens as the constructor", () => {
    for (const token of ["", "a b", "Bearer a", "ក"]) {
      expect(errorOf(() => by.withBearer(token)).kind).toBe("invalid_config");
      expect(errorOf(() => biller({ bearer: token })).violations[0]?.path).toBe("bearer");
    }
  });
});

describe("missing credentials", () => {
  test.each<[OperationName, "bearer" | "verificationToken" | "hashToken", string]>([
    ["onboarding", "bearer", "bearer"],
    ["settlement", "bearer", "bearer"],
    ["settlement", "hashToken", "hash_token"],
    ["verification", "verificationToken", "verification_token"],
  ])("%s without %s", (operation, option, code) => {
    const error = errorOf(() => prepare(biller({ [option]: undefined }), operation, MINIMAL[operation]));
    expect(error).toMatchObject({ kind: "missing_credential", code, operation, nextStep: "fixCredentials", violations: [] });
  });

  test("are not needed to decode an answer", () => {
    const bare = new Biller({ baseUrl: "https://s.example" });
    expect(bare.decode("onboarding", 200, '{"code":"000"}').code).toBe("000");
  });
});

describe("answers", () => {
  const SUCCESS = {
    onboarding: '{"code":"000","message":"ok","data":{"code":"9"}}',
    settlement: '{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}',
    verification: JSON.stringify({
      code: "SUCCESS",
      message: "found",
      data: { tran_id: "T", tran_date: "2026-01-31", tran_amount: 1, fee_amount: 0, total_amount: 1, currency: "KHR", identity_code: "I", bank_code: "B", bank_ref: "R", purpose_of_transaction: "P", status: "success" },
    }),
  };

  test("decode by call and by name alike", () => {
    for (const operation of OPERATIONS) {
      const outcome = prepare(by, operation, MINIMAL[operation]).decode(200, SUCCESS[operation]);
      expect(outcome).toEqual(by.decode(operation as "onboarding", 200, Buffer.from(SUCCESS[operation])));
    }
  });

  test("a call without an answer has its next step", () => {
    const lookup = biller({ profile: { settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" } } });
    const steps = [
      [by, "settlement", "askService"],
      [lookup, "settlement", "verifyFirst"],
      [by, "verification", "verifyAgain"],
    ] as const;
    for (const [own, operation, maybe] of steps) {
      const call = prepare(own, operation, MINIMAL[operation]);
      const common = { kind: "undetermined", code: "no_answer", operation, httpStatus: undefined, responseCode: undefined };
      expect(call.noAnswer({ sent: "no" })).toMatchObject({ ...common, nextStep: operation === "verification" ? maybe : "sendAgain" });
      expect(call.noAnswer({ sent: "maybe" })).toMatchObject({ ...common, nextStep: maybe });
      expect(call.noAnswer({ sent: "no" })).toBeInstanceOf(Error);
    }
  });

  test("a lookup sends the fields that the profile names", () => {
    const lookup = biller({ profile: { settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "customer_sync_code" } } });
    const { call } = lookup.prepareSettlementLookup(BILL);
    expect(call).toMatchObject({ operation: "verification", body: '{"identity_code":"INV-0001","purpose_of_transaction":"C-1"}' });
    expect(call.url).toBe(lookup.prepareVerification(SEARCH).url);
    expect(call.decode(200, SUCCESS.verification).data.tran_id).toBe("T");
    expect(errorOf(() => by.prepareSettlementLookup(BILL))).toMatchObject({ kind: "invalid_config", code: "settlement_lookup" });
  });
});

describe("a lookup", () => {
  const profile = {
    settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "customer_sync_code" },
    notFoundCodes: { verification: ["NOT_FOUND"] },
    pendingStatuses: { transaction: ["pending"] },
  } as const;
  const DATA = {
    tran_id: "T", tran_date: "2026-01-31", tran_amount: 40000, fee_amount: 0, total_amount: 40000, currency: "KHR", identity_code: "INV-0001",
    bank_code: "B", bank_ref: "R", purpose_of_transaction: "C-1", status: "success",
  };
  const answer = (changes: object = {}): string => JSON.stringify({ code: "SUCCESS", message: "found", data: { ...DATA, ...changes } });
  const looking = biller({ profile });

  test("unclear carries a BillwireError and throws none", () => {
    const lookup = looking.prepareSettlementLookup(BILL);
    for (const [status, body, kind, nextStep] of [
      [401, "", "undetermined", "fixCredentials"],
      [200, "<html>", "unreadable", "verifyAgain"],
    ] as const) {
      const told = lookup.decide(status, body);
      if (told.verdict !== "unclear") throw new Error(told.verdict);
      expect(told.error).toBeInstanceOf(BillwireError);
      expect(told.error).toMatchObject({ kind, nextStep, operation: "verification", httpStatus: status });
      expect(told.nextStep).toBe(nextStep);
    }
  });

  test("compares the bill as it was prepared", () => {
    const bill = { ...BILL, total_amount: 40000 };
    const lookup = looking.prepareSettlementLookup(bill);
    bill.total_amount = 1;
    const told = lookup.decide(200, Buffer.from(answer()));
    expect(told.verdict).toBe("settled");
    expect(Object.isFrozen(told)).toBe(true);
  });
});

describe("an untyped call", () => {
  test("by GET has no body, by POST the body of the request", () => {
    const get = by.prepareOperation("get_list_bills", { path: "/bills", query: { "a&b": "ក =/" }, auth: "bearer" });
    expect(get).toMatchObject({ operation: "get_list_bills", method: "GET", redirect: "manual" });
    expect([get.body, "body" in get.request()]).toEqual([undefined, false]);
    expect(new URL(get.url).searchParams.get("a&b")).toBe("ក =/");
    expect(get.headers.get("Authorization")).toBe("Bearer test-bearer");
    expect(new Request(get.url, get).method).toBe("GET");
    const post = by.prepareOperation("proxy", { path: "/proxy", json: { a: [1, null, "ក"] } });
    expect(post).toMatchObject({ method: "POST", body: '{"a":[1,null,"ក"]}' });
    expect([...post.headers.keys()]).not.toContain("Authorization");
  });

  test("returns status and JSON, and reports no success", () => {
    const call = by.prepareOperation("proxy", { path: "/proxy" });
    expect(call.decode(500, '{"a":1}')).toEqual({ status: 500, json: { a: 1 } });
    expect(call.decode(204, "")).toEqual({ status: 204, json: null });
    expect(Object.keys(Object(call.decode(200, '{"__proto__":{"x":1}}').json))).toEqual(["__proto__"]);
    expect(errorOf(() => call.decode(200, "<html>"))).toMatchObject({ kind: "unreadable", operation: "proxy" });
  });

  test.each(["", "bills", "//other.example", "/a/../b", "/./a", "/a//b", "/a?b", "/a#b", "/a\\b", "https://other.example/", "/%2e%2e/a", "/a b", "/\n"])(
    "%j is no path",
    (path) => {
      const error = errorOf(() => by.prepareOperation("proxy", { path }));
      expect(error.kind).toBe("invalid_request");
      expect(error.violations.map((violation) => violation.path)).toEqual(["path"]);
    },
  );
});
