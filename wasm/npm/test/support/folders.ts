// Folders of programs, and the compiler on them.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The folder of the tests, below which the package is found. */
export const HERE = fileURLToPath(new URL("..", import.meta.url));
export const TSC = fileURLToPath(import.meta.resolve("typescript/bin/tsc"));

/** Runs `work` in an empty folder, below that of the tests or far from every package. */
export async function inFolder<Result>(
  work: (folder: string) => Promise<Result>,
  { isFar = false } = {},
): Promise<Result> {
  const folder = await mkdtemp(isFar ? `${tmpdir()}/billwire-` : `${HERE}program-`);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs a compiler. Throws what it complains of. */
export async function compiled(args: readonly string[], cwd = HERE, compiler = TSC): Promise<void> {
  await promisify(execFile)(process.execPath, [compiler, ...args], { cwd }).catch((error) => {
    throw new Error(error.stdout || error.message, { cause: error });
  });
}
