// The sandbox of this repository as a child process.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const PROGRAM = process.env["BILLWIRE_SANDBOX"] ?? fileURLToPath(new URL("../../../../target/debug/billwire-sandbox", import.meta.url));
const GREETING = "listening on ";

/** Default credentials of the sandbox. */
export const CREDENTIALS = {
  bearer: "sandbox-bearer",
  verificationToken: "sandbox-verification",
  hashToken: "sandbox-hash-token",
} as const;

export class Sandbox {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#process = child;
  }

  static async start(): Promise<Sandbox> {
    const child = spawn(PROGRAM, ["--port", "0"], { stdio: ["ignore", "pipe", "ignore"] });
    await once(child, "spawn");
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith(GREETING)) return new Sandbox(line.slice(GREETING.length), child);
    }
    throw new Error("the sandbox ended before it listened");
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, "exit");
    this.#process.kill();
    await ended;
  }
}
