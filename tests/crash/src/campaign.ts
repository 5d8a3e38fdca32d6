// One run: disruptions spread over the work, and a merchant that is started again after each, as a supervisor does.
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { readBills, type Bill } from "../../../examples/node-merchant/src/bills.ts";
import { listenAsOtherOrigin } from "../../../examples/node-merchant/src/other-origin.ts";
import { Sandbox, startSandbox } from "../../../examples/node-merchant/src/sandbox.ts";
import { audit, readOurs, type Audit } from "./audit.ts";
import { freePort, Postgres, type Stop } from "./postgres.ts";
import { commandOf, freshFolder, run, start } from "./programs.ts";
import { startProxy, type CuttingProxy } from "./proxy.ts";
import { Random } from "./random.ts";
import { FORGET, REFUSALS } from "./triggers.ts";

/** Longest random delay of a due disruption. */
const JITTER_MS = 800;
/** Time without progress after which the remaining work counts as lost. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 25;
/** Milliseconds after which payments are reversed: kills and cuts hold up their webhooks. */
const LATER_MS = 20_000;
const KILLS_OF_THE_END = 3;
/** One of so many starts has a wrong verification token, for so long. */
const BLIND_EVERY = 6;
const BLIND_MS = 4_000;
/** Bills with a stored attempt that may or may not have moved money. */
export const IN_DOUBT = `SELECT ref_id FROM bills WHERE state = 'open' AND jsonb_path_exists(record::jsonb,
  '$.knowledge.attempts.* ? (!exists(@.heard.never_sent) && !exists(@.heard.busy) && !exists(@.heard.refused))')`;
const PROGRESS = `SELECT count(*) FILTER (WHERE state IN ('settled', 'refused'))::int AS ended,
  count(*) FILTER (WHERE state = 'settled')::int AS settled, count(checked_at)::int AS checked,
  (SELECT count(*)::int FROM payments WHERE state = 'credited') AS paid,
  count(*) FILTER (WHERE state = 'settled'
    AND NOT EXISTS (SELECT 1 FROM payments WHERE payments.ref_id = bills.ref_id)
    AND NOT EXISTS (SELECT 1 FROM reviews WHERE reviews.ref_id = bills.ref_id))::int AS awaited FROM bills`;

export interface Plan {
  name: string;
  /** How often the merchant is killed; for every 20 the database is restarted, for every 5 connections are cut. */
  kills: number;
  bills: number;
  seed: number;
  /** Whether the database forgets that an attempt is in doubt: the control. */
  forgets: boolean;
}

export interface Course {
  kills: number;
  restarts: number;
  cut: number;
  starts: number;
  /** Attempts in doubt that the kills left behind. */
  inDoubt: number;
  /** Requests that followed a redirect to another origin. */
  strays: number;
  /** Faults that were served less often than planned. */
  unserved: string[];
  /** Kills while the end of the day asked. */
  reconciled: number;
  audit: Audit;
}

type Disruption = "kill" | "cut" | Stop;

/** What src/prepare.ts of the merchant prints. */
interface Prepared {
  faults: Record<string, number>;
  /** Endings of the payments that are reversed or come twice, by `ref_id`. */
  payments: Record<string, string>;
  schema: string;
}

interface Progress {
  ended: number;
  settled: number;
  paid: number;
  /** Settled bills without a payment or a review. */
  awaited: number;
  /** Bills about which the end of the day has asked. */
  checked: number;
}

/** Settles all bills while disruptions happen, and audits the books. */
export async function runCampaign(plan: Plan): Promise<Course> {
  const campaign = await Campaign.prepare(plan);
  try {
    return await campaign.disrupt();
  } finally {
    await campaign.end();
  }
}

/** The processes and the plan of a campaign. */
interface Stage {
  readonly plan: Plan;
  readonly random: Random;
  readonly folder: string;
  readonly postgres: Postgres;
  readonly sandbox: Sandbox;
  readonly proxies: { readonly toSandbox: CuttingProxy; readonly toMerchant: CuttingProxy };
  /** Command line of the merchant. */
  readonly service: string[];
  readonly bills: readonly Bill[];
  readonly planned: Record<string, number>;
  readonly payments: Record<string, string>;
  readonly strays: () => number;
}

class Campaign {
  readonly #stage: Stage;
  #child: ChildProcess | undefined;
  #progress: Progress = { ended: 0, settled: 0, paid: 0, awaited: 0, checked: 0 };
  #starts = 0;
  /** Time at which a merchant with a wrong verification token is started anew. */
  #blindUntil = Infinity;

  private constructor(stage: Stage) {
    this.#stage = stage;
  }

  static async prepare(plan: Plan): Promise<Campaign> {
    const [random, folder] = [new Random(plan.seed), freshFolder(plan.name)];
    const file = `${folder}/bills.json`;
    await run(["scripts/make-bills.mjs", String(plan.bills), file]);
    const postgres = await Postgres.start(`${folder}/postgres.log`);
    const [{ url: sandbox }, port, otherOrigin] = [
      await startSandbox(`${folder}/sandbox.log`),
      await freePort(),
      await listenAsOtherOrigin(),
    ];
    const toSandbox = await startProxy(Number(new URL(sandbox).port), random);
    const toMerchant = await startProxy(port, random);
    const prepared = await run(
      commandOf("prepare", {
        bills: file,
        sandbox,
        webhooks: `${toMerchant.url}/webhook`,
        "other-origin": otherOrigin.url,
        payments: true,
        "later-ms": LATER_MS,
      }),
    );
    const { faults, payments, schema } = JSON.parse(prepared) as Prepared;
    for (const script of [schema, REFUSALS, ...(plan.forgets ? [FORGET] : [])])
      await postgres.ask((database) => database.rows(script));
    const sources = { sandbox: toSandbox.url, port, bills: file };
    const service = commandOf("service", { ...sources, hurried: true, doubled: true });
    return new Campaign({
      plan,
      random,
      folder,
      postgres,
      sandbox: new Sandbox(sandbox),
      proxies: { toSandbox, toMerchant },
      service,
      bills: (await readBills(file)).bills,
      planned: faults,
      payments,
      strays: otherOrigin.requests,
    });
  }

  async disrupt(): Promise<Course> {
    const { kills: wanted, bills } = this.#stage.plan;
    const disruptions = this.#stage.random.shuffle(plannedDisruptions(wanted));
    // A payment that is reversed may never be credited.
    const steps = bills * 2 - Object.keys(this.#stage.payments).length;
    let [kills, restarts, cut, inDoubt, since] = [0, 0, 0, 0, 0];
    for (const [nth, disruption] of disruptions.entries()) {
      // A merchant that has done nothing since the last kill is not worth another one.
      const due = Math.min(Math.max((steps * (nth + 1)) / (disruptions.length + 1), since + 1), steps);
      if (!(await this.#wait(() => this.#steps() >= due))) break;
      await this.#linger(this.#stage.random.below(JITTER_MS));
      if (disruption === "kill") {
        inDoubt += await this.#kill();
        kills += 1;
        since = this.#steps();
        if (kills % 20 === 0)
          console.log(`${kills} of ${wanted} kills, ${this.#progress.paid} paid of ${bills}`);
      } else if (disruption === "cut") {
        cut += this.#stage.proxies.toSandbox.cut() + this.#stage.proxies.toMerchant.cut();
      } else {
        await this.#stage.postgres.restart(disruption);
        restarts += 1;
      }
    }
    await this.#wait(({ settled, awaited }) => settled === bills && awaited === 0);
    const unserved = await this.#waitForFaults();
    await this.#linger(LATER_MS);
    const reconciled = await this.#reconcile();
    await this.#kill();
    const ours = await this.#stage.postgres.ask(readOurs);
    const changed = new Set(Object.keys(this.#stage.payments));
    const found = audit(this.#stage.bills, ours, await this.#stage.sandbox.books(), changed);
    return {
      kills,
      restarts,
      cut,
      starts: this.#starts,
      inDoubt,
      strays: this.#stage.strays(),
      unserved,
      reconciled,
      audit: found,
    };
  }

  /** Lets the end of the day ask about all bills, and kills it in between. Returns how many kills it met. */
  async #reconcile(): Promise<number> {
    const { bills } = this.#stage.plan;
    this.#stage.service.push("--reconcile");
    await this.#kill();
    let kills = 0;
    for (let nth = 1; nth <= KILLS_OF_THE_END; nth++) {
      const due = (bills * nth) / (KILLS_OF_THE_END + 1);
      if (!(await this.#wait(({ checked }) => checked >= due))) break;
      if (this.#progress.checked < bills) kills += 1;
      await this.#kill();
    }
    await this.#wait(({ checked }) => checked === bills);
    return kills;
  }

  async end(): Promise<void> {
    await this.#endService();
    await this.#stage.postgres.stop("immediate");
  }

  /** Three steps for each bill: it ends, it is paid, and the end of the day asks about it. */
  #steps(): number {
    return this.#progress.ended + this.#progress.paid + this.#progress.checked;
  }

  /** Kills the merchant, and returns the number of attempts in doubt. */
  async #kill(): Promise<number> {
    await this.#endService();
    return (await this.#stage.postgres.ask((database) => database.rows(IN_DOUBT))).length;
  }

  async #endService(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  /** Waits while the merchant works; false when it makes no progress any more. */
  async #wait(until: (progress: Progress) => boolean): Promise<boolean> {
    for (let moved = Date.now(); Date.now() - moved < PATIENCE_MS; await sleep(PAUSE_MS)) {
      const before = this.#steps();
      await this.#lookAfter();
      if (until(this.#progress)) return true;
      if (this.#steps() !== before) moved = Date.now();
    }
    return false;
  }

  async #linger(milliseconds: number): Promise<void> {
    for (const started = Date.now(); Date.now() - started < milliseconds; await sleep(PAUSE_MS))
      await this.#lookAfter();
  }

  /** Starts the service again if it has ended, and reads the progress. */
  async #lookAfter(): Promise<void> {
    if (Date.now() > this.#blindUntil) await this.#endService();
    if (this.#child === undefined || this.#child.exitCode !== null) {
      this.#starts += 1;
      const log = `${this.#stage.folder}/service-${this.#starts}.log`;
      const isBlind = this.#starts % BLIND_EVERY === 2;
      this.#blindUntil = isBlind ? Date.now() + BLIND_MS : Infinity;
      const wrong = isBlind && { BILLWIRE_VERIFICATION_TOKEN: "wrong" };
      this.#child = start(this.#stage.service, log, { DATABASE_URL: this.#stage.postgres.url(), ...wrong });
    }
    const [progress] = await this.#stage.postgres.ask((database) => database.rows<Progress>(PROGRESS));
    if (progress !== undefined) this.#progress = progress;
  }

  /** Waits for the faults of late webhooks, which come last, and returns the unserved ones. */
  async #waitForFaults(): Promise<string[]> {
    for (const started = Date.now(); ; await this.#linger(PAUSE_MS * 10)) {
      const { faults_served: served } = await this.#stage.sandbox.books();
      const missing = Object.entries(this.#stage.planned).filter(([fault, times]) => served[fault] !== times);
      if (missing.length === 0 || Date.now() - started > PATIENCE_MS) {
        return missing.map(
          ([fault, times]) => `${fault}: ${times} planned, ${served[fault] ?? 0} served by the sandbox`,
        );
      }
    }
  }
}

function plannedDisruptions(kills: number): Disruption[] {
  const stops = Array.from(
    { length: Math.ceil(kills / 20) },
    (_, nth): Stop => (nth % 2 === 0 ? "immediate" : "fast"),
  );
  return [
    ...Array<Disruption>(kills).fill("kill"),
    ...Array<Disruption>(Math.ceil(kills / 5)).fill("cut"),
    ...stops,
  ];
}
