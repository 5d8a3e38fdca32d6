import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Starts the receivers, which end with this process, and returns their address. */
export async function startReceivers(sandbox: string, database: string): Promise<string> {
  const script = fileURLToPath(new URL("cluster.ts", import.meta.url));
  const env = { ...process.env, DATABASE_URL: database };
  const receivers = fork(script, [sandbox], { execArgv: ["--import", "tsx"], env });
  receivers.once("exit", (code) => {
    console.error(`the receivers ended: ${code}`);
    process.exit(1);
  });
  const [port] = (await once(receivers, "message")) as [number];
  return `http://127.0.0.1:${port}`;
}
