// The programs of a run: scripts of examples/node-merchant. All of them end with this program.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const MERCHANT = fileURLToPath(new URL("../../../examples/node-merchant", import.meta.url));
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

/** Command line of a program of the merchant. A true option has no value. */
export function commandOf(name: string, options: Readonly<Record<string, string | number | true>>): string[] {
  const words = Object.entries(options).map(([option, value]) =>
    value === true ? [`--${option}`] : [`--${option}`, String(value)],
  );
  return ["--import", "tsx", `src/${name}.ts`, ...words.flat()];
}

function stopAll(): void {
  running.forEach((child) => child.kill("SIGKILL"));
}

/** Starts a program with Node; its output goes to the log. */
export function start(args: readonly string[], log: string, env: NodeJS.ProcessEnv = {}): ChildProcess {
  const output = openSync(log, "a");
  return watched(
    spawn(process.execPath, args, {
      cwd: MERCHANT,
      env: { ...process.env, ...env },
      stdio: ["ignore", output, output],
    }),
  );
}

/** Runs a program with Node, and returns what it prints. */
export async function run(args: readonly string[]): Promise<string> {
  const child = watched(
    spawn(process.execPath, args, { cwd: MERCHANT, stdio: ["ignore", "pipe", "inherit"] }),
  );
  let printed = "";
  child.stdout?.setEncoding("utf8").on("data", (piece: string) => (printed += piece));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
  return printed;
}

function watched(child: ChildProcess): ChildProcess {
  running.add(child);
  return child.once("exit", () => running.delete(child));
}
