// The sub-path billwire/testing: the simulator, and webhooks for the tests of a receiver.
import { inspect } from "node:util";
import { WebhookReceiver, isBillwireError } from "billwire";
import type { Biller, Call } from "billwire";
import { Simulator, WebhookTarget, webhookFixtures } from "billwire/testing";
import type { AnswerFault, SimulatorOptions } from "billwire/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { BILL, BY_REF_ID, CREDENTIALS, SHOP, biller, errorOf } from "./support/bills.ts";
import { memoryInUse, tidy } from "./support/inside.ts";

const HOOK = { url: "https://merchant.example/hook", token: "test-hook" };
const ACKNOWLEDGED = { status: 200, body: '{"status":"success","message":"success"}' };

let simulator: Simulator;
let by: Biller;

beforeEach(async () => {
  simulator = new Simulator({ ...CREDENTIALS, webhook: HOOK, seed: "" });
  by = biller({ profile: BY_REF_ID });
  await send(by.prepareOnboarding(SHOP));
});

describe("fetch", () => {
  test("returns an ordinary Response", async () => {
    const call = by.prepareSettlement(BILL);
    const response = await simulator.fetch(call.url, call);
    expect(response).toBeInstanceOf(Response);
    expect([response.ok, response.status, response.url]).toEqual([true, 200, call.url]);
    expect([...response.headers]).toEqual([["content-type", "application/json"]]);
    expect(await response.clone().json()).toMatchObject({ code: "000" });
    expect(call.decode(response.status, await response.text()).outcome).toBe("settled");
  });

  test("accepts arguments of fetch, and works without its object", async () => {
    const { fetch } = simulator;
    const call = by.prepareSettlement(BILL);
    const init = { method: call.method, headers: call.headers, body: call.body ?? "" };
    const bytes = { headers: new Headers(call.headers), body: new TextEncoder().encode(call.body) };
    const pairs = [...call.headers] as [string, string][];
    for (const [input, options] of [
      [new URL(call.url), call],
      [new Request(call.url, call), undefined],
      [call.url, { ...init, ...bytes }],
      [call.url, { ...init, headers: pairs, signal: AbortSignal.timeout(5_000) }],
    ] as const)
      expect((await fetch(input, options)).status).toBe(200);
    expect(simulator.books().totals).toEqual({ KHR: "160000" });
  });

  test("only its base address connects", async () => {
    simulator = new Simulator({ ...CREDENTIALS, baseUrl: "https://Pay.example:443/api/" });
    await send(biller({ baseUrl: "https://pay.example/api" }).prepareOnboarding(SHOP));
    for (const baseUrl of ["https://pay.example", "https://pay.example/apis", "https://other.example/api"]) {
      const call = biller({ baseUrl }).prepareOnboarding(SHOP);
      await expect(simulator.fetch(call.url, call)).rejects.toMatchObject({
        name: "TypeError",
        cause: { code: "ECONNREFUSED" },
      });
    }
  });

  test("rejects invalid arguments before it sends", async () => {
    const call = by.prepareSettlement(BILL);
    await expect(simulator.fetch("no address", call)).rejects.toThrow(TypeError);
    await expect(simulator.fetch(call.url, { ...call.request(), method: "GET" })).rejects.toThrow(TypeError);
    await expect(
      simulator.fetch(call.url, { ...call.request(), signal: AbortSignal.abort() }),
    ).rejects.toThrow("aborted");
    const reason = new Error("given up");
    const controller = new AbortController();
    const answer = simulator.fetch(call.url, { ...call.request(), signal: controller.signal });
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
    expect(simulator.books().bills).toEqual([]);
  });
});

describe("the synchronous form", () => {
  test("a call, step by step", () => {
    const { headers, body } = by.prepareSettlement(BILL);
    const path = "/bill_payment/push_bill_with_payment";
    const many = { ...Object.fromEntries(headers), "X-Many": ["a", "b"] };
    const sent = {
      status: 200,
      headers: { "Content-Type": "application/json" },
      transport: { kind: "send" },
    };
    for (const form of [headers, [...headers], new Headers(headers), many])
      expect(simulator.handle({ path, headers: form, body })).toMatchObject(sent);
    const bytes = new TextEncoder().encode(body);
    for (const form of [bytes, bytes.buffer])
      expect(simulator.handle({ path, headers, body: form }).status).toBe(200);
    expect(simulator.handle({ method: "GET", path }).status).toBe(405);
    const twice = [...[...headers], ["authorization", "Bearer test-bearer"] as const];
    expect(simulator.handle({ path, headers: twice, body }).status).toBe(401);
  });
});

describe("faults of answers", () => {
  const table: readonly (readonly [AnswerFault, moved: boolean, means: string])[] = [
    [{ kind: "slow", delay_ms: 30_000 }, true, "settled"],
    [{ kind: "drop_before" }, false, "TypeError"],
    [{ kind: "drop_after" }, true, "TypeError"],
    [
      { kind: "answer", status: 204, headers: { "Retry-After": "5" }, moves_money: true },
      true,
      "http_status",
    ],
  ];

  test.each(table)("%j", async (fault, moved, means) => {
    const { now } = simulator;
    const call = by.prepareSettlement(BILL);
    simulator.script({ settlement: [{ ref_id: "INV-0001", attempt: 2, fault }] });
    expect((await send(call)).outcome).toBe("settled");
    expect(await meaning(call)).toBe(means);
    expect(simulator.now - now).toBe(fault.kind === "slow" ? fault.delay_ms : 0);
    expect(simulator.books()).toMatchObject({
      totals: { KHR: moved ? "80000" : "40000" },
      faults_served: { [`settlement/${fault.kind}`]: 1 },
    });
  });

  test("a redirect is returned in manual mode, never followed", async () => {
    const fault = { kind: "redirect", status: 302, location: "https://other.example/" } as const;
    simulator.script({ settlement: [1, 2].map((attempt) => ({ ref_id: "INV-0001", attempt, fault })) });
    const call = by.prepareSettlement(BILL);
    const response = await post(call);
    expect([response.status, response.headers.get("Location")]).toEqual([302, fault.location]);
    await expect(simulator.fetch(call.url, call.request())).rejects.toThrow(TypeError);
  });
});

describe("webhooks", () => {
  const receiver = WebhookReceiver.merchantProxy({ tokens: ["test-hook"] });

  test("the sample target answers as its headers select", () => {
    const target = new WebhookTarget(receiver);
    const body = '{"tran_id":"T-1"}';
    const token = { Token: "test-hook" };
    expect(target.receive(token, body)).toEqual(expect.objectContaining(ACKNOWLEDGED));
    expect(target.receive(new Headers({ ...token, Success: "success" }), body).status).toBe(200);
    const failed = { status: 500, body: '{"status":"failed","message":"failed"}' };
    expect(target.receive({ ...token, fail: "fail", Success: "success" }, body)).toMatchObject(failed);
    expect(target.receive([...Object.entries(token), ["FAIL", "fail"]], body)).toMatchObject(failed);
    expect(target.receive({}, body).status).toBe(401);
    expect(target.events.map(({ payload }) => payload.tran_id)).toEqual(["T-1", "T-1"]);
  });

  test("takes a delivery without an answer, or of no webhook", async () => {
    await send(by.prepareSettlement(BILL));
    const [webhook] = simulator.dueWebhooks();
    simulator.delivered(webhook!.id, null);
    simulator.delivered(99, ACKNOWLEDGED);
    expect(simulator.books().webhooks).toMatchObject({ delivered: 1, failed: 0, pending: 1 });
  });
});

describe("settings", () => {
  test("null and undefined are absent, and a bigint is a number", () => {
    const absent = { profile: undefined, now: null, fee: null, webhook: null };
    for (const options of [absent, { fee: 500n }])
      expect(new Simulator({ ...CREDENTIALS, ...options } as SimulatorOptions).books().bills).toEqual([]);
  });

  test("its clock is set by a Date, and moves only when it is told", () => {
    simulator.now = new Date(5);
    simulator.advance(60_000);
    expect(simulator.now).toBe(60_005);
  });

  test("printing shows no secret", () => {
    const printed = inspect(simulator, { depth: 9, showHidden: true }) + JSON.stringify(simulator);
    for (const secret of [...Object.values(CREDENTIALS), HOOK.token]) expect(printed).not.toContain(secret);
  });

  test("unused simulators are freed", async () => {
    const fault = { kind: "answer", status: 200, body: "x".repeat(20_000) } as const;
    const make = async (count: number): Promise<number> => {
      for (let i = 0; i < count; i++) {
        new Simulator(CREDENTIALS).script({ settlement: [{ ref_id: "INV-0001", fault }] });
        if (i % 200 === 0) await tidy();
      }
      return memoryInUse("testing").buffer.byteLength;
    };
    const before = await make(1_000);
    expect((await make(6_000)) - before).toBeLessThan(2 ** 20); // all of them would take 120 megabytes
  });
});

describe("fixtures", () => {
  test.each(webhookFixtures)("$variant: $name", ({ token, headers, body, error }) => {
    const receiver =
      token === null ? WebhookReceiver.checkout() : WebhookReceiver.merchantProxy({ tokens: [token] });
    const receive = () => receiver.receive(headers, error === null ? body : new TextEncoder().encode(body));
    if (error === null) expect(receive().authentication).toBe(token === null ? "unauthenticated" : "token");
    else expect(errorOf(receive).code).toBe(error);
  });

  test("are frozen", () => {
    expect(
      Object.isFrozen(webhookFixtures) &&
        webhookFixtures.every((one) => Object.isFrozen(one) && Object.isFrozen(one.headers)),
    ).toBe(true);
  });
});

/** Sends a call like a program. */
async function send<Outcome>(call: Call<Outcome>): Promise<Outcome> {
  const response = await simulator.fetch(call.url, call);
  return call.decode(response.status, new Uint8Array(await response.arrayBuffer()));
}

function post(call: Call<unknown>): Promise<Response> {
  return simulator.fetch(call.url, call);
}

/** Result of a call, in one word. */
async function meaning(call: Call<unknown>): Promise<string> {
  try {
    const outcome = await send(call);
    return (outcome as { outcome?: string }).outcome ?? "success";
  } catch (error) {
    if (isBillwireError(error)) return error.code;
    return error instanceof TypeError ? error.name : String(error);
  }
}
