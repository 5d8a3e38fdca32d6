// A prepared call: a request that decodes its answer. The vectors have every address, header and body.
import { Biller } from "billwire";
import { describe, expect, test } from "vitest";
import { BILL, MINIMAL, SEARCH, biller, errorOf, faultsOf, prepare } from "./support/bills.ts";

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

test("withBearer changes the bearer and nothing else, and can be repeated", () => {
  const own = biller({ profile: { destinationKey: "to" } });
  const other = own.withBearer("one").withBearer("another");
  expect(other).toBeInstanceOf(Biller);
  expect(other.prepareSettlement(BILL).headers.get("Authorization")).toBe("Bearer another");
  expect(own.prepareSettlement(BILL).headers.get("Authorization")).toBe("Bearer test-bearer");
  expect(other.prepareSettlement(BILL).body).toBe(own.prepareSettlement(BILL).body);
  expect(other.prepareVerification(SEARCH).headers).toEqual(own.prepareVerification(SEARCH).headers);
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
