// The settlement flow: every step, method and option once. Core's tests show the rules themselves.
import { inspect } from "node:util";
import { BillwireError, SettlementFlow, decimal } from "billwire";
import { describe, expect, test } from "vitest";
import { SETTLED, biller, errorOf, faultsOf } from "./support/bills.ts";
import { Driven, FLOW_BILL, POLICY, PROFILE, SECRETS, inDoubt, transaction } from "./support/flows.ts";
import { generation, memoryInUse, overwriteMemory } from "./support/inside.ts";

const by = biller({ ...SECRETS, profile: PROFILE });

function codeOf(work: () => unknown): string {
  return errorOf(work).code;
}

describe("steps", () => {
  test("a record is saved before its attempt is sent", () => {
    const { flow } = new Driven();
    const step = flow.step();
    expect(step).toEqual({
      step: "save",
      record: expect.stringContaining('"state":"in_doubt"'),
      revision: 1,
      previous: 0,
    });
    for (const wrong of [
      () => flow.saved(2),
      () => flow.answered(1, 200, SETTLED),
      () => flow.noAnswer(1, { sent: "no" }),
      () => flow.notSaved(2),
    ]) {
      expect(codeOf(wrong)).toBe("out_of_turn");
    }
    expect(flow.step()).toEqual(step);
    flow.saved(1);
    expect(flow.step().step).toBe("send");
  });

  test("a request is that of the biller", () => {
    const driven = new Driven();
    driven.save();
    const { request } = driven.step("send");
    const call = by.prepareSettlement(FLOW_BILL);
    expect(Object.keys(request)).toEqual(["operation", "method", "url", "number", "sendBefore"]);
    expect(request).toMatchObject({
      number: 1,
      operation: "settlement",
      method: "POST",
      url: call.url,
      body: call.body,
      redirect: "manual",
    });
    expect(Object.fromEntries(request.headers)).toEqual(Object.fromEntries(call.headers));
    driven.flow.noAnswer(1, { sent: "maybe" });
    driven.save();
    driven.now = 10;
    const lookup = driven.send("verification");
    const verification = by.prepareSettlementLookup(FLOW_BILL).call;
    expect(lookup).toMatchObject({
      number: 2,
      method: verification.method,
      url: verification.url,
      body: verification.body,
    });
    expect(Object.fromEntries(lookup.headers)).toEqual(Object.fromEntries(verification.headers));
  });

  test.each([
    ["text", SETTLED],
    ["bytes", new TextEncoder().encode(SETTLED)],
    ["a buffer", new TextEncoder().encode(SETTLED).buffer],
  ])("an answer as %s settles the bill", (_name, body) => {
    const driven = new Driven();
    driven.save();
    driven.flow.answered(driven.step("send").request.number, 200, body);
    expect(driven.save()).toContain('"state":"settled","proof":"answer"');
    const ending = driven.ending();
    expect(ending).toMatchObject({
      outcome: "settled",
      nextStep: null,
      proof: "answer",
      response: { code: "000" },
    });
    expect(driven.ending()).toBe(ending);
    expect(Object.isFrozen(ending)).toBe(true);
    expect(errorOf(() => driven.flow.saved(2))).toMatchObject({
      kind: "invalid_request",
      code: "out_of_turn",
      operation: "settlement",
    });
  });

  test("Retry-After lengthens a pause", () => {
    const driven = new Driven();
    driven.save();
    driven.flow.answered(driven.step("send").request.number, 503, "", { retryAfterMs: 70 });
    driven.save();
    expect(driven.step("wait").until).toBe(70);
  });

  test("a refusal has its error", () => {
    const driven = new Driven();
    driven.save();
    driven.send("settlement", 401);
    driven.save();
    const ending = driven.ending();
    expect(ending).toMatchObject({ outcome: "refused", code: "http_status", nextStep: "fixCredentials" });
    expect(ending.outcome === "refused" && ending.error).toBeInstanceOf(BillwireError);
    expect(ending).toMatchObject({
      error: { kind: "undetermined", operation: "settlement", httpStatus: 401 },
    });
  });

  test("an unclear end has its last lookup, and takes a person's word", () => {
    const driven = inDoubt();
    driven.now = 990;
    driven.send("verification", 503, "");
    driven.save();
    driven.now = 1_000;
    const record = driven.save();
    expect(driven.ending()).toMatchObject({
      outcome: "unclear",
      code: "deadline_passed",
      nextStep: "askService",
      lookup: { verdict: "unclear", error: expect.any(BillwireError), nextStep: "verifyAgain" },
    });
    for (const [word, outcome] of [
      ["settled", "settled"],
      ["nothingMoved", "refused"],
    ] as const) {
      const resumed = new Driven({ record });
      resumed.flow.resolved(word);
      resumed.save();
      expect(resumed.ending()).toMatchObject({ outcome });
    }
    expect(faultsOf(() => new Driven().flow.resolved(1 as never))).toEqual(["resolution wrong_type"]);
  });

  test("a pause depends on chance", () => {
    for (const [random, until] of [
      [0, 5],
      [1, 10],
      [Number.NaN, 5],
      ["1" as unknown as number, 10],
    ] as const) {
      expect(inDoubt({ random: () => random }).step("wait")).toEqual({
        step: "wait",
        until,
        reason: "lookUp",
      });
    }
  });

  test("the clock is Date.now unless told", () => {
    const before = Date.now();
    const step = new SettlementFlow(by, FLOW_BILL).step();
    const { started } = JSON.parse(step.step === "save" ? step.record : "{}");
    expect(started).toBeGreaterThanOrEqual(before);
    expect(started).toBeLessThanOrEqual(Date.now());
  });
});

describe("options", () => {
  test("a flow goes on from its record", () => {
    const resumed = new Driven({ record: new Driven().save() });
    resumed.now = 1;
    resumed.send("verification", 200, transaction("success"));
    const last = resumed.save();
    expect(JSON.parse(last)).toMatchObject({ revision: 2, state: "settled" });
    expect(new Driven({ record: last }).ending()).toEqual({
      outcome: "settled",
      nextStep: null,
      proof: "verification",
      claimKey: "T-1",
    });
    for (const record of [null, undefined]) expect(new Driven({ record }).step("save").revision).toBe(1);
  });

  test("reopen sends a corrected bill again, and lookFirst begins with a lookup", () => {
    const refused = new Driven();
    refused.save();
    refused.send("settlement", 400);
    const record = refused.save();
    const reopened = new Driven({ record, reopen: true }, { ...FLOW_BILL, total_amount: 41_000 });
    expect(JSON.parse(reopened.save())).toMatchObject({ revision: 3, state: "in_doubt" });
    expect(new Driven({ policy: { ...POLICY, lookFirst: true } }).step("send").request.operation).toBe(
      "verification",
    );
  });

  test("the warnings of a bill can be read before it is sent", () => {
    expect(new Driven().flow.warnings).toEqual(by.prepareSettlement(FLOW_BILL).warnings);
  });
});

describe("arguments", () => {
  test.each<[string, () => unknown, string[]]>([
    ["no biller", () => new SettlementFlow({} as never, FLOW_BILL), ["biller wrong_type"]],
    ["a record as options", () => new SettlementFlow(by, FLOW_BILL, "{}" as never), ["options wrong_type"]],
    [
      "a clock of dates",
      () => new SettlementFlow(by, FLOW_BILL, { now: () => new Date() as never }),
      ["now wrong_type"],
    ],
    [
      "a number as chance",
      () => new SettlementFlow(by, FLOW_BILL, { random: 0.5 as never }),
      ["random wrong_type"],
    ],
    ["a revision below 0", () => new Driven().flow.notSaved(-1), ["revision wrong_type"]],
    ["another word", () => new Driven().flow.noAnswer(1, { sent: "yes" as never }), ["sent wrong_type"]],
  ])("%s is refused", (_name, work, faults) => {
    expect(faultsOf(work)).toEqual(faults);
  });
});

describe("secrets", () => {
  test("neither a step nor a flow prints one", () => {
    const driven = new Driven();
    const steps: unknown[] = [driven.flow, driven.step("save")];
    driven.save();
    const step = driven.step("send");
    steps.push(step, step.request, step.request.headers);
    for (const text of steps.flatMap((shown) => [
      inspect(shown, { showHidden: true, depth: 9 }),
      JSON.stringify(shown) ?? "",
    ])) {
      for (const secret of [...Object.values(SECRETS), "SUB-1"]) expect(text).not.toContain(secret);
    }
    expect(Object.keys(JSON.parse(JSON.stringify(step.request)))).toEqual([
      "operation",
      "method",
      "url",
      "number",
      "sendBefore",
    ]);
  });

  test("a biller that is disposed starts no flow", () => {
    const other = biller({ ...SECRETS, profile: PROFILE });
    const flow = new SettlementFlow(other, FLOW_BILL);
    other.dispose();
    expect(faultsOf(() => new SettlementFlow(other, FLOW_BILL))).toEqual(["biller wrong_type"]);
    expect(flow.step().step).toBe("save");
  });

  test("a disposed flow refuses every use", () => {
    const driven = new Driven();
    driven.save();
    driven.flow.dispose();
    driven.flow.dispose();
    for (const work of [() => driven.flow.step(), () => driven.flow.saved(1)])
      expect(faultsOf(work)).toEqual(["flow wrong_type"]);
  });
});

describe("the instance", () => {
  test("a trap loses the flow, and a new one resumes", () => {
    const driven = new Driven();
    const record = driven.save();
    const finished = inDoubt();
    finished.now = 10;
    finished.send("verification", 200, transaction("success"));
    finished.save();
    const ending = finished.ending();
    overwriteMemory();
    expect(errorOf(() => driven.flow.step())).toMatchObject({ kind: "internal", nextStep: "askService" });
    for (const work of [() => driven.flow.step(), () => driven.flow.answered(1, 200, SETTLED)]) {
      expect(errorOf(work).message).toContain(
        "the flow was lost when the WebAssembly instance trapped: resume it from the stored record",
      );
    }
    expect(new Driven({ record }).step("send").request.operation).toBe("verification");
    expect(errorOf(() => driven.flow.step()).kind).toBe("internal");
    expect(finished.ending()).toBe(ending);
  });

  test("its memory is kept while a flow needs it", () => {
    overwriteMemory();
    errorOf(() => new Driven());
    const kept = new Driven();
    const before = generation();
    const name = "x".repeat(2_000);
    const large = new SettlementFlow(by, {
      ...FLOW_BILL,
      details: Array.from({ length: 9_000 }, () => ({ item_name: name })),
    });
    decimal.add("1", "2");
    expect(memoryInUse().buffer.byteLength).toBeGreaterThan(24 << 20);
    expect(generation()).toBe(before);
    expect(kept.save()).toContain("INV-1");
    large.dispose();
    expect(generation()).toBe(before);
    kept.flow.dispose();
    expect([generation(), decimal.add("1", "2")]).toEqual([before + 1, "3"]);
  });
});

test("a loop yields every step to the last one, and refuses one that forgets to answer", async () => {
  const driven = new Driven();
  const answers = ["", transaction("success")];
  const seen: string[] = [];
  for await (const step of driven.flow) {
    seen.push(step.step);
    if (step.step === "save") driven.flow.saved(step.revision);
    if (step.step === "wait") driven.now = step.until;
    if (step.step === "send") driven.flow.answered(step.request.number, 200, answers.shift() ?? "");
  }
  expect(seen).toEqual(["save", "send", "save", "wait", "send", "save", "finished"]);
  for (const answersSave of [false, true]) {
    const { flow } = new Driven();
    const loop = async (): Promise<void> => {
      for await (const step of flow) if (answersSave && step.step === "save") flow.saved(step.revision);
    };
    await expect(loop()).rejects.toMatchObject({ code: "out_of_turn" });
  }
});
