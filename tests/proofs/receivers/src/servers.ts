import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export const PROCESSES = 4;

/** Kinds of server. */
export type Kind = "billwire" | "by-hand";

/** Starts a server of a kind over a database; it ends with this process. Returns its address. */
export async function startServer(kind: Kind, sandbox: string, database: string): Promise<string> {
  const server = fork(fileURLToPath(new URL("server.ts", import.meta.url)), [kind, sandbox], {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, DATABASE_URL: database },
  });
  server.once("exit", (code) => {
    console.error(`the server ${kind} ended: ${code}`);
    process.exit(1);
  });
  const [port] = (await once(server, "message")) as [number];
  return `http://127.0.0.1:${port}`;
}
