// The queue. A job for each bill runs its flow until the next wait, one job asks about unpaid bills, and one
// asks about all at the end of the day. pg-boss keeps the jobs in the database, waits, repeats what a dead
// process has left, and divides the work among processes.
import PgBoss from "pg-boss";
import type { Bill } from "./bills.ts";
import type { Database } from "./database.ts";
import { describe } from "./log.ts";
import type { Merchant } from "./merchant.ts";
import type { Options } from "./options.ts";
import { reconcile } from "./reconcile.ts";
import { settleUntilWait } from "./settle.ts";
import { askAboutUnpaid } from "./unpaid.ts";

const [SETTLE, UNPAID, RECONCILE] = ["settle", "unpaid", "reconcile"];
/** Batches that a process has at the same time, so that a slow bill holds up only its own. */
const BATCHES = 4;
/** Bills that are entered in one statement. */
const CHUNK = 2_000;

interface SettleJob {
  bill: Bill;
  /** The bill was refused and is corrected. */
  reopen: boolean;
}

export class Jobs {
  readonly #boss: PgBoss;
  readonly #merchant: Merchant;
  readonly #stopping = new AbortController();

  private constructor(boss: PgBoss, merchant: Merchant) {
    this.#boss = boss;
    this.#merchant = merchant;
  }

  static async open(merchant: Merchant, database: Database): Promise<Jobs> {
    const { repeat } = merchant.patience;
    const db = {
      executeSql: async (text: string, values?: unknown[]) => ({
        rows: await database.query<object>(text, values),
      }),
    };
    const boss = new PgBoss({ db, schedule: false, maintenanceIntervalSeconds: Math.min(repeat, 30) });
    boss.on("error", (error) => merchant.log("queue", { reason: describe(error) }));
    await boss.start();
    // At once, and not only after an interval: a process that is killed sooner would never repeat what the
    // one before it left.
    await boss.maintain();
    // "short" keeps one waiting job for each key.
    for (const name of [SETTLE, UNPAID, RECONCILE])
      await boss.createQueue(name, { name, policy: "short", retryLimit: 1_000_000, expireInSeconds: repeat });
    // Without it, pg-boss sorts all that wait for each batch: of 500,000 jobs, in two seconds instead of ten
    // milliseconds.
    await database.script(
      "CREATE INDEX IF NOT EXISTS job_next ON pgboss.job (name, priority DESC, created_on, id) WHERE state < 'active'",
    );
    return new Jobs(boss, merchant);
  }

  /**
   * Enters every bill that is open or unclear, and whose sub biller has linked its account. With `reopen`, refused
   * ones too: their values are corrected.
   */
  async enter(
    bills: readonly Bill[],
    { reopen, doubled }: Pick<Options, "reopen" | "doubled">,
  ): Promise<void> {
    const reopened = reopen ? await this.#merchant.books.reopen(bills) : new Set<string>();
    const endings = await this.#merchant.books.endings();
    for (const [refId, ending] of endings) this.#merchant.diary.ended(refId, ending);
    const linked = await this.#merchant.subBillers.allLinked();
    const isOpen = ({ ref_id }: Bill) =>
      reopened.has(ref_id) || (endings.get(ref_id)?.state ?? "unclear") === "unclear";
    const open = bills.filter((bill) => isOpen(bill) && linked.has(bill.settlement_to));
    for (let at = 0; at < open.length; at += CHUNK) {
      const jobs = open.slice(at, at + CHUNK).map((bill) => this.#job(bill, reopened.has(bill.ref_id)));
      await this.#boss.insert(jobs);
      const again = jobs.filter((_, nth) => doubled && nth % 10 === 0);
      await this.#boss.insert(again.map((job) => ({ ...job, singletonKey: `${job.singletonKey} again` })));
    }
  }

  // ANCHOR: work
  /** Works off the jobs, as any number of processes may. */
  async work({ concurrency }: Pick<Options, "concurrency">): Promise<void> {
    const options = { batchSize: Math.ceil(concurrency / BATCHES), pollingIntervalSeconds: 0.5 };
    for (let nth = 0; nth < BATCHES; nth++) {
      const worker: string = await this.#boss.work<SettleJob>(SETTLE, options, async (jobs) => {
        await Promise.all(jobs.map((job) => this.#settle(job)));
        this.#boss.notifyWorker(worker); // at once for the next ones
      });
    }
    await this.#askLater();
    await this.#boss.work(UNPAID, { pollingIntervalSeconds: 0.5 }, async () => {
      await askAboutUnpaid(this.#merchant, this.#stopping.signal);
      await this.#askLater();
    });
    await this.#boss.work<{ since: string }>(RECONCILE, { pollingIntervalSeconds: 0.5 }, async ([job]) => {
      const [since, until] = [
        new Date(job?.data.since ?? 0),
        Date.now() + this.#merchant.patience.repeat * 500,
      ];
      const next = await reconcile(this.#merchant, since, until, this.#stopping.signal);
      if (next !== undefined) await this.reconcile(since, next);
    });
  }

  /** Enters the end of the day: asks about each bill about which the service has not answered since then. */
  async reconcile(since: Date, startAfter = new Date()): Promise<void> {
    await this.#boss.send(RECONCILE, { since }, { singletonKey: since.toISOString(), startAfter });
  }

  /** Runs a job. One that throws is repeated, alone of its batch. */
  async #settle({ id, data }: PgBoss.Job<SettleJob>): Promise<void> {
    try {
      const until = await settleUntilWait(this.#merchant, data.bill, data.reopen);
      if (until !== undefined) await this.#boss.insert([this.#job(data.bill, false, until)]);
    } catch (error) {
      this.#merchant.log("repeated", { ref_id: data.bill.ref_id, reason: describe(error) });
      await this.#boss.fail(SETTLE, id);
    }
  }

  #job(bill: Bill, reopen: boolean, startAfter?: Date): PgBoss.JobInsert<SettleJob> {
    // A bill that goes on comes before those that begin.
    const later = startAfter && { startAfter, priority: 1 };
    return { name: SETTLE, data: { bill, reopen }, singletonKey: bill.ref_id, ...later };
  }
  // ANCHOR_END: work

  /** Whether every entered bill has ended, and every end of a day. */
  async areDone(): Promise<boolean> {
    const sizes = [SETTLE, RECONCILE].map((name) => this.#boss.getQueueSize(name, { before: "completed" }));
    return (await Promise.all(sizes)).every((size) => Number(size) === 0);
  }

  /**
   * Lets the bills of a batch come to their next wait. Another process, or the next run, asks about the
   * unpaid ones.
   */
  stop(): Promise<void> {
    this.#stopping.abort(new Error("the queue is stopping"));
    return this.#boss.stop();
  }

  async #askLater(): Promise<void> {
    await this.#boss.sendAfter(UNPAID, {}, {}, new Date(Date.now() + this.#merchant.patience.silence));
  }
}
