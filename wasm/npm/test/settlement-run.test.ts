// The runner of a settlement flow: what it does with every result of the program's functions, and that it
// never resends.
import { setImmediate } from "node:timers/promises";
import { SettlementFlow } from "billwire";
import type { FlowAnswer, FlowRequest, SaveStep, SettlementRun } from "billwire";
import { describe, expect, test, vi } from "vitest";
import { BILL, SETTLED, biller } from "./support/bills.ts";
import { Driven, NOT_FOUND, PROFILE, transaction } from "./support/flows.ts";

/** Program with a table of one row, whose clock moves while it sleeps. */
class Program implements SettlementRun {
  record: string | undefined;
  revision = 0;
  readonly sent: FlowRequest["operation"][] = [];
  readonly slept: number[] = [];
  readonly driven: Driven;
  readonly answers: (FlowAnswer | Error)[];

  constructor(answers: (FlowAnswer | Error)[] = [{ status: 200, body: SETTLED }], record?: string) {
    this.answers = answers;
    this.driven = new Driven({ record });
  }

  save({ record, revision, previous }: SaveStep): boolean {
    if (this.revision !== previous) return false;
    [this.record, this.revision] = [record, revision];
    return true;
  }

  async send(request: FlowRequest): Promise<FlowAnswer> {
    // Nothing is sent of which no record tells.
    expect(this.record).toContain('"state":"in_doubt"');
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
    const { save, send, sleep } = this;
    return this.driven.flow.run({
      save: save.bind(this),
      send: send.bind(this),
      sleep: sleep.bind(this),
      ...options,
    });
  }
}

const lost = (sent?: unknown): Error => Object.assign(new Error("lost"), sent === undefined ? {} : { sent });

describe("run", () => {
  test("settles a bill with one request", async () => {
    const program = new Program();
    expect(await program.run()).toMatchObject({ outcome: "settled", proof: "answer" });
    expect([program.revision, program.record]).toEqual([2, expect.stringContaining('"settled"')]);
    // The methods of an object, too. An ended flow does nothing more.
    expect(await program.driven.flow.run(program)).toMatchObject({ outcome: "settled" });
    expect(program.sent).toEqual(["settlement"]);
  });

  test.each([
    ["an error", lost()],
    ["an error that says yes", lost("yes")],
    [
      "an error that throws when it is read",
      Object.defineProperty(lost(), "sent", {
        get: () => {
          throw new Error("again");
        },
      }),
    ],
    ["maybe sent", { sent: "maybe" }],
  ] as const)("%s is looked up and never sent again", async (_name, answer) => {
    const program = new Program([answer, { status: 200, body: transaction("success") }]);
    expect(await program.run()).toMatchObject({
      outcome: "settled",
      proof: "verification",
      transaction: { tran_id: "T-1" },
    });
    expect(program.sent).toEqual(["settlement", "verification"]);
    expect(program.slept).toEqual([10]);
  });

  test.each([
    ["an error", lost("no")],
    ["an answer", { sent: "no" }],
  ] as const)("%s that says that nothing was sent is sent again", async (_name, answer) => {
    const program = new Program([answer, { status: 200, body: SETTLED }]);
    expect(await program.run()).toMatchObject({ outcome: "settled", proof: "answer" });
    expect(program.sent).toEqual(["settlement", "settlement"]);
  });

  test("says that another flow took over", async () => {
    const program = new Program([], new Driven().save());
    program.revision = 7;
    program.record = '"state":"in_doubt"';
    expect(await program.run()).toEqual({ outcome: "takenOver", nextStep: null });
    expect(program.sent).toEqual(["verification"]);
  });

  test("of two flows of a bill, one sends", async () => {
    const [one, other] = [new Program(), new Program()];
    const run = { save: one.save.bind(one) };
    const [first, second] = await Promise.allSettled([one.run(run), other.run(run)]);
    expect(first).toMatchObject({ value: { outcome: "settled" } });
    expect(second).toMatchObject({ reason: { code: "record_stored" } });
    expect([...one.sent, ...other.sent]).toEqual(["settlement"]);
  });
});

test("a wait longer than maxWaitMs ends the run, and the record goes on", async () => {
  const program = new Program([lost()]);
  expect(await program.run({ maxWaitMs: 9 })).toEqual({ outcome: "waiting", nextStep: null, until: 10 });
  const next = new Program([{ status: 200, body: transaction("success") }], program.record);
  Object.assign(next, { record: program.record, revision: program.revision });
  next.driven.now = 10;
  expect(await next.run({ maxWaitMs: 9 })).toMatchObject({ outcome: "settled", proof: "verification" });
});

describe("a function that fails", () => {
  test("save that does not answer: load says what is stored", async () => {
    for (const stores of [true, false]) {
      const program = new Program();
      const failing = (step: SaveStep): boolean => {
        if (stores) program.save(step);
        throw new Error("no answer");
      };
      await expect(program.run({ save: failing })).rejects.toThrow("no answer");
      const load = () => program.record ?? null;
      const asked: string[] = [];
      const send = ({ operation }: FlowRequest): FlowAnswer => (
        asked.push(operation), { status: 200, body: operation === "settlement" ? SETTLED : NOT_FOUND }
      );
      expect((await program.run({ load, send })).outcome).toBe("settled");
      // Nobody knows whether a stored attempt was sent, so it is looked up before another one.
      expect([asked[0], asked.filter((operation) => operation === "settlement").length]).toEqual([
        stores ? "verification" : "settlement",
        1,
      ]);
    }
  });

  test.each([undefined, 1, "true"])("save that returns %o: nothing is sent", async (result) => {
    const program = new Program();
    await expect(program.run({ save: () => result as never })).rejects.toMatchObject({
      violations: [{ path: "save", code: "wrong_type" }],
    });
    expect(program.sent).toEqual([]);
  });

  test.each([undefined, null, "body"])("send that returns %o: the attempt stays in doubt", async (result) => {
    const program = new Program();
    await expect(program.run({ send: () => result as never })).rejects.toMatchObject({
      violations: [{ path: "send" }],
    });
    await expect(program.run()).rejects.toMatchObject({ code: "out_of_turn" });
    expect(program.record).toContain('"in_doubt"');
  });

  test.each<[string, unknown, string]>([
    ["no options", undefined, "options"],
    ["no save", { send: () => ({ sent: "no" }) }, "save"],
    ["no send", { save: () => true }, "send"],
    ["a time as sleep", { save: () => true, send: () => ({ sent: "no" }), sleep: 1 }, "sleep"],
  ])("%s: refused before any step", async (_name, options, path) => {
    const { flow } = new Driven();
    await expect(flow.run(options as never)).rejects.toMatchObject({
      violations: [{ path, code: "wrong_type" }],
    });
    expect(flow.step().step).toBe("save");
  });

  test("a second run at the same time is refused", async () => {
    const program = new Program();
    const save = vi.fn(
      async (step: SaveStep): Promise<boolean> => (await setImmediate(), program.save(step)),
    );
    const first = program.run({ save });
    await expect(program.run({ save })).rejects.toMatchObject({ code: "out_of_turn" });
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
    expect(program.record).toContain('"state":"open"');
  });

  test("stops a pause, and keeps what was stored", async () => {
    const stop = new AbortController();
    const program = new Program([lost()]);
    const sleep = (): Promise<void> => {
      setTimeout(() => stop.abort(new Error("shutting down")), 1);
      return new Promise(() => {});
    };
    await expect(program.run({ sleep, signal: stop.signal })).rejects.toThrow("shutting down");
    expect(program.record).toContain('"state":"in_doubt"');
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
