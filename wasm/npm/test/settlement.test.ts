// The settlement flow: every step, method and option once. Core's tests show the rules themselves.
import { inspect } from "node:util";
import { BillwireError, SettlementFlow, decimal } from "billwire";
import type { SaveStep } from "billwire";
import { describe, expect, test } from "vitest";
import { SETTLED, biller, errorOf, faultsOf } from "./support/bills.ts";
import {
  CONTROL,
  Driven,
  FLOW_BILL,
  NOT_FOUND,
  POLICY,
  PROFILE,
  SECRETS,
  inDoubt,
  started,
  transaction,
} from "./support/flows.ts";
import { generation, memoryInUse, overwriteMemory } from "./support/inside.ts";

const by = biller({ ...SECRETS, profile: PROFILE });

function codeOf(work: () => unknown): string {
  return errorOf(work).code;
}

/** Flow whose bill is settled, refused or unclear, and its record. */
function settled(): [Driven, string] {
  const driven = started();
  driven.save();
  driven.send("settlement", 200, SETTLED);
  return [driven, driven.save().record];
}

function refused(): [Driven, string] {
  const driven = started();
  driven.save();
  driven.send("settlement", 400);
  return [driven, driven.save().record];
}

function unclear(): [Driven, string] {
  const driven = inDoubt();
  driven.now = 990;
  driven.send("verification", 503);
  driven.save();
  driven.now = 1_000;
  return [driven, driven.save().record];
}

const IS_CONTROL = { tran_id: "T-0", identity_code: "INV-0", purpose_of_transaction: "INV-0" };

describe("steps", () => {
  test("the record is loaded first, and saved before its attempt is sent", () => {
    const { flow } = new Driven();
    const refuses = (works: (() => unknown)[]): void => {
      for (const work of works) expect(codeOf(work)).toBe("out_of_turn");
    };
    const answers = [
      () => flow.answered(1, 200, SETTLED),
      () => flow.noAnswer(1, { sent: "no" }),
      () => flow.saved(2),
      () => flow.notSaved(2),
      () => flow.control(null),
    ];
    refuses([() => flow.loaded(null), ...answers]);
    expect(flow.step()).toEqual({ step: "load" });
    refuses([() => flow.saved(1), () => flow.notSaved(1), ...answers]);
    expect(flow.step()).toEqual({ step: "load" });
    flow.loaded(null);
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
    refuses([() => flow.loaded(null), ...answers]);
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
    const driven = started();
    driven.save();
    driven.flow.answered(driven.step("send").request.number, 200, body);
    expect(driven.save()).toMatchObject({ state: "settled", until: null, claimKey: null });
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
    const driven = started();
    driven.save();
    driven.flow.answered(driven.step("send").request.number, 503, "", { retryAfterMs: 70 });
    driven.save();
    expect(driven.step("wait").until).toBe(70);
  });

  test("a refusal has its error", () => {
    const driven = started();
    driven.save();
    driven.send("settlement", 400);
    expect(driven.save()).toMatchObject({ state: "refused", until: null, claimKey: null });
    const ending = driven.ending();
    expect(ending).toMatchObject({
      outcome: "refused",
      code: "http_status",
      nextStep: "fixRequest",
      answer: { code: "http_status", nextStep: "fixRequest", httpStatus: 400 },
      error: { kind: "undetermined", operation: "settlement", httpStatus: 400 },
    });
    expect(ending.outcome === "refused" && ending.error).toBeInstanceOf(BillwireError);
  });

  test("an unclear end has its last lookup", () => {
    const [driven] = unclear();
    expect(driven.ending()).toMatchObject({
      outcome: "unclear",
      code: "deadline_passed",
      nextStep: "askService",
      lookup: { verdict: "unclear", error: expect.any(BillwireError), nextStep: "verifyAgain" },
    });
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
    const flow = new SettlementFlow(by, FLOW_BILL, { policy: { inFlightMs: 1 } });
    flow.step();
    flow.loaded(null);
    const { until } = flow.step() as SaveStep;
    expect(until).toBeGreaterThanOrEqual(before);
    expect(until).toBeLessThanOrEqual(Date.now() + 2);
  });
});

describe("options", () => {
  test("a flow goes on from its record", () => {
    const resumed = new Driven().load(inDoubt().stored);
    resumed.now = 10;
    resumed.send("verification", 200, transaction("success"));
    const { record, revision } = resumed.save();
    expect(revision).toBe(3);
    expect(new Driven().load(record).ending()).toEqual({
      outcome: "settled",
      nextStep: null,
      proof: "verification",
      claimKey: "T-1",
    });
    const driven = new Driven();
    driven.step("load");
    driven.flow.loaded(undefined);
    expect(driven.save().revision).toBe(1);
  });

  test("reopen sends a corrected bill again", () => {
    const [, record] = refused();
    const corrected = { ...FLOW_BILL, total_amount: 41_000 };
    const reopened = new Driven({ reopen: true }, corrected).load(record);
    expect(reopened.save()).toMatchObject({ revision: 3, previous: 2, state: "open" });
  });

  test("lookAgain asks once about a bill that has ended", () => {
    const [, record] = settled();
    expect(new Driven().load(record).ending()).not.toHaveProperty("lookup");
    const again = new Driven({ lookAgain: true }).load(record);
    again.send("verification", 200, transaction("success"));
    expect(again.save()).toMatchObject({ revision: 3, state: "settled", claimKey: "T-1" });
    expect(again.ending()).toMatchObject({ outcome: "settled", lookup: { verdict: "settled" } });
  });

  test("every policy is taken, and each is checked", () => {
    const policy = { ...POLICY, trustNotFound: true };
    expect(() => new Driven({ policy })).not.toThrow();
    for (const name of Object.keys(policy))
      expect(faultsOf(() => new Driven({ policy: { ...policy, [name]: "x" } as never }))).toEqual([
        `policy.${name} wrong_type`,
      ]);
    expect(faultsOf(() => new Driven({ policy: { attempts: 0 } }))).toEqual(["policy.attempts out_of_range"]);
    expect(faultsOf(() => new Driven({ policy: { lookFirst: true } as never }))).toEqual([
      "policy.lookFirst unknown_field",
    ]);
  });

  test("the warnings of a bill can be read before it is sent", () => {
    expect(new Driven().flow.warnings).toEqual(by.prepareSettlement(FLOW_BILL).warnings);
  });
});

describe("a person's word", () => {
  test.each([
    ["settled", "settled"],
    ["nothingMoved", "refused"],
  ] as const)("%s ends an unclear bill as %s", (word, outcome) => {
    const resumed = new Driven().load(unclear()[1]);
    resumed.flow.resolved(word);
    expect(resumed.save().state).toBe(outcome);
    expect(resumed.ending()).toMatchObject({ outcome });
  });

  test("notThisBill makes a settled bill unclear", () => {
    const driven = inDoubt();
    driven.now = 10;
    driven.send("verification", 200, transaction("success"));
    const { record } = driven.save();
    const resumed = new Driven().load(record);
    expect(faultsOf(() => resumed.flow.notThisBill("T-2"))).toEqual(["tran_id unknown_value"]);
    resumed.flow.notThisBill("T-1");
    expect(resumed.save().claimKey).toBe(null);
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
    ["a number as a word", () => new Driven().flow.resolved(1 as never), ["resolution wrong_type"]],
    ["a word of none", () => new Driven().flow.resolved("paid" as never), ["resolution unknown_value"]],
    ["a number of a transaction", () => new Driven().flow.notThisBill(1 as never), ["tranId wrong_type"]],
    ["a record that is parsed", () => new Driven().flow.loaded({} as never), ["record wrong_type"]],
    ["text as reopen", () => new Driven({ reopen: "x" as never }), ["reopen wrong_type"]],
    ["text as restored", () => new Driven({ restored: "x" as never }), ["restored wrong_type"]],
    ["text as lookAgain", () => new Driven({ lookAgain: "x" as never }), ["lookAgain wrong_type"]],
    ["a record as an option", () => new Driven({ record: "{}" } as never), ["record wrong_type"]],
    ["another word", () => new Driven().flow.noAnswer(1, { sent: "yes" as never }), ["sent wrong_type"]],
  ])("%s is refused", (_name, work, faults) => {
    expect(faultsOf(work)).toEqual(faults);
  });

  test.each([
    ["no JSON", "x", "record invalid_json"],
    ["no record", "{}", "record wrong_type"],
    ["a later version", '{"version":1000}', "record.version record_version"],
  ])("%s is no record", (_name, record, fault) => {
    const { flow } = new Driven();
    flow.step();
    expect(faultsOf(() => flow.loaded(record))).toEqual([fault]);
    expect(flow.step()).toEqual({ step: "load" });
  });
});

describe("secrets", () => {
  test("neither a step nor a flow prints one", () => {
    const driven = started();
    const printed = (shown: unknown): string =>
      `${inspect(shown, { showHidden: true, depth: 9 })} ${JSON.stringify(shown) ?? ""}`;
    const saved = driven.save();
    const step = driven.step("send");
    for (const secret of Object.values(SECRETS)) expect(printed(saved)).not.toContain(secret);
    const text = printed([driven.flow, step, step.request, step.request.headers]);
    for (const hidden of [...Object.values(SECRETS), "SUB-1"]) expect(text).not.toContain(hidden);
    expect(Object.keys(JSON.parse(JSON.stringify(step.request)))).toEqual([
      "operation",
      "method",
      "url",
      "number",
      "sendBefore",
    ]);
  });

  test("a disposed flow refuses every use", () => {
    const driven = started();
    driven.save();
    driven.flow.dispose();
    driven.flow.dispose();
    for (const work of [() => driven.flow.step(), () => driven.flow.saved(1)])
      expect(faultsOf(work)).toEqual(["flow wrong_type"]);
  });
});

describe("the instance", () => {
  test("a trap loses the flow, and a new one resumes", () => {
    const driven = started();
    const { record } = driven.save();
    const finished = inDoubt();
    finished.now = 10;
    finished.send("verification", 200, transaction("success"));
    finished.save();
    const ending = finished.ending();
    overwriteMemory();
    expect(errorOf(() => driven.flow.step())).toMatchObject({ kind: "internal", nextStep: "askService" });
    for (const work of [() => driven.flow.step(), () => driven.flow.answered(1, 200, SETTLED)]) {
      expect(errorOf(work).message).toContain(
        "the flow was lost when the WebAssembly instance trapped: run a new one, which loads the stored record",
      );
    }
    const resumed = new Driven().load(record);
    expect(resumed.send("verification").operation).toBe("verification");
    expect(errorOf(() => driven.flow.step()).kind).toBe("internal");
    expect(finished.ending()).toBe(ending);
  });

  test("its memory is kept while a flow needs it", () => {
    overwriteMemory();
    errorOf(() => new Driven());
    const kept = started();
    const before = generation();
    const name = "x".repeat(2_000);
    const large = new SettlementFlow(by, {
      ...FLOW_BILL,
      details: Array.from({ length: 9_000 }, () => ({ item_name: name })),
    });
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

test("a loop yields every step to the last one, and refuses one that forgets to answer", async () => {
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
  for (const answered of [[], ["load"], ["load", "save"]]) {
    const { flow } = new Driven();
    const loop = async (): Promise<void> => {
      for await (const step of flow) {
        if (step.step === "load" && answered.includes("load")) flow.loaded(null);
        if (step.step === "save" && answered.includes("save")) flow.saved(step.revision);
      }
    };
    await expect(loop()).rejects.toMatchObject({ code: "out_of_turn" });
  }
});
