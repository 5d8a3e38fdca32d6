import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

type Environment = Readonly<Record<string, unknown>>;

const PATIENCE = 30_000;

/** A listening Node program. */
export class Server {
  output = "";
  readonly #child: ChildProcess;
  readonly #end: Promise<unknown>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#end = once(child, "exit");
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (text) => (this.output += String(text)));
  }

  /** Starts it and waits until it accepts connections. */
  static async start(
    folder: string,
    port: number,
    environment: Environment,
    args: readonly string[],
  ): Promise<Server> {
    const server = new Server(node(folder, environment, args));
    const deadline = Date.now() + PATIENCE;
    while (!(await accepts(port))) {
      const ended = server.#child.exitCode !== null;
      if (ended || Date.now() > deadline) {
        await server.stop();
        throw new Error(`${args.join(" ")} does not listen:\n${server.output}`);
      }
      await sleep(50);
    }
    return server;
  }

  async stop(): Promise<void> {
    this.#child.kill();
    await this.#end;
  }
}

/** Runs a Node program to its end. */
export async function run(folder: string, ...args: string[]): Promise<void> {
  const child = node(folder, {}, args);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += String(text)));
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${args.join(" ")} failed:\n${output}`);
}

function node(folder: string, environment: Environment, args: readonly string[]): ChildProcess {
  // The test runner's own NODE_ENV is "test".
  const settings = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...environment };
  const env = { ...process.env, ...settings } as NodeJS.ProcessEnv;
  return spawn(process.execPath, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
}

/** Returns a port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
