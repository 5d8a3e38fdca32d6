// `npx billwire sandbox` as a child process, and its admin paths. A real service has none of them.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createInterface } from "node:readline";
import { Biller } from "billwire";
import { send } from "billwire/fetch";
import type { Books, FaultScript, WebhookVariant } from "billwire/testing";

export const PROGRAM = fileURLToPath(new URL("../node_modules/billwire/dist/cli/main.js", import.meta.url));
const GREETING = "listening on ";

/** The sandbox's default credentials. */
export const CREDENTIALS = {
  bearer: "sandbox-bearer",
  verificationToken: "sandbox-verification",
  hashToken: "sandbox-hash-token",
  webhookToken: "sandbox-webhook-token",
};

const SUB_BILLER = "SB-1";

export class Sandbox {
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #biller: Biller;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#process = child;
    const { bearer, hashToken } = CREDENTIALS;
    this.#biller = new Biller({ baseUrl: url, bearer, hashToken, allowLoopbackHttp: true });
  }

  static async start(): Promise<Sandbox> {
    const child = spawn(process.execPath, [PROGRAM, "sandbox"], { stdio: ["ignore", "pipe", "ignore"] });
    await once(child, "spawn");
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith(GREETING)) continue;
      const sandbox = new Sandbox(line.slice(GREETING.length), child);
      await send(sandbox.#biller.prepareOnboarding({ supplier_sync_code: SUB_BILLER, name: "Sub biller" }));
      return sandbox;
    }
    throw new Error("the sandbox ended before it listened");
  }

  /** Moves the money of a bill. The webhook follows. */
  async settle(refId: string, amount: number): Promise<void> {
    const call = this.#biller.prepareSettlement({
      ref_id: refId,
      date: "2026-03-01T09:30:00.000Z",
      due_date: "2026-03-31T09:30:00.000Z",
      currency: "KHR",
      total_amount: amount,
      customer_sync_code: "CUS-1",
      settlement_to: SUB_BILLER,
    });
    await send(call);
  }

  async sendWebhooksTo(url: string, variant: WebhookVariant): Promise<void> {
    await this.#admin("PUT", "/sandbox/webhook", { url, variant, token: CREDENTIALS.webhookToken });
  }

  async script(faults: FaultScript): Promise<void> {
    await this.#admin("POST", "/sandbox/faults", faults);
  }

  async books(): Promise<Books> {
    return (await (await this.#admin("GET", "/sandbox/books")).json()) as Books;
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, "exit");
    this.#process.kill();
    await ended;
  }

  async #admin(method: string, path: string, body?: object): Promise<Response> {
    const json = body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const response = await fetch(this.url + path, { method, ...json });
    if (!response.ok) throw new Error(`the sandbox answered ${response.status} to ${method} ${path}`);
    return response;
  }
}
