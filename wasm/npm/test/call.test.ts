// A prepared call: a request that decodes its answer. The vectors have every address, header and body.
import { Biller } from "billwire";
import { describe, expect, test } from "vitest";
import { BILL, MINIMAL, SEARCH, biller, errorOf, faultsOf, prepare } from "./support/bills.ts";
import { transaction } from "./support/flows.ts";

const OPERATIONS = ["onboarding", "settlement", "verification"] as const;
const by = biller();

describe.each(OPERATIONS)("a call of %s", (operation) => {
  const call = prepare(by, operation, MINIMAL[operation]);

  test("has its address as own members, and the rest in its class", () => {
    expect(Object.getOwnPropertyNames(call)).toEqual(["operation", "method", "url"]);
    expect(call).toMatchObject({ operation, method: "POST", redirect: "manual", warnings: [] });
    for (const name of ["body", "headers", "warnings"])
      expect(() => Object.assign(call, { [name]: "x" })).toThrow(TypeError);
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
    expect([request.method, request.redirect, await request.text()]).toEqual(["POST", "manual", call.body]);
    for (const [name, value] of [...call.headers]) expect(request.headers.get(name)).toBe(value);
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
    const codeShapes = {
      ref_id: { length: 8 },
      customer_sync_code: { length: 3 },
      settlement_to: { length: 3 },
    };
    const strict = biller({ bearer: undefined, strict: true, codeShapes, profile: { destinationKey: "to" } })
      .withBearer("a")
      .withBearer("b");
    const taxed = () => strict.prepareSettlement({ ...BILL, total_tax: 50000 });
    expect(faultsOf(taxed)).toEqual(["total_tax tax_above_total"]);
    expect(strict.prepareSettlement(BILL).body).toContain('"to":"S-1"');
  });
});

describe("answers", () => {
  const LOOKUP = { identity_code: "ref_id", purpose_of_transaction: "customer_sync_code" } as const;
  const looking = biller({ profile: { settlementLookup: LOOKUP } });

  test.each([
    [by, "settlement", "sendAgain", "askService"],
    [looking, "settlement", "sendAgain", "verifyFirst"],
    [by, "verification", "verifyAgain", "verifyAgain"],
  ] as const)("a call without an answer has its next step (%#)", (own, operation, no, maybe) => {
    const call = prepare(own, operation, MINIMAL[operation]);
    const common = { kind: "undetermined", code: "no_answer", operation, httpStatus: undefined };
    expect(call.noAnswer({ sent: "no" })).toMatchObject({ ...common, nextStep: no });
    expect(call.noAnswer({ sent: "maybe" })).toMatchObject({ ...common, nextStep: maybe });
  });

  test("a lookup sends the fields that the profile names, and compares the bill as it was prepared", () => {
    const bill = { ...BILL, total_amount: 40000 };
    const lookup = looking.prepareSettlementLookup(bill);
    bill.total_amount = 1;
    const body = '{"identity_code":"INV-0001","purpose_of_transaction":"C-1"}';
    const { url } = by.prepareVerification(SEARCH);
    expect(lookup.call).toMatchObject({ operation: "verification", body, url });
    const paid = { tran_id: "T", identity_code: "INV-0001", purpose_of_transaction: "C-1" };
    const found = transaction("success", paid);
    expect(lookup.call.decode(200, found).data.tran_id).toBe("T");
    const told = lookup.decide(200, Buffer.from(found));
    expect([told.verdict, Object.isFrozen(told)]).toEqual(["settled", true]);
    const without = { kind: "invalid_config", code: "settlement_lookup" };
    expect(errorOf(() => by.prepareSettlementLookup(BILL))).toMatchObject(without);
  });
});

describe("an untyped call", () => {
  test("by GET has no body, by POST the body of the request", () => {
    const request = { path: "/bills", query: { "a&b": "ក =/" }, auth: "bearer" } as const;
    const get = by.prepareOperation("get_list_bills", request);
    expect(get).toMatchObject({ operation: "get_list_bills", method: "GET", redirect: "manual" });
    expect([get.body, "body" in get.request()]).toEqual([undefined, false]);
    expect(new URL(get.url).searchParams.get("a&b")).toBe("ក =/");
    expect(get.headers.get("Authorization")).toBe("Bearer test-bearer");
    expect(new Request(get.url, get).method).toBe("GET");
    const post = by.prepareOperation("proxy", { path: "/proxy", json: { a: [1, null, "ក"] } });
    expect(post).toMatchObject({ method: "POST", body: '{"a":[1,null,"ក"]}' });
    expect([...post.headers.keys()]).not.toContain("Authorization");
    expect(faultsOf(() => by.prepareOperation("proxy", { path: "//other.example" }))).toEqual([
      expect.stringMatching(/^path /),
    ]);
  });

  test("returns status and JSON, and reports no success", () => {
    const call = by.prepareOperation("proxy", { path: "/proxy" });
    expect(call.decode(500, '{"a":1}')).toEqual({ status: 500, json: { a: 1 } });
    expect(call.decode(204, "")).toEqual({ status: 204, json: null });
    expect(Object.keys(Object(call.decode(200, '{"__proto__":{"x":1}}').json))).toEqual(["__proto__"]);
    const unreadable = { kind: "unreadable", operation: "proxy" };
    expect(errorOf(() => call.decode(200, "<html>"))).toMatchObject(unreadable);
  });
});
