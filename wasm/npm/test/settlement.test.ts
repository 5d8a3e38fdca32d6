// The settlement flow: every step, and every answer that comes out of turn. Core's tests show the rules themselves.
import { inspect } from "node:util";
import { BillwireError, SettlementFlow, decimal } from "billwire";
import { describe, expect, test } from "vitest";
import { biller, errorOf, faultsOf } from "./support/bills.ts";
import { Driven, FLOW_BILL, POLICY, PROFILE, SECRETS, SETTLED, inDoubt, transaction } from "./support/flows.ts";
import { generation, memoryInUse, overwriteMemory } from "./support/inside.ts";

const by = biller({ ...SECRETS, profile: PROFILE });

function codeOf(work: () => unknown): string {
  return errorOf(work).code;
}

describe("steps", () => {
  test("a record is saved before its attempt is sent", () => {
    const { flow } = new Driven();
    const step = flow.step();
    expect(step).toEqual({ step: "save", record: expect.stringContaining('"state":"in_doubt"'), revision: 1, previous: 0 });
    expect(flow.step()).toEqual(step);
    for (const wrong of [() => flow.saved(2), () => flow.answered(1, 200, SETTLED), () => flow.noAnswer(1, { sent: "no" }), () => flow.notSaved(2)]) {
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
    expect(request).toMatchObject({ number: 1, operation: "settlement", method: "POST", url: call.url, body: call.body, redirect: "manual" });
    expect(Object.fromEntries(request.headers)).toEqual(Object.fromEntries(call.headers));
    driven.flow.noAnswer(1, { sent: "maybe" });
    driven.save();
    driven.now = 10;
    const lookup = driven.send("verification");
    const verification = by.prepareSettlementLookup(FLOW_BILL).call;
    expect(lookup).toMatchObject({ number: 2, method: verification.method, url: verification.url, body: verification.body });
    expect(Object.fromEntries(lookup.headers)).toEqual(Object.fromEntries(verification.headers));
  });

  test("an answer settles the bill", () => {
    const driven = new Driven();
    driven.save();
    driven.send("settlement", 200, SETTLED);
    expect(driven.save()).toContain('"state":"settled","proof":"answer"');
    const ending = driven.ending();
    expect(ending).toMatchObject({ outcome: "settled", nextStep: null, proof: "answer", response: { code: "000" } });
    expect(driven.ending()).toBe(ending);
    expect(Object.isFrozen(ending)).toBe(true);
  });

  test("bytes are an answer", () => {
    for (const body of [new TextEncoder().encode(SETTLED), new TextEncoder().encode(SETTLED).buffer]) {
      const driven = new Driven();
      driven.save();
      driven.flow.answered(driven.step("send").request.number, 200, body);
      expect(driven.save()).toContain('"settled"');
    }
  });

  test("what brought no answer is looked up", () => {
    const driven = inDoubt();
    expect(driven.step("wait")).toEqual({ step: "wait", until: 10, reason: "lookUp" });
    driven.now = 10;
    driven.send("verification", 200, transaction("success"));
    expect(driven.save()).toContain('"proof":"verification"');
    expect(driven.ending()).toMatchObject({ outcome: "settled", nextStep: null, proof: "verification", transaction: { tran_id: "T-1" } });
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
    if (ending.outcome !== "refused") throw new Error("not refused");
    expect(ending.error).toBeInstanceOf(BillwireError);
    expect(ending.error).toMatchObject({ kind: "undetermined", operation: "settlement", httpStatus: 401 });
  });

  test("an unclear end has its last lookup", () => {
    const driven = inDoubt();
    driven.now = 990;
    driven.send("verification", 503, "");
    driven.save();
    driven.now = 1_000;
    expect(driven.save()).toContain('"state":"unclear"');
    const ending = driven.ending();
    if (ending.outcome !== "unclear") throw new Error("not unclear");
    expect([ending.code, ending.nextStep, ending.lookup?.verdict]).toEqual(["deadline_passed", "askService", "unclear"]);
    expect(ending.lookup).toMatchObject({ error: expect.any(BillwireError), nextStep: "verifyAgain" });
  });

  test("a flow without the record that is stored is refused", () => {
    const driven = new Driven();
    expect(codeOf(() => driven.flow.notSaved(driven.step("save").revision))).toBe("record_stored");
  });

  test("another flow takes over", () => {
    const driven = inDoubt();
    driven.now = 10;
    driven.send("verification", 503);
    driven.flow.notSaved(driven.step("save").revision);
    expect(driven.flow.step()).toEqual({ step: "takenOver" });
    expect(driven.flow.step()).toEqual({ step: "takenOver" });
    expect(codeOf(() => driven.flow.saved(1))).toBe("out_of_turn");
  });

  test("late and second answers are refused", () => {
    const driven = inDoubt();
    const late = [() => driven.flow.answered(1, 200, SETTLED), () => driven.flow.noAnswer(1, { sent: "no" })];
    for (const answer of late) expect(codeOf(answer)).toBe("out_of_turn");
    driven.now = 10;
    const { number } = driven.step("send").request;
    for (const answer of late) expect(codeOf(answer)).toBe("out_of_turn");
    expect(codeOf(() => driven.flow.step())).toBe("out_of_turn");
    driven.flow.answered(number, 200, transaction("success"));
    driven.save();
    expect(driven.ending().outcome).toBe("settled");
    for (const answer of [...late, () => driven.flow.saved(2), () => driven.flow.notSaved(2)]) {
      expect(errorOf(answer)).toMatchObject({ kind: "invalid_request", code: "out_of_turn", operation: "settlement" });
    }
  });

  test("a pause depends on chance", () => {
    for (const [random, until] of [[0, 5], [0.5, 7], [1, 10], [Number.NaN, 5], ["1" as unknown as number, 10]] as const) {
      expect(inDoubt({ random: () => random }).step("wait").until).toBe(until);
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

describe("records", () => {
  test("a flow goes on from its record", () => {
    const record = new Driven().save();
    const resumed = new Driven({ record });
    resumed.now = 1;
    resumed.send("verification", 200, transaction("success"));
    const last = resumed.save();
    expect(JSON.parse(last)).toMatchObject({ revision: 2, state: "settled" });
    expect(new Driven({ record: last }).ending()).toEqual({ outcome: "settled", nextStep: null, proof: "verification", claimKey: "T-1" });
  });

  test("null and undefined are no record", () => {
    for (const record of [null, undefined]) expect(new Driven({ record }).step("save").revision).toBe(1);
  });

  test("the record of another bill is refused", () => {
    const record = new Driven().save();
    const other = { ...FLOW_BILL, total_amount: 40_001 };
    expect(faultsOf(() => new Driven({ record }, other))).toEqual(["record.bill other_bill"]);
    expect(faultsOf(() => new Driven({ record: record.replace('"version":2', '"version":3') }))).toEqual(["record.version record_version"]);
    expect(faultsOf(() => new Driven({ record: record.replace("in_doubt", "x") }))).toEqual(["record.state unknown_value"]);
    for (const text of ["", "{", "null x"]) expect(faultsOf(() => new Driven({ record: text }))).toEqual(["record invalid_json"]);
  });

  test("a refused bill is corrected and sent again", () => {
    const refused = new Driven();
    refused.save();
    refused.send("settlement", 400);
    const record = refused.save();
    const reopened = new Driven({ record, reopen: true }, { ...FLOW_BILL, total_amount: 41_000 });
    expect(JSON.parse(reopened.save())).toMatchObject({ revision: 3, state: "in_doubt" });
    reopened.send("settlement", 200, SETTLED);
    const settled = reopened.save();
    expect(reopened.ending().outcome).toBe("settled");
    expect(codeOf(() => new Driven({ record: settled, reopen: true }, { ...FLOW_BILL, total_amount: 41_000 }))).toBe("not_refused");
  });

  test.each([["settled", "settled"], ["nothingMoved", "refused"]] as const)("a person's word ends an unclear bill: %s", (word, outcome) => {
    const driven = inDoubt();
    driven.now = 990;
    driven.send("verification", 503);
    driven.save();
    driven.now = 1_000;
    const resumed = new Driven({ record: driven.save() });
    resumed.flow.resolved(word);
    resumed.save();
    expect(resumed.ending()).toMatchObject({ outcome });
    expect(codeOf(() => resumed.flow.resolved(word))).not.toBe("");
    expect(faultsOf(() => new Driven().flow.resolved(1 as never))).toEqual(["resolution wrong_type"]);
  });

  test("a restored backup is looked up first", () => {
    const driven = new Driven({ policy: { ...POLICY, lookFirst: true } });
    expect(driven.step("send").request.operation).toBe("verification");
  });

  test("the warnings of a bill can be read before it is sent", () => {
    expect(new Driven().flow.warnings).toEqual(by.prepareSettlement(FLOW_BILL).warnings);
  });

  test("an amount as a bigint is the same bill", () => {
    const big = 9_007_199_254_740_991n;
    const record = new Driven({}, { ...FLOW_BILL, total_amount: big }).save();
    const resumed = new Driven({ record }, { ...FLOW_BILL, total_amount: Number(big) });
    resumed.now = 1;
    expect(resumed.send("verification").body).toContain('"identity_code":"INV-1"');
    const driven = new Driven({}, { ...FLOW_BILL, total_amount: big });
    driven.save();
    expect(driven.step("send").request.body).toContain(`"total_amount":${big}`);
    expect(faultsOf(() => new Driven({}, { ...FLOW_BILL, total_amount: big + 1n }))).toEqual(["total_amount out_of_range"]);
  });

  test("Khmer text reaches the request unchanged", () => {
    const bill = { ...FLOW_BILL, ref_id: "វិក្កយបត្រ-១", description: "ទឹក និង ភ្លើង 😀" };
    const driven = new Driven({}, bill);
    const record = driven.save();
    expect(JSON.parse(record)).toMatchObject({ ref_id: bill.ref_id });
    expect(driven.step("send").request.body).toBe(by.prepareSettlement(bill).body);
    expect(new Driven({ record }, bill).step("send").request.body).toContain(bill.ref_id);
  });
});

describe("arguments", () => {
  test.each([
    ["a bill with two violations", () => new SettlementFlow(by, { ...FLOW_BILL, ref_id: "", currency: "" }), ["ref_id empty", "currency empty"]],
    ["no biller", () => new SettlementFlow({} as never, FLOW_BILL), ["biller wrong_type"]],
    ["a record as options", () => new SettlementFlow(by, FLOW_BILL, "{}" as never), ["options wrong_type"]],
    ["an unknown option", () => new SettlementFlow(by, FLOW_BILL, { rekord: "x" } as never), ["rekord unknown_field"]],
    ["an unknown setting", () => new SettlementFlow(by, FLOW_BILL, { policy: { pause_ms: 1 } } as never), ["policy.pause_ms unknown_field"]],
    ["a clock of dates", () => new SettlementFlow(by, FLOW_BILL, { now: () => new Date() as never }), ["now wrong_type"]],
    ["a number as chance", () => new SettlementFlow(by, FLOW_BILL, { random: 0.5 as never }), ["random wrong_type"]],
    ["a revision below 0", () => new Driven().flow.notSaved(-1), ["revision wrong_type"]],
    ["another word", () => new Driven().flow.noAnswer(1, { sent: "yes" as never }), ["sent wrong_type"]],
    ["a getter that throws", () => new SettlementFlow(by, FLOW_BILL, { get record(): string { throw new Error("mine"); } }), ["options wrong_type"]],
  ])("%s is refused", (_name, work, faults) => {
    expect(faultsOf(work)).toEqual(faults);
  });

  test("a credential that is missing is named", () => {
    const bare = biller({ hashToken: undefined, profile: PROFILE });
    expect(errorOf(() => new SettlementFlow(bare, FLOW_BILL)).kind).toBe("missing_credential");
  });

  test("a wrong answer does not use up the turn", () => {
    const driven = new Driven();
    driven.save();
    const { number } = driven.step("send").request;
    expect(faultsOf(() => driven.flow.answered(number, 200, {} as never))).toEqual(["body wrong_type"]);
    driven.flow.answered(number, 200, SETTLED);
    driven.save();
    expect(driven.ending().outcome).toBe("settled");
  });
});

describe("secrets", () => {
  test("neither a step nor a flow prints one", () => {
    const driven = new Driven();
    const steps: unknown[] = [driven.flow, driven.step("save")];
    driven.save();
    const step = driven.step("send");
    steps.push(step, step.request, step.request.headers);
    for (const text of steps.flatMap((shown) => [inspect(shown, { showHidden: true, depth: 9 }), JSON.stringify(shown) ?? ""])) {
      for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
      expect(text).not.toContain("SUB-1");
    }
    expect(Object.keys(JSON.parse(JSON.stringify(step.request)))).toEqual(["operation", "method", "url", "number", "sendBefore"]);
    expect(step.request.headers.get("Authorization")).toBe(`Bearer ${SECRETS.bearer}`);
  });

  test("a biller that is disposed starts no flow", () => {
    const other = biller({ ...SECRETS, profile: PROFILE });
    const flow = new SettlementFlow(other, FLOW_BILL);
    other.dispose();
    expect(faultsOf(() => new SettlementFlow(other, FLOW_BILL))).toEqual(["biller wrong_type"]);
    expect(flow.step().step).toBe("save");
  });

  test("a biller with another bearer makes its own requests", () => {
    const flow = new SettlementFlow(by.withBearer("renewed"), FLOW_BILL);
    flow.step();
    flow.saved(1);
    const step = flow.step();
    expect(step.step === "send" && step.request.headers.get("Authorization")).toBe("Bearer renewed");
  });

  test("a disposed flow refuses every use", () => {
    const driven = new Driven();
    driven.save();
    driven.flow.dispose();
    driven.flow.dispose();
    for (const work of [() => driven.flow.step(), () => driven.flow.saved(1), () => driven.flow.noAnswer(1, { sent: "no" })]) {
      expect(faultsOf(work)).toEqual(["flow wrong_type"]);
    }
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
    const error = errorOf(() => driven.flow.step());
    expect([error.kind, error.nextStep]).toEqual(["internal", "askService"]);
    for (const work of [() => driven.flow.step(), () => driven.flow.answered(1, 200, SETTLED)]) {
      expect(errorOf(work).message).toContain("the flow was lost when the WebAssembly instance trapped: resume it from the stored record");
    }
    const resumed = new Driven({ record });
    expect(resumed.step("send").request.operation).toBe("verification");
    expect(errorOf(() => driven.flow.step()).kind).toBe("internal");
    expect(finished.ending()).toBe(ending);
  });

  test("its memory is kept while a flow needs it", () => {
    overwriteMemory();
    errorOf(() => new Driven());
    const kept = new Driven();
    const before = generation();
    const name = "x".repeat(2_000);
    const details = Array.from({ length: 9_000 }, () => ({ item_name: name }));
    const large = new SettlementFlow(by, { ...FLOW_BILL, details });
    decimal.add("1", "2");
    expect(memoryInUse().buffer.byteLength).toBeGreaterThan(24 << 20);
    expect(generation()).toBe(before);
    expect(kept.save()).toContain("INV-1");
    large.dispose();
    expect(generation()).toBe(before);
    kept.flow.dispose();
    expect([generation(), decimal.add("1", "2")]).toEqual([before + 1, "3"]);
  });

  test("flows that have ended take no memory", () => {
    const settle = (): void => {
      const driven = new Driven();
      driven.save();
      driven.send("settlement", 200, SETTLED);
      driven.save();
      expect(driven.ending().outcome).toBe("settled");
    };
    settle();
    const { byteLength } = memoryInUse().buffer;
    for (let round = 0; round < 3_000; round++) settle();
    expect(memoryInUse().buffer.byteLength).toBe(byteLength);
  });
});

describe("for await", () => {
  test("yields every step to the last one", async () => {
    const driven = new Driven();
    const { flow } = driven;
    const answers = ["", transaction("success")];
    const seen: string[] = [];
    for await (const step of flow) {
      seen.push(step.step);
      if (step.step === "save") flow.saved(step.revision);
      if (step.step === "wait") driven.now = step.until;
      if (step.step === "send") flow.answered(step.request.number, 200, answers.shift() ?? "");
    }
    expect(seen).toEqual(["save", "send", "save", "wait", "send", "save", "finished"]);
  });

  test("a loop that forgets to answer is refused", async () => {
    for (const answersSave of [false, true]) {
      const seen: string[] = [];
      const { flow } = new Driven();
      const loop = async (): Promise<void> => {
        for await (const step of flow) {
          seen.push(step.step);
          if (answersSave && step.step === "save") flow.saved(step.revision);
        }
      };
      await expect(loop()).rejects.toMatchObject({ code: "out_of_turn" });
      expect(seen).toEqual(answersSave ? ["save", "send"] : ["save"]);
    }
  });
});
