// The programs of a run: `npx billwire sandbox`, and scripts of examples/node-merchant. All of them end with this program.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const MERCHANT = fileURLToPath(new URL("../../../examples/node-merchant", import.meta.url));
const SANDBOX = `${MERCHANT}/node_modules/billwire/dist/cli/main.js`;
const running = new Set<ChildProcess>();
process.once("exit", stopAll);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/** A new folder for the files and logs of a run. */
export function freshFolder(name: string): string {
  const folder = fileURLToPath(new URL(`../../../target/crash/${name}`, import.meta.url));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

export function stopAll(): void {
  running.forEach((child) => child.kill("SIGKILL"));
}

/** Starts a program with Node; its output goes to the log. */
export function start(args: readonly string[], log: string, env: NodeJS.ProcessEnv = {}): ChildProcess {
  const output = openSync(log, "a");
  return watched(spawn(process.execPath, args, { cwd: MERCHANT, env: { ...process.env, ...env }, stdio: ["ignore", output, output] }));
}

/** Runs a program with Node, and returns what it prints. */
export async function run(args: readonly string[]): Promise<string> {
  const child = watched(spawn(process.execPath, args, { cwd: MERCHANT, stdio: ["ignore", "pipe", "inherit"] }));
  let printed = "";
  child.stdout?.setEncoding("utf8").on("data", (piece: string) => (printed += piece));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
  return printed;
}

/** Starts the sandbox, and returns its address. */
export async function startSandbox(log: string): Promise<string> {
  const args = [SANDBOX, "sandbox", "--port", "0"];
  const child = watched(spawn(process.execPath, args, { cwd: MERCHANT, stdio: ["ignore", "pipe", openSync(log, "a")] }));
  if (child.stdout === null) throw new Error("the sandbox has no output");
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /listening on (\S+)/.exec(line) ?? [];
    if (url === undefined) continue;
    child.stdout.resume();
    return url;
  }
  throw new Error(`the sandbox ended before it listened; see ${log}`);
}

function watched(child: ChildProcess): ChildProcess {
  running.add(child);
  return child.once("exit", () => running.delete(child));
}
