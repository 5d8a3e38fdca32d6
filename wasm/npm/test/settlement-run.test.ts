// The runner of a settlement flow: what it does with every result of the program's functions, and that it
// never resends.
import { setImmediate } from "node:timers/promises";
import { SettlementFlow } from "billwire";
import type { FlowAnswer, FlowRequest, SaveStep, SettlementFlowOptions, SettlementRun } from "billwire";
import { send as sendByFetch } from "billwire/fetch";
import { describe, expect, test, vi } from "vitest";
import { BILL, SETTLED, biller } from "./support/bills.ts";
import { CONTROL, Driven, FLOW_BILL, IS_CONTROL, NOT_FOUND, PROFILE, transaction } from "./support/flows.ts";

/** Table of one row. Several programs may share it. */
class Table {
  record: string | null = null;
  revision = 0;
  state: SaveStep["state"] | undefined;
  claimKey: string | null = null;

  load(): string | null {
    return this.record;
  }

  save({ record, revision, previous, state, claimKey }: SaveStep): boolean {
    if (this.revision !== previous) return false;
    Object.assign(this, { record, revision, state, claimKey });
    return true;
  }
}

/** Program whose clock moves while it sleeps. */
class Program implements SettlementRun {
  readonly table: Table;
  readonly sent: FlowRequest["operation"][] = [];
  readonly slept: number[] = [];
  readonly driven: Driven;
  readonly answers: (FlowAnswer | Error)[];

  constructor(
    answers: (FlowAnswer | Error)[] = [{ status: 200, body: SETTLED }],
    table = new Table(),
    options?: SettlementFlowOptions,
  ) {
    this.answers = answers;
    this.table = table;
    this.driven = new Driven(options);
  }

  /** Another program that goes on with the bill, at a time. */
  next(answers: (FlowAnswer | Error)[] = [], now = this.driven.now): Program {
    const next = new Program(answers, this.table);
    next.driven.now = now;
    return next;
  }

  load(): string | null {
    return this.table.load();
  }

  save(step: SaveStep): boolean {
    return this.table.save(step);
  }

  async send(request: FlowRequest): Promise<FlowAnswer> {
    // Nothing is sent of which no record tells.
    expect(this.table.revision).toBeGreaterThan(0);
    this.sent.push(request.operation);
    await setImmediate();
    const answer = this.answers.shift() ?? { status: 503, body: "" };
    if (answer instanceof Error) throw answer;
    return answer;
  }

  sleep(millis: number): void {
    this.slept.push(millis);
    this.driven.now += millis;
  }

  run(options: Partial<SettlementRun> = {}): ReturnType<SettlementFlow["run"]> {
    return this.driven.flow.run({
      load: () => this.load(),
      save: (step) => this.save(step),
      send: (request) => this.send(request),
      sleep: (millis) => this.sleep(millis),
      ...options,
    });
  }
}

/** Service that has nothing of the bill, loses the first answers, and settles the next attempt. */
function service(program: Program, findsControl = true, losses = 1): (request: FlowRequest) => FlowAnswer {
  return (request) => {
    program.sent.push(request.operation);
    if (request.operation === "settlement")
      return settlements(program) <= losses ? { sent: "maybe" } : { status: 200, body: SETTLED };
    const isFound = findsControl && String(request.body).includes(CONTROL.ref_id);
    return { status: 200, body: isFound ? transaction("success", IS_CONTROL) : NOT_FOUND };
  };
}

const settlements = ({ sent }: Program): number =>
  sent.filter((operation) => operation === "settlement").length;

function boom(message: string): never {
  throw new Error(message);
}

const lost = (sent?: unknown): Error => Object.assign(new Error("lost"), sent === undefined ? {} : { sent });

describe("run", () => {
  test("settles a bill with one request", async () => {
    const program = new Program();
    expect(await program.run()).toMatchObject({ outcome: "settled", proof: "answer" });
    expect(program.table).toMatchObject({ revision: 2, state: "settled", claimKey: null });
    // The methods of an object, too. An ended flow does nothing more.
    expect(await program.driven.flow.run(program)).toMatchObject({ outcome: "settled" });
    expect(program.sent).toEqual(["settlement"]);
  });

  test.each<[string, "verification" | "settlement", FlowAnswer | Error]>([
    ["an error", "verification", lost()],
    ["an error that says yes", "verification", lost("yes")],
    [
      "an error that throws when it is read",
      "verification",
      Object.defineProperty(lost(), "sent", { get: () => boom("again") }),
    ],
    ["an answer that says maybe", "verification", { sent: "maybe" }],
    ["an error that says no", "settlement", lost("no")],
    ["an answer that says no", "settlement", { sent: "no" }],
  ])("%s: the next request is a %s", async (_name, next, answer) => {
    const isFound = next === "verification";
    const body = isFound ? transaction("success") : SETTLED;
    const program = new Program([answer, { status: 200, body }]);
    const result = isFound
      ? { outcome: "settled", proof: "verification", transaction: { tran_id: "T-1" } }
      : { outcome: "settled", proof: "answer" };
    expect(await program.run()).toMatchObject(result);
    expect([program.sent, program.slept]).toEqual([["settlement", next], [10]]);
    expect(program.table).toMatchObject({ state: "settled", claimKey: isFound ? "T-1" : null });
  });

  test("of two flows of a bill, one sends", async () => {
    const one = new Program();
    const other = new Program([], one.table);
    const ends = await Promise.all([one.run(), other.run()]);
    expect(ends.map(({ outcome }) => outcome)).toEqual(["settled", "settled"]);
    expect([one.sent[0], one.sent.length]).toEqual(["settlement", 1]);
    expect(other.sent).not.toContain("settlement");
  });

  test("says that another flow took over", async () => {
    const first = new Program([lost()]);
    await first.run({ maxWaitMs: 9 });
    const both = [first.next([{ status: 200, body: NOT_FOUND }], 10), first.next([], 10)];
    expect(await Promise.all(both.map((program) => program.run({ maxWaitMs: 9 })))).toEqual([
      { outcome: "waiting", nextStep: null, until: 20 },
      { outcome: "takenOver", nextStep: null },
    ]);
  });

  test.each([
    ["reopen", "settled", 1],
    ["restored", "refused", 0],
    ["lookAgain", "refused", 0],
  ] as const)("goes on with %s, and ends as %s", async (option, outcome, attempts) => {
    const before = new Program([{ status: 400, body: "" }]);
    expect(await before.run()).toMatchObject({ outcome: "refused", code: "http_status" });
    const again = new Program([], before.table, { [option]: true });
    again.driven.now = 1_000;
    const answerOf = service(again, false, 0);
    const result = await again.run({ send: answerOf, control: () => CONTROL });
    expect([result.outcome, settlements(again)]).toEqual([outcome, attempts]);
    expect(again.sent).toContain("verification");
  });

  test("ends at a wait that is longer than maxWaitMs, and the record goes on", async () => {
    const program = new Program([lost()]);
    expect(await program.run({ maxWaitMs: 9 })).toEqual({ outcome: "waiting", nextStep: null, until: 10 });
    expect(program.table.state).toBe("open");
    const next = program.next([{ status: 200, body: transaction("success") }], 10);
    expect(await next.run({ maxWaitMs: 9 })).toMatchObject({ outcome: "settled", proof: "verification" });
  });
});

describe("a control", () => {
  test("is asked for only when a bill is in doubt", async () => {
    const control = vi.fn(() => CONTROL);
    await new Program().run({ control });
    await new Program([lost(), { status: 200, body: transaction("success") }]).run({ control });
    expect(control).not.toHaveBeenCalled();
    const program = new Program();
    expect(await program.run({ control, send: service(program) })).toMatchObject({ outcome: "settled" });
    expect([control.mock.calls.length, settlements(program)]).toEqual([1, 2]);
  });

  test.each([
    ["absent", {}],
    ["null", { control: () => null }],
    ["undefined", { control: async () => undefined }],
  ])("%s: the bill is unclear", async (_name, options) => {
    const program = new Program();
    expect(await program.run({ send: service(program), ...options })).toMatchObject({
      outcome: "unclear",
      code: "no_control",
      nextStep: "askService",
    });
    expect([settlements(program), program.table.state]).toEqual([1, "unclear"]);
  });

  test.each<[string, () => never, object]>([
    ["throws", () => boom("no books"), { message: "no books" }],
    [
      "is the bill itself",
      () => FLOW_BILL as never,
      { violations: [{ path: "control.ref_id", code: "same_bill" }] },
    ],
  ])("that %s ends the run, and the next one goes on", async (_name, control, error) => {
    const program = new Program();
    await expect(program.run({ send: service(program), control })).rejects.toMatchObject(error);
    expect(program.sent).toEqual(["settlement", "verification"]);
    const next = program.next();
    next.sent.push("settlement");
    const result = await next.run({ send: service(next), control: () => CONTROL });
    expect([result.outcome, settlements(next)]).toEqual(["settled", 2]);
  });
});

describe("credentials that were refused", () => {
  // One lookup comes before the next attempt.
  const goingOn = (): FlowAnswer[] => [NOT_FOUND, SETTLED].map((body) => ({ status: 200, body }));
  const answers = (): FlowAnswer[] => [{ status: 401, body: "" }, ...goingOn()];
  const by = (bearer: string) => biller({ bearer, verificationToken: "v", hashToken: "h", profile: PROFILE });
  const renewed = by("renewed");

  test.each([
    ["none", {}],
    ["null", { biller: null }],
    ["one that is no function", { biller: renewed }],
  ])("end the run as waiting with a biller that is %s", async (_name, options) => {
    const program = new Program(answers());
    const waiting = { outcome: "waiting", nextStep: null, until: 10, waitsFor: "credentials" };
    expect(await program.run(options)).toEqual(waiting);
    expect([program.slept, program.table.state]).toEqual([[], "open"]);
    const next = program.next(goingOn(), 0);
    expect(await next.run()).toMatchObject({ outcome: "settled", proof: "answer" });
    expect(next.slept).toEqual([]);
  });

  test("are renewed by a function", async () => {
    const program = new Program(answers());
    const bearers: (string | null)[] = [];
    const send = (request: FlowRequest): Promise<FlowAnswer> => {
      bearers.push(new Headers(request.headers as never).get("authorization"));
      return program.send(request);
    };
    const billers = [by("old"), renewed];
    const result = await program.run({ send, biller: async () => billers.shift() ?? renewed });
    expect(result).toMatchObject({ outcome: "settled", proof: "answer" });
    expect([bearers, program.slept]).toEqual([["Bearer old", null, "Bearer renewed"], [10]]);
  });
});

describe("a function that fails", () => {
  /** A database that does not answer some of its saves, and has stored the record or not. */
  function failing(program: Program, failures: number, stores: boolean) {
    let left = failures;
    return (step: SaveStep): boolean => {
      if (left-- <= 0) return program.save(step);
      if (stores) program.save(step);
      throw new Error("no answer");
    };
  }

  test.each([
    [false, "settlement"],
    [true, "verification"],
  ])("save that throws before the attempt, and has stored: %s; a %s comes first", async (stores, first) => {
    const program = new Program();
    const load = vi.fn(() => program.load());
    const work = { load, save: failing(program, 1, stores), send: service(program, true, 0) };
    expect(await program.run({ ...work, control: () => CONTROL })).toMatchObject({ outcome: "settled" });
    expect(load).toHaveBeenCalledTimes(2);
    expect([program.sent[0], settlements(program)]).toEqual([first, 1]);
  });

  test.each([true, false])(
    "save that throws after the answer loses nothing; it has stored: %s",
    async (stores) => {
      const program = new Program();
      const throwing = failing(program, 1, stores);
      const save = (step: SaveStep): boolean => (step.revision === 1 ? program.save(step) : throwing(step));
      expect(await program.run({ save })).toMatchObject({ outcome: "settled", proof: "answer" });
      expect(program.table.state).toBe("settled");
    },
  );

  test("save that throws twice in a row ends the run, and another one goes on", async () => {
    const program = new Program();
    await expect(program.run({ save: failing(program, 2, false) })).rejects.toThrow("no answer");
    expect(program.sent).toEqual([]);
    expect(await program.run()).toMatchObject({ outcome: "settled", proof: "answer" });
    expect(program.sent).toEqual(["settlement"]);
  });

  test("send with a wrong option ends the run, and the next one knows that nobody got the request", async () => {
    const program = new Program();
    const isWrong = { kind: "invalid_config", violations: [{ path: "timeout" }], sent: "no" };
    const send = (request: FlowRequest) => sendByFetch(request, { timeout: -1 });
    await expect(program.run({ send })).rejects.toMatchObject(isWrong);
    expect(program.table.state).toBe("open");
    const next = program.next([], 10);
    expect(await next.run({ send: service(next, true, 0) })).toMatchObject({ outcome: "settled" });
    expect(settlements(next)).toBe(1);
  });

  test("send with a wrong option after an attempt looks the bill up", async () => {
    const program = new Program();
    const answering = service(program);
    const send = async (request: FlowRequest): Promise<FlowAnswer> => {
      if (request.operation === "verification") return answering(request);
      const fetch = () => Promise.reject(new Error(JSON.stringify(answering(request))));
      await sendByFetch(request, { fetch }).catch(() => {});
      return sendByFetch(request, { timeout: -1 });
    };
    expect(await program.run({ send })).toMatchObject({ outcome: "unclear", code: "no_control" });
    expect([program.sent[1], settlements(program)]).toEqual(["verification", 1]);
  });

  test("load that throws ends the run before anything is sent", async () => {
    const program = new Program();
    await expect(program.run({ load: () => boom("no database") })).rejects.toThrow("no database");
    expect(program.sent).toEqual([]);
    expect(await program.run()).toMatchObject({ outcome: "settled" });
  });

  test.each<[string, unknown, string]>([
    ["load", 1, "record"],
    ["load", {}, "record"],
    ["save", undefined, "save"],
    ["save", 1, "save"],
    ["save", "true", "save"],
  ])("%s that returns %o: nothing is sent", async (name, result, path) => {
    const program = new Program();
    const violations = [{ path, code: "wrong_type" }];
    await expect(program.run({ [name]: () => result })).rejects.toMatchObject({ violations });
    expect(program.sent).toEqual([]);
  });

  test.each([undefined, null, "body"])("send that returns %o: the attempt stays in doubt", async (result) => {
    const program = new Program();
    const violations = [{ path: "send" }];
    await expect(program.run({ send: () => result as never })).rejects.toMatchObject({ violations });
    await expect(program.run()).rejects.toMatchObject({ code: "out_of_turn" });
    expect(program.table).toMatchObject({ revision: 1, state: "open" });
  });

  test("a second run at the same time is refused", async () => {
    const program = new Program();
    const save = vi.fn(async (step: SaveStep) => (await setImmediate(), program.save(step)));
    const first = program.run({ save });
    const second = { code: "out_of_turn", message: expect.stringContaining("is under way: await it") };
    await expect(program.run({ save })).rejects.toMatchObject(second);
    expect(await first).toMatchObject({ outcome: "settled" });
    expect(save).toHaveBeenCalledTimes(2);
  });
});

describe("a signal", () => {
  test("stops before the attempt is sent, and stores that it was not", async () => {
    const stop = new AbortController();
    const program = new Program();
    const save = (step: SaveStep): boolean => {
      stop.abort(new Error("shutting down"));
      return program.save(step);
    };
    await expect(program.run({ save, signal: stop.signal })).rejects.toThrow("shutting down");
    expect(program.sent).toEqual([]);
    expect(program.table).toMatchObject({ revision: 2, state: "open" });
    const next = new Program([{ status: 200, body: SETTLED }], program.table);
    expect(await next.run()).toMatchObject({ outcome: "settled", proof: "answer" });
    expect(next.sent).toEqual(["settlement"]); // nobody has to look it up
  });

  test("stops a pause, and keeps what was stored", async () => {
    const stop = new AbortController();
    const program = new Program([lost()]);
    const sleep = (): Promise<void> => {
      setTimeout(() => stop.abort(new Error("shutting down")), 1);
      return new Promise(() => {});
    };
    await expect(program.run({ sleep, signal: stop.signal })).rejects.toThrow("shutting down");
    expect(program.table).toMatchObject({ revision: 2, state: "open" });
  });

  test("lets an answer that has arrived be stored", async () => {
    const stop = new AbortController();
    const program = new Program();
    const send = (request: FlowRequest): Promise<FlowAnswer> => {
      stop.abort();
      return program.send(request);
    };
    expect(await program.run({ send, signal: stop.signal })).toMatchObject({ outcome: "settled" });
  });

  test("reaches the sleep of the program, and leaves no listener", async () => {
    const stop = new AbortController();
    const listens = vi.spyOn(stop.signal, "addEventListener");
    const forgets = vi.spyOn(stop.signal, "removeEventListener");
    const program = new Program([lost(), { status: 200, body: transaction("success") }]);
    const sleep = (millis: number, signal: AbortSignal | undefined): void => {
      expect(signal).toBe(stop.signal);
      program.sleep(millis);
    };
    await program.run({ sleep, signal: stop.signal });
    expect(listens.mock.calls.length).toBe(1);
    expect(forgets.mock.calls.length).toBe(1);
  });
});

test("without sleep, timers wait as long as JavaScript knows", async () => {
  vi.useFakeTimers();
  try {
    const policy = { pauseMs: 3_000_000_000, longestPauseMs: 3_000_000_000, deadlineMs: 31_000_000_000 };
    const flow = new SettlementFlow(biller({ profile: PROFILE }), BILL, { policy, random: () => 1 });
    const started = Date.now();
    const run = flow.run({
      load: () => null,
      save: () => true,
      send: ({ operation }) => (operation === "settlement" ? { sent: "maybe" } : { status: 400, body: "" }),
    });
    await vi.runAllTimersAsync();
    expect(await run).toMatchObject({ outcome: "unclear" });
    expect(Date.now() - started).toBe(9_000_000_000); // three lookups
  } finally {
    vi.useRealTimers();
  }
});
