// `npx billwire sandbox` as a child process, with its admin paths.
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Books } from "billwire/testing";
import { DIST } from "./models.ts";

export const PROGRAM = fileURLToPath(new URL("cli/main.js", DIST));

/** Default credentials of the sandbox. */
export const CREDENTIALS = {
  bearer: "sandbox-bearer",
  verificationToken: "sandbox-verification",
  hashToken: "sandbox-hash-token",
} as const;

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** Output of the sandbox with `--json`. */
interface Greeting {
  readonly url: string;
  readonly profile: object;
}

export class Sandbox {
  readonly greeting: Greeting;
  /** Log, a line each. */
  readonly log: Readonly<Record<string, unknown>>[] = [];
  readonly #process: Child;

  private constructor(greeting: Greeting, child: Child) {
    this.greeting = greeting;
    this.#process = child;
    createInterface({ input: child.stderr }).on("line", (line) => this.log.push(JSON.parse(line)));
  }

  static async start(
    args: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Sandbox> {
    const { PATH = "" } = process.env;
    const child = spawn(process.execPath, [PROGRAM, "sandbox", "--json", ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH, ...env },
    });
    for await (const line of createInterface({ input: child.stdout }))
      return new Sandbox(JSON.parse(line), child);
    throw new Error("the sandbox ended before it listened");
  }

  get url(): string {
    return this.greeting.url;
  }

  /** Status of an admin path, and the sentence of a refusal. */
  async admin(method: "PUT" | "POST", path: string, body: object): Promise<[number, string]> {
    const response = await fetch(this.url + path, {
      method,
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return [response.status, await response.text()];
  }

  async books(): Promise<Books> {
    return (await (await fetch(`${this.url}/sandbox/books`)).json()) as Books;
  }

  /** Books once no webhook is pending. */
  async finalBooks(): Promise<Books> {
    for (;;) {
      const books = await this.books();
      if (books.webhooks.pending === 0) return books;
      await sleep(20);
    }
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, "exit");
    this.#process.kill();
    await ended;
  }
}
