// The settlement flow: what crosses at each step, method and option. Core's tests show the rules themselves,
// settlement-run.test.ts the runner, and mistakes.test.ts what each call refuses.
import { inspect } from "node:util";
import { BillwireError, SettlementFlow, decimal } from "billwire";
import type { SaveStep, SettlementFlowOptions } from "billwire";
import { describe, expect, test } from "vitest";
import { SETTLED, biller, errorOf, faultsOf } from "./support/bills.ts";
import {
  CONTROL,
  Driven,
  FLOW_BILL,
  IS_CONTROL,
  NOT_FOUND,
  PROFILE,
  SECRETS,
  inDoubt,
  started,
  transaction,
} from "./support/flows.ts";
import { generation, memoryInUse, overwriteMemory } from "./support/inside.ts";

const by = biller({ ...SECRETS, profile: PROFILE });

/** Flow whose attempt was answered. */
function answered(status: number, body = "", options?: SettlementFlowOptions): Driven {
  const driven = started(options);
  driven.save();
  driven.send("settlement", status, body);
  return driven;
}

/** Flow whose bill is unclear, with its record stored. */
function unclear(): Driven {
  const driven = inDoubt();
  driven.now = 990;
  driven.send("verification", 503);
  driven.save();
  driven.now = 1_000;
  driven.save();
  return driven;
}

/** Flow that has found the bill by a lookup. */
function found(): Driven {
  const driven = inDoubt();
  driven.now = 10;
  driven.send("verification", 200, transaction("success"));
  return driven;
}

describe("steps", () => {
  test("the record is loaded and saved before its attempt is sent", () => {
    const { flow } = new Driven();
    const outOfTurn = (work: () => unknown) =>
      expect(errorOf(work)).toMatchObject({
        kind: "invalid_request",
        code: "out_of_turn",
        operation: "settlement",
      });
    outOfTurn(() => flow.loaded(null));
    expect(flow.step()).toEqual({ step: "load" });
    for (const work of [
      () => flow.answered(1, 200, SETTLED),
      () => flow.noAnswer(1, { sent: "no" }),
      () => flow.saved(1),
      () => flow.notSaved(1),
      () => flow.control(null),
    ])
      outOfTurn(work);
    flow.loaded(undefined);
    const step = flow.step();
    expect(step).toEqual({
      step: "save",
      record: expect.stringContaining("INV-1"),
      revision: 1,
      previous: 0,
      state: "open",
      until: expect.any(Number),
      claimKey: null,
    });
    outOfTurn(() => flow.saved(2));
    expect(flow.step()).toEqual(step);
    flow.saved(1);
    expect(flow.step().step).toBe("send");
  });

  test("a request is that of the biller", () => {
    const driven = started();
    driven.save();
    const { request } = driven.step("send");
    const call = by.prepareSettlement(FLOW_BILL);
    expect(Object.keys(request)).toEqual(["operation", "method", "url", "number", "sendBefore"]);
    const { operation, method, url, body } = call;
    expect(request).toMatchObject({ number: 1, operation, method, url, body, redirect: "manual" });
    expect(Object.fromEntries(request.headers)).toEqual(Object.fromEntries(call.headers));
    driven.flow.noAnswer(1, { sent: "maybe" });
    driven.save();
    driven.now = 10;
    const lookup = driven.send("verification");
    const verification = by.prepareSettlementLookup(FLOW_BILL).call;
    expect(lookup).toMatchObject({ number: 2, url: verification.url, body: verification.body });
    expect(Object.fromEntries(lookup.headers)).toEqual(Object.fromEntries(verification.headers));
  });

  test("an answer settles the bill, and its end stays the same", () => {
    const driven = answered(200, SETTLED);
    expect(driven.save()).toMatchObject({ state: "settled", until: null, claimKey: null });
    const ending = driven.ending();
    expect(ending).toMatchObject({ outcome: "settled", proof: "answer", response: { code: "000" } });
    expect([ending.nextStep, driven.ending() === ending, Object.isFrozen(ending)]).toEqual([
      null,
      true,
      true,
    ]);
    expect(errorOf(() => driven.flow.saved(2)).code).toBe("out_of_turn");
  });

  test("a refusal has its error", () => {
    const driven = answered(400);
    expect(driven.save()).toMatchObject({ state: "refused", until: null, claimKey: null });
    const ending = driven.ending();
    const said = { code: "http_status", nextStep: "fixRequest" };
    expect(ending).toMatchObject({
      outcome: "refused",
      ...said,
      answer: { ...said, httpStatus: 400 },
      error: { kind: "undetermined", operation: "settlement", httpStatus: 400 },
    });
    expect(ending.outcome === "refused" && ending.error).toBeInstanceOf(BillwireError);
  });

  test("an unclear end has its last lookup", () => {
    expect(unclear().ending()).toMatchObject({
      outcome: "unclear",
      code: "deadline_passed",
      nextStep: "askService",
      lookup: { verdict: "unclear", error: expect.any(BillwireError), nextStep: "verifyAgain" },
    });
  });

  test("Retry-After lengthens a pause", () => {
    const driven = started();
    driven.save();
    driven.flow.answered(driven.step("send").request.number, 503, "", { retryAfterMs: 70 });
    driven.save();
    expect(driven.step("wait").until).toBe(70);
  });

  test.each<[unknown, number]>([
    [0, 5],
    [1, 10],
    [Number.NaN, 5],
    ["1", 10],
  ])("a pause depends on chance: by %s until %i", (chance, until) => {
    const step = inDoubt({ random: () => chance as number }).step("wait");
    expect(step).toEqual({ step: "wait", until, reason: "lookUp" });
  });

  test("the clock is Date.now unless told", () => {
    const before = Date.now();
    const flow = new SettlementFlow(by, FLOW_BILL, { policy: { inFlightMs: 1 } });
    flow.step();
    flow.loaded(null);
    const { until } = flow.step() as SaveStep;
    expect(until).toBeGreaterThanOrEqual(before);
    expect(until).toBeLessThanOrEqual(Date.now() + 2);
  });
});

describe("a person's word", () => {
  test.each([
    ["settled", "settled"],
    ["nothingMoved", "refused"],
  ] as const)("%s ends an unclear bill as %s", (word, outcome) => {
    const resumed = new Driven().load(unclear().stored);
    resumed.flow.resolved(word);
    expect(resumed.save().state).toBe(outcome);
    expect(resumed.ending()).toMatchObject({ outcome });
  });

  test("notThisBill makes a settled bill unclear", () => {
    const resumed = new Driven().load(found().save().record);
    expect(faultsOf(() => resumed.flow.notThisBill("T-2"))).toEqual(["tran_id unknown_value"]);
    resumed.flow.notThisBill("T-1");
    expect(resumed.save().claimKey).toBe(null);
  });
});

test("neither a step nor a flow prints a secret", () => {
  const driven = started();
  const printed = (shown: unknown): string =>
    `${inspect(shown, { showHidden: true, depth: 9 })} ${JSON.stringify(shown) ?? ""}`;
  const saved = printed(driven.save());
  const step = driven.step("send");
  const sending = printed([driven.flow, step, step.request, step.request.headers]);
  for (const secret of Object.values(SECRETS)) expect(saved + sending).not.toContain(secret);
  expect(sending).not.toContain("SUB-1");
  expect(JSON.parse(JSON.stringify(step.request))).toEqual({ ...step.request });
});

test("a disposed flow refuses every use", () => {
  const driven = started();
  driven.save();
  driven.flow.dispose();
  driven.flow.dispose();
  for (const work of [() => driven.flow.step(), () => driven.flow.saved(1)])
    expect(faultsOf(work)).toEqual(["flow wrong_type"]);
});

describe("the instance", () => {
  test("a trap loses the flow, and a new one resumes", () => {
    const driven = started();
    const { record } = driven.save();
    const finished = found();
    finished.save();
    const ending = finished.ending();
    overwriteMemory();
    expect(errorOf(() => driven.flow.step())).toMatchObject({ kind: "internal", nextStep: "askService" });
    const lost =
      "the flow was lost when the WebAssembly instance trapped: run a new one, which loads the stored record";
    for (const work of [() => driven.flow.step(), () => driven.flow.answered(1, 200, SETTLED)])
      expect(errorOf(work).message).toContain(lost);
    expect(new Driven().load(record).send("verification").operation).toBe("verification");
    expect(errorOf(() => driven.flow.step()).kind).toBe("internal");
    expect(finished.ending()).toBe(ending);
  });

  test("its memory is kept while a flow needs it", () => {
    overwriteMemory();
    errorOf(() => new Driven());
    const kept = started();
    const before = generation();
    const details = Array.from({ length: 9_000 }, () => ({ item_name: "x".repeat(2_000) }));
    const large = new SettlementFlow(by, { ...FLOW_BILL, details });
    decimal.add("1", "2");
    expect(memoryInUse().buffer.byteLength).toBeGreaterThan(24 << 20);
    expect(generation()).toBe(before);
    expect(kept.save().record).toContain("INV-1");
    large.dispose();
    expect(generation()).toBe(before);
    kept.flow.dispose();
    expect([generation(), decimal.add("1", "2")]).toEqual([before + 1, "3"]);
  });
});

test("a loop yields every step to the last one", async () => {
  const driven = new Driven();
  const answers = ["", NOT_FOUND, transaction("success", IS_CONTROL), transaction("success")];
  const seen: string[] = [];
  for await (const step of driven.flow) {
    if (seen.at(-1) !== step.step) seen.push(step.step);
    if (step.step === "load") driven.flow.loaded(null);
    if (step.step === "save") driven.flow.saved(step.revision);
    if (step.step === "control") driven.flow.control(CONTROL);
    if (step.step === "wait") driven.now = step.until;
    if (step.step === "send") driven.flow.answered(step.request.number, 200, answers.shift() ?? "");
  }
  expect([...new Set(seen)].sort()).toEqual(["control", "finished", "load", "save", "send", "wait"]);
  expect([seen[0], seen.at(-1), answers]).toEqual(["load", "finished", []]);
});

test.each(["", "load", "load save"])("a loop that answers only %j is refused", async (answered) => {
  const { flow } = new Driven();
  const loop = async (): Promise<void> => {
    for await (const step of flow) {
      if (step.step === "load" && answered.includes("load")) flow.loaded(null);
      if (step.step === "save" && answered.includes("save")) flow.saved(step.revision);
    }
  };
  await expect(loop()).rejects.toMatchObject({ code: "out_of_turn" });
});
