import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { promisify } from "node:util";
import { vi } from "vitest";

type Environment = Readonly<Record<string, string | undefined>>;

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
    const env = settings(environment);
    const server = new Server(
      spawn(process.execPath, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] }),
    );
    const isOver = async () => server.#child.exitCode !== null || accepts(port);
    await vi.waitUntil(isOver, { timeout: PATIENCE }).catch(() => {});
    if (await accepts(port)) return server;
    await server.stop();
    throw new Error(`${args.join(" ")} does not listen:\n${server.output}`);
  }

  async stop(): Promise<void> {
    this.#child.kill();
    await this.#end;
  }
}

/** Runs a Node program to its end, and returns its output. */
export async function run(folder: string, environment: Environment, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: folder,
    env: settings(environment),
  });
  return stdout.trim();
}

/** Variables of a program in production: the test runner's own NODE_ENV is "test". */
function settings(environment: Environment): NodeJS.ProcessEnv {
  return { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...environment };
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
