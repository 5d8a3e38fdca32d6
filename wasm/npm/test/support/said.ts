// Scripts in a process of their own, in the folder of the tests.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const FOLDER = new URL("..", import.meta.url);

/** What it prints as JSON. */
export async function said(...args: readonly string[]): Promise<unknown> {
  const [stdout] = await printed(...args);
  return JSON.parse(stdout);
}

/** What it prints, and what it prints as errors. */
export async function printed(...args: readonly string[]): Promise<[string, string]> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--no-warnings", ...args], { cwd: FOLDER });
  return [stdout, stderr];
}
