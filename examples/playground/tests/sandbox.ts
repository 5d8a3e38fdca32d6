// `npx billwire sandbox` as a child process.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../node_modules/billwire/dist/cli/main.js", import.meta.url));

type Greeting = Readonly<Record<"url" | "bearer" | "verificationToken" | "hashToken", string>>;

/** Address and credentials of a new sandbox. */
export async function startSandbox(...args: string[]): Promise<Greeting & { stop: () => void }> {
  const child = spawn(process.execPath, [PROGRAM, "sandbox", "--json", ...args], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [greeting] = (await once(child.stdout, "data")) as [Buffer];
  return { ...(JSON.parse(String(greeting)) as Greeting), stop: () => void child.kill() };
}
