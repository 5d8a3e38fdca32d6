// Runs scripts in a process of their own, in the folder of the tests.
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const FOLDER = new URL("..", import.meta.url);

/** Parsed JSON output of a script. */
export async function said(...args: readonly string[]): Promise<unknown> {
  const [stdout] = await printed(...args);
  return JSON.parse(stdout);
}

/** Standard output and error output of a script. */
export async function printed(...args: readonly string[]): Promise<[string, string]> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--no-warnings", ...args], {
    cwd: FOLDER,
  });
  return [stdout, stderr];
}
