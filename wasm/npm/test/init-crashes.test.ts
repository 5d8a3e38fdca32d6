// The files that `npx billwire init` writes and the guide shows, whole: the process dies before and after
// each of their statements and each of their requests, and the jobs bring every bill to its end. In
// PostgreSQL, with the simulator's clock.
import { AsyncLocalStorage } from "node:async_hooks";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import type { Biller } from "billwire";
import { send as sendOnce } from "billwire/fetch";
import { type AnswerFault, type FaultScript, Simulator } from "billwire/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";

/** The clocks, which billwire keeps from its start. */
const clock = vi.hoisted(() => {
  const clock = { read: () => Date.UTC(2026, 0, 31) };
  Date.now = () => clock.read();
  performance.now = () => clock.read();
  return clock;
});

const TEMPLATES = fileURLToPath(new URL("../cli/templates/", import.meta.url));
const HERE = fileURLToPath(new URL(".", import.meta.url));
const MINUTE = 60_000;
const CREDENTIALS = { bearer: "b", verificationToken: "v", hashToken: "h" };

/** What dies, and when: at the nth statement or request of a run, before or after it was carried out. */
interface Death {
  at: number;
  when: "before" | "after";
}

/** A process: it does nothing more once it is dead. */
class Life {
  isDead = false;
  die = () => {};
  readonly end = new Promise<void>((resolve) => {
    this.die = () => ((this.isDead = true), resolve());
  });
}

const lives = new AsyncLocalStorage<Life>();
const steps = new AsyncLocalStorage<true>();
const world = {
  service: new Simulator({ ...CREDENTIALS, now: Date.now() }),
  database: undefined as unknown as PGlite,
  death: undefined as Death | undefined,
  steps: 0,
};

/** Carries out a statement or a request, unless the process dies at it. */
async function step<Result>(work: () => Promise<Result>): Promise<Result> {
  const life = lives.getStore();
  const silence = new Promise<never>(() => {});
  if (life?.isDead) return silence;
  world.steps += 1;
  const dies = life !== undefined && world.death?.at === world.steps ? world.death.when : undefined;
  if (dies === "before") return (life?.die(), silence);
  const result = await steps.run(true, work);
  if (dies === "after") life?.die();
  return life?.isDead ? silence : result;
}

/** A wait ends at once, and the simulator's clock goes on. A timer of a statement or a request is the machine's. */
const { setTimeout: startTimer } = globalThis;
globalThis.setTimeout = Object.assign((ring: () => void, ms = 0, ...rest: []) => {
  const isWait = !steps.getStore();
  if (isWait) world.service.advance(ms);
  return startTimer(ring, isWait ? 0 : ms, ...rest);
}, startTimer);

type Work = (refId: string, options?: { reopen?: boolean }) => Promise<number | undefined>;
let folder: string;
let merchant: {
  settle: Work;
  takeDue(): Promise<string[]>;
  findUnpaid(days: number): Promise<string[]>;
  ask(refId: string): Promise<void>;
  reconcile(options: { hours: number; pauseMs: number }): Promise<string[]>;
  credit(refId: string, claimKey: string, paid: object): Promise<string>;
  enterBill(bill: object): Promise<object>;
  onboard(shop: object): Promise<void>;
  askForLink(code: string): Promise<boolean>;
  biller: Biller;
};

beforeAll(async () => {
  world.database = await PGlite.create();
  await world.database.exec(await readFile(`${TEMPLATES}schema.postgresql.sql`, "utf8"));
  folder = await mkdtemp(`${HERE}init-`); // in a folder with node_modules, so that the package is found
  await cp(TEMPLATES, folder, { recursive: true });
  await writeFile(`${folder}/database.mts`, "export const { sql, close } = globalThis.merchant;");
  await writeFile(`${folder}/sender.mts`, "export const { send } = globalThis.merchant;");
  for (const name of (await readdir(folder)).filter((each) => each.endsWith(".mts"))) {
    const text = await readFile(`${folder}/${name}`, "utf8");
    const replaced = text.replaceAll('.mjs"', '.mts"').replace('"billwire/fetch"', '"./sender.mts"');
    await writeFile(`${folder}/${name}`, replaced);
  }
  Object.assign(globalThis, {
    merchant: {
      sql: (texts: string[], ...values: unknown[]) => {
        const text = texts.reduce((before, after, index) => `${before}$${index}${after}`);
        return step(async () => (await world.database.query(text, values)).rows);
      },
      send: (call: never) => step(() => sendOnce(call, { fetch: world.service.fetch })),
    },
  });
  const { bearer, verificationToken, hashToken } = CREDENTIALS;
  for (const [name, value] of Object.entries({
    BASE_URL: "https://service.example",
    BEARER: bearer,
    VERIFICATION_TOKEN: verificationToken,
    HASH_TOKEN: hashToken,
    WEBHOOK_TOKEN: "w",
  }))
    vi.stubEnv(`BILLWIRE_${name}`, value);
  for (const level of ["log", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation(() => {});
  clock.read = () => world.service.now;
  const modules = ["settling", "bills", "payments", "asking", "shops", "merchant"];
  merchant = Object.assign(
    {},
    ...(await Promise.all(modules.map((name) => import(`${folder}/${name}.mts`)))),
  );
}, 60_000);

afterAll(async () => {
  await world.database.close();
  await rm(folder, { recursive: true });
});

/** Empty books, an onboarded and linked shop, and a bill that is settled: the control. */
async function begin(script: FaultScript): Promise<void> {
  world.death = undefined;
  world.service = new Simulator({ ...CREDENTIALS, now: Date.UTC(2026, 0, 31) });
  await world.database.exec("TRUNCATE reviews, payments, bills, shops");
  await merchant.onboard({ supplier_sync_code: "SHOP-1", name: "Shop" });
  await world.database.query("UPDATE shops SET state = 'linked'");
  await merchant.enterBill(bill("INV-0"));
  await merchant.settle("INV-0");
  world.service.advance(MINUTE);
  world.service.script(script);
}

function bill(ref_id: string): object {
  const { now } = world.service;
  const dates = { date: new Date(now), due_date: new Date(now + 28 * 24 * 60 * MINUTE) };
  const codes = { customer_sync_code: "C-17", settlement_to: "SHOP-1" };
  return { ref_id, ...dates, ...codes, currency: "KHR", total_amount: 40_000 };
}

/** Runs the program as a process of its own, and returns whether it lived. */
async function lived(work: () => Promise<unknown>): Promise<boolean> {
  const life = new Life();
  await Promise.race([lives.run(life, work), life.end]);
  if (life.isDead) world.death = undefined; // the next process lives
  return !life.isDead;
}

/** The jobs, once. */
async function jobs(): Promise<void> {
  for (const refId of await merchant.takeDue()) await merchant.settle(refId);
  for (const refId of await merchant.findUnpaid(30)) await merchant.ask(refId);
  await merchant.reconcile({ hours: 12, pauseMs: 0 });
}

/** A person, who reopens what is refused. */
async function reopenRefused(): Promise<void> {
  const { rows } = await world.database.query<{ ref_id: string }>(
    "SELECT ref_id FROM bills WHERE state = 'refused'",
  );
  for (const { ref_id } of rows) await lived(() => merchant.settle(ref_id, { reopen: true }));
}

const settlement = (fault: AnswerFault, attempt = 1) => ({ ref_id: "INV-1", attempt, fault });
const answered = (status: number) => settlement({ kind: "answer", status, body: "" });
const SCENARIOS: Record<string, FaultScript> = {
  "settled at once": {},
  "the answer is lost, the money moved": { settlement: [settlement({ kind: "drop_after" })] },
  "the request is lost": { settlement: [settlement({ kind: "drop_before" })] },
  "busy, come again": { settlement: [answered(429)] },
  "refused, reopened, and then the answer is lost": {
    settlement: [answered(422), settlement({ kind: "drop_after" }, 2)],
  },
};

/** Plays until the process has died before and after each step; `play` says whether it died. */
async function atEachStep(
  play: (place: string) => Promise<boolean>,
  prepare: () => Promise<void>,
): Promise<number> {
  let deaths = 0;
  for (const when of ["before", "after"] as const) {
    for (let at = 1, hasDied = true; hasDied; at++) {
      await prepare();
      Object.assign(world, { steps: 0, death: { at, when } });
      hasDied = await play(`${when} step ${at}`);
      deaths += hasDied ? 1 : 0;
    }
  }
  return deaths;
}

test.for(Object.entries(SCENARIOS))("%s", { timeout: 300_000 }, async ([, script]) => {
  const play = async (place: string): Promise<boolean> => {
    for (let turn = 0; turn < 200 && !(await isDone()); turn++) {
      await lived(jobs);
      await reopenRefused();
      world.service.advance(Math.max(MINUTE, (await nextDue()) - world.service.now));
    }
    const hasDied = world.death === undefined;
    await expectEnded(place);
    return hasDied;
  };
  const deaths = await atEachStep(play, async () => {
    await begin(script);
    await merchant.enterBill(bill("INV-1"));
  });
  expect(deaths).toBeGreaterThan(20);
});

/** When the job of bills in doubt looks at one next, or 0 if there is none. */
async function nextDue(): Promise<number> {
  const due = "SELECT min(next_at)::float8 AS due FROM bills WHERE state IN ('open', 'unclear')";
  const [row] = (await world.database.query<{ due: number | null }>(due)).rows;
  return row?.due ?? 0;
}

const DAY = { hours: 12, pauseMs: 0 };

test("the end of the day asks again about a bill of which a question had no answer", async () => {
  const fault = { kind: "answer", status: 401, body: "" } as const;
  const refused = (attempt: number) => ({ identity_code: "INV-0", attempt, fault });
  for (const unanswered of [[1, 2], [1], [2]]) {
    await begin({ verification: unanswered.map(refused) });
    expect(await merchant.reconcile(DAY)).toEqual(["INV-0"]);
    expect(await merchant.reconcile(DAY)).toEqual([]);
    const { rows } = await world.database.query("SELECT ref_id, state FROM payments");
    expect(rows).toEqual([{ ref_id: "INV-0", state: "credited" }]);
  }
});

test.each([0, 1])("of two payments, the credited one has settled the bill: %i", async (nth) => {
  await begin({ payments: [{ ref_id: "INV-1", transactions: [{}, {}] }] });
  await merchant.enterBill(bill("INV-1"));
  await merchant.settle("INV-1");
  const { tran_ids = [] } = world.service.books().bills.find(({ ref_id }) => ref_id === "INV-1") ?? {};
  const facts = { tran_date: null, fee_amount: null, currency: "KHR", bank_code: null, bank_ref: null };
  const paid = { amount: "40000", tran_id: tran_ids[nth], ...facts };
  expect(await merchant.credit("INV-1", tran_ids[nth] ?? "", paid)).toBe("credited");
  expect(await merchant.reconcile(DAY)).toEqual([]);
  const settledBy = "SELECT settled_by FROM bills WHERE ref_id = 'INV-1'";
  expect((await world.database.query(settledBy)).rows).toEqual([{ settled_by: tran_ids[nth] }]);
});

test("a refused bill whose money moved after all is told to a person, whenever the process dies", async () => {
  const play = async (place: string): Promise<boolean> => {
    const hasDied = !(await lived(() => merchant.reconcile(DAY)));
    world.death = undefined;
    expect(await merchant.reconcile(DAY)).toEqual([]);
    const kept = "SELECT ref_id, ending, bills.state FROM reviews JOIN bills USING (ref_id)";
    const review = { ref_id: "INV-1", ending: "settledAfterRefusal", state: "settled" };
    expect((await world.database.query(kept)).rows, place).toEqual([review]);
    return hasDied;
  };
  await atEachStep(play, async () => {
    const fault = { kind: "answer", status: 422, body: "", moves_money: true } as const;
    await begin({ settlement: [settlement(fault)] });
    await merchant.enterBill(bill("INV-1"));
    while ((await merchant.settle("INV-1")) !== undefined) world.service.advance(MINUTE);
  });
});

async function isDone(): Promise<boolean> {
  const done = `SELECT count(*)::int AS count FROM bills JOIN payments USING (ref_id)
    WHERE bills.state = 'settled' AND payments.state = 'credited' AND settled_by IS NOT NULL`;
  const [row] = (await world.database.query<{ count: number }>(done)).rows;
  return row?.count === 2;
}

/** Settled once, credited once, and nothing for a person. */
async function expectEnded(where: string): Promise<void> {
  const bills = await world.database.query(`SELECT bills.ref_id, bills.state, payments.state AS payment,
    settled_by = claim_key AS same FROM bills JOIN payments USING (ref_id) ORDER BY ref_id`);
  const ended = { state: "settled", payment: "credited", same: true };
  expect(bills.rows, where).toEqual([
    { ref_id: "INV-0", ...ended },
    { ref_id: "INV-1", ...ended },
  ]);
  expect((await world.database.query("SELECT * FROM reviews")).rows, where).toEqual([]);
  expect(world.service.books().totals, where).toEqual({ KHR: "80000" });
}
