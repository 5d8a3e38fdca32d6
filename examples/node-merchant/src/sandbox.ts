// The sandbox and its admin paths. A real service has none of them, so do not copy this file into your backend.
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Onboarding } from "billwire";
import type { PlannedFault } from "./faults.ts";

/** Faults of one request: the sandbox reads at most 2 MiB. */
const CHUNK = 5_000;

/** The sandbox's books, with which ours are compared. */
export interface SandboxBooks {
  bills: {
    ref_id: string;
    currency: string;
    total_amount: number | string;
    settlements: number;
    tran_ids: string[];
  }[];
  balances: Record<string, Record<string, string>>;
  totals: Record<string, string>;
  faults_served: Record<string, number>;
  webhooks: { due: number; delivered: number; acknowledged: number; failed: number; pending: number };
}

export interface OwnSandbox {
  url: string;
  stop(): void;
}

/** Starts `billwire sandbox` on a free port, and waits until it listens. It ends with this process. */
export async function startSandbox(log?: string): Promise<OwnSandbox> {
  const program = fileURLToPath(new URL("../node_modules/billwire/dist/cli/main.js", import.meta.url));
  const child = spawn(process.execPath, [program, "sandbox", "--port", "0"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = () => void child.kill("SIGKILL");
  process.once("exit", stop);
  const output = log === undefined ? undefined : createWriteStream(log);
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece: Buffer) => output?.write(piece));
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /listening on (\S+)/.exec(line) ?? [];
    if (url === undefined) continue;
    child.stdout.resume();
    return { url, stop };
  }
  throw new Error(`the sandbox ended before it listened: ${log ?? "its output is not kept"}`);
}

export class Sandbox {
  readonly #base: string;

  constructor(base: string) {
    this.#base = base.replace(/\/$/, "");
  }

  async sendWebhooksTo(url: string, token: string): Promise<void> {
    await this.#request("PUT", "/sandbox/webhook", { url, variant: "merchant_proxy", token });
  }

  async planFaults(planned: readonly PlannedFault[]): Promise<void> {
    for (let at = 0; at < planned.length; at += CHUNK) await this.#script(planned.slice(at, at + CHUNK));
  }

  async #script(faults: readonly PlannedFault[]): Promise<void> {
    const settlement = faults.filter((each) => each.where === "settlement");
    const webhooks = faults.filter((each) => each.where === "webhook");
    const payments = faults.filter((each) => each.where === "payment");
    await this.#request("POST", "/sandbox/faults", {
      settlement: settlement.map(({ ref_id, attempt, fault }) => ({ ref_id, attempt, fault })),
      payments: [
        ...settlement.flatMap(({ ref_id, found_ms }) =>
          found_ms ? [{ ref_id, transactions: [{ found_ms }] }] : [],
        ),
        ...payments.map(({ ref_id, fault: { transactions } }) => ({ ref_id, transactions })),
      ],
      webhooks: webhooks.map(({ ref_id, fault }) => ({ ref_id, fault })),
    });
  }

  async books(): Promise<SandboxBooks> {
    return (await (await this.#request("GET", "/sandbox/books")).json()) as SandboxBooks;
  }

  async #request(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(this.#base + path, {
      method,
      ...(body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`the sandbox answered ${response.status} to ${method} ${path}`);
    return response;
  }
}

/**
 * Plays a sub biller: links an account for each of its currencies, on the page that a real one opens in its
 * browser.
 */
export async function linkAccount(link: string, { bank_id, currency }: Onboarding): Promise<void> {
  for (const each of currency ? [currency] : ["KHR", "USD"]) {
    const body = new URLSearchParams({ bank: bank_id ?? "BANK-1", currency: each, action: "link" });
    const { status } = await fetch(link, { method: "POST", body, redirect: "manual" });
    if (status !== 200 && status !== 303) throw new Error(`the page of the link answered ${status}`);
  }
}
