// One recipe and one sandbox that know each other, and the actions of the cases.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AnswerFault, Books, WebhookFault, WebhookVariant } from "billwire/testing";
import { expect, vi } from "vitest";
import type { Row } from "../merchant/books.ts";
import { post, type Answer, type Headers } from "./http.ts";
import { FOLDER, type Endpoint, type Recipe } from "./recipes.ts";
import { CREDENTIALS, Sandbox } from "./sandbox.ts";

/** A webhook's fields, by the names of interface section 2.7. */
export type Notice = Readonly<Record<string, string | number>>;

/** Counts of webhooks. */
export type Counts = Pick<Books["webhooks"], "due" | "delivered" | "acknowledged" | "failed">;

/** Total amount of every bill, in KHR. */
export const AMOUNT = 40_000;

const PATIENCE = 20_000;
const IN_AN_HOUR: WebhookFault = { kind: "late", delay_ms: 3_600_000 };
/** A fault that only adds to the sandbox's count of faults. */
const COUNTED: AnswerFault = { kind: "slow", delay_ms: 0 };
const MOST_COUNTED = 20;

export class Stage {
  readonly endpoint: Endpoint;
  readonly sandbox: Sandbox;
  /** The headers of a genuine webhook. */
  readonly headers: Headers;
  #bills = 0;

  private constructor(endpoint: Endpoint, sandbox: Sandbox, variant: WebhookVariant) {
    this.endpoint = endpoint;
    this.sandbox = sandbox;
    const token: Headers = variant === "checkout" ? [] : [["Token", CREDENTIALS.webhookToken]];
    this.headers = [["Content-Type", "application/json"], ...token];
  }

  static async open(recipe: Recipe, variant: WebhookVariant): Promise<Stage> {
    const sandbox = await Sandbox.start();
    const endpoint = await recipe.start({
      BILLWIRE_BASE_URL: sandbox.url,
      BILLWIRE_VERIFICATION_TOKEN: CREDENTIALS.verificationToken,
      BILLWIRE_WEBHOOK_VARIANT: variant,
      BILLWIRE_WEBHOOK_TOKEN: CREDENTIALS.webhookToken,
      BILLWIRE_CHECKOUT_REPLY_MS: "1000",
    });
    const stage = new Stage(endpoint, sandbox, variant);
    for (const statement of await schema()) await stage.sql(statement);
    await sandbox.sendWebhooksTo(endpoint.url, variant);
    return stage;
  }

  async close(): Promise<void> {
    await this.endpoint.stop();
    await this.sandbox.stop();
  }

  /** Adds a new bill to the merchant's books, and returns its number. */
  async bill(refId = `INV-${++this.#bills}`): Promise<string> {
    await this.sql(
      "INSERT INTO bills (ref_id, currency, amount) VALUES (?, 'KHR', ?)",
      refId,
      String(AMOUNT),
    );
    return refId;
  }

  /** Settles a bill and delivers its webhooks, until each is acknowledged or its retries are used up. */
  async deliver(refId: string, meanwhile = async () => {}): Promise<Counts> {
    const before = (await this.sandbox.books()).webhooks;
    await this.#settle(refId);
    await meanwhile();
    const after = await this.#webhooks(({ due, pending }) => due > before.due && pending === before.pending);
    return {
      due: after.due - before.due,
      delivered: after.delivered - before.delivered,
      acknowledged: after.acknowledged - before.acknowledged,
      failed: after.failed - before.failed,
    };
  }

  /** Waits until the sandbox has the answers to this number of further deliveries. */
  async deliveries(count: number): Promise<void> {
    const before = (await this.sandbox.books()).webhooks;
    await this.#webhooks(({ delivered }) => delivered >= before.delivered + count);
  }

  /** Settles a bill, and returns its webhook for the case to deliver. */
  async notice(refId: string): Promise<Notice> {
    await this.#settle(refId, IN_AN_HOUR);
    const bill = (await this.sandbox.books()).bills.find(({ ref_id }) => ref_id === refId);
    return {
      tran_id: bill?.tran_ids.at(-1) ?? "",
      payment_service_type: "KHQR",
      tran_amount: AMOUNT,
      currency: "KHR",
      identity_code: refId,
      purpose_of_transaction: refId,
      status: "success",
    };
  }

  /** Delivers the body of a case with its headers. */
  async post(notice: Notice, headers = this.headers): Promise<Answer> {
    return this.send([JSON.stringify(notice)], headers);
  }

  /** Delivers a body in pieces. */
  async send(pieces: readonly (string | Uint8Array)[], headers = this.headers): Promise<Answer> {
    return post(this.endpoint.url, headers, ...pieces.map((piece) => Buffer.from(piece)));
  }

  /** Returns the credited amount of a bill. */
  async paid(refId: string): Promise<number> {
    const [row] = await this.sql("SELECT CAST(paid AS TEXT) AS paid FROM bills WHERE ref_id = ?", refId);
    return Number(row?.paid);
  }

  /** Returns the number of verifications so far. */
  async questions(): Promise<number> {
    const served = Object.entries((await this.sandbox.books()).faults_served);
    return served.reduce((sum, [fault, count]) => (fault.startsWith("verification/") ? sum + count : sum), 0);
  }

  /** Runs a statement in the merchant's database. */
  async sql(sql: string, ...args: string[]): Promise<Row[]> {
    return (await this.endpoint.database.batch([{ sql, args }]))[0] ?? [];
  }

  async #settle(refId: string, webhook?: WebhookFault): Promise<void> {
    await this.sandbox.script({
      verification: counted(refId),
      webhooks: webhook ? [{ ref_id: refId, fault: webhook }] : [],
    });
    await this.sandbox.settle(refId, AMOUNT);
  }

  async #webhooks(enough: (counts: Books["webhooks"]) => boolean): Promise<Counts> {
    const counts = async () => {
      const { webhooks } = await this.sandbox.books();
      expect(enough(webhooks), `the end of the webhooks: ${JSON.stringify(webhooks)}`).toBe(true);
      return webhooks;
    };
    return vi.waitFor(counts, { timeout: PATIENCE, interval: 20 });
  }
}

/** Scripts each answer to a verification of a bill with a counted fault. */
function counted(identity_code: string) {
  return Array.from({ length: MOST_COUNTED }, (_, index) => {
    return { identity_code, attempt: index + 1, fault: COUNTED };
  });
}

async function schema(): Promise<string[]> {
  const text = await readFile(join(FOLDER, "merchant/schema.sql"), "utf8");
  return text.split(";").filter((statement) => statement.trim() !== "");
}
