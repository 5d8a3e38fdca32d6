// A PostgreSQL server in a temporary folder, on a free port of this machine, which ends with the program.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, openSync, readdirSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const USER = "billwire";
const DATABASE = "merchant";
/** Debian's folder of server programs, with a folder for each version. */
const DEBIAN = "/usr/lib/postgresql";
const PATIENCE_MS = 60_000;
const PAUSE_MS = 20;

/** How a server is stopped: in order, or as in a crash, after which the next start recovers from the log. */
export type Stop = "fast" | "immediate";

export interface Connection {
  rows<Row>(text: string): Promise<Row[]>;
  close(): Promise<void>;
}

export class Postgres {
  readonly #programs = findPrograms();
  readonly #data = mkdtempSync(join(tmpdir(), "billwire-postgres-"));
  readonly #log: string;
  #port = 0;
  #server: ChildProcess | undefined;
  #connection: Connection | undefined;

  private constructor(log: string) {
    this.#log = log;
  }

  static async start(log: string): Promise<Postgres> {
    const postgres = new Postgres(log);
    process.once("exit", () => postgres.#remove());
    if (isRoot()) execFileSync("chown", ["postgres", postgres.#data]);
    const settings = ["--username", USER, "--auth", "trust", "--encoding", "UTF8", "--no-locale"];
    postgres.#run("initdb", [...settings, "--pgdata", postgres.#data]);
    postgres.#port = await freePort();
    await postgres.#serve();
    const connection = await postgres.#connect("postgres");
    await connection.rows(`CREATE DATABASE ${DATABASE}`);
    await connection.close();
    return postgres;
  }

  url(database = DATABASE): string {
    return `postgres://${USER}@127.0.0.1:${this.#port}/${database}`;
  }

  async #connect(database = DATABASE): Promise<Connection> {
    const client = new pg.Client({ connectionString: this.url(database), connectionTimeoutMillis: 5_000 });
    client.on("error", () => {}); // the next query reports it
    await client.connect();
    return {
      rows: async <Row>(text: string) => (await client.query(text)).rows as Row[],
      close: () => client.end(),
    };
  }

  /** Asks the database, over a new connection if a restart has ended the last one. */
  async ask<T>(question: (database: Connection) => Promise<T>): Promise<T> {
    for (const started = Date.now(); ; await sleep(PAUSE_MS)) {
      try {
        this.#connection ??= await this.#connect();
        return await question(this.#connection);
      } catch (error) {
        this.#connection = undefined;
        if (Date.now() - started > PATIENCE_MS) throw error;
      }
    }
  }

  async restart(stop: Stop): Promise<void> {
    await this.stop(stop);
    await this.#serve();
  }

  async stop(stop: Stop): Promise<void> {
    const ended = this.#server && this.#server.exitCode === null ? once(this.#server, "exit") : undefined;
    this.#run("pg_ctl", ["stop", "--wait", "--mode", stop, "--pgdata", this.#data]);
    await ended;
    this.#server = undefined;
  }

  async #serve(): Promise<void> {
    const settings = ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="];
    const [program, args] = this.#asUser("postgres", [
      "-D",
      this.#data,
      "-p",
      String(this.#port),
      ...settings,
    ]);
    const log = openSync(this.#log, "a");
    const server = spawn(program, args, { cwd: "/", stdio: ["ignore", log, log] });
    this.#server = server;
    for (const started = Date.now(); ; await sleep(PAUSE_MS)) {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended at its start; see ${this.#log}`);
      if (Date.now() - started > PATIENCE_MS) throw new Error(`PostgreSQL does not answer; see ${this.#log}`);
      const connection = await this.#connect("postgres").catch(() => undefined);
      if (connection) return connection.close();
    }
  }

  #run(name: string, given: readonly string[]): void {
    const [program, args] = this.#asUser(name, given);
    execFileSync(program, args, {
      cwd: "/",
      stdio: ["ignore", openSync(this.#log, "a"), openSync(this.#log, "a")],
    });
  }

  /** PostgreSQL refuses to run as root. */
  #asUser(name: string, args: readonly string[]): [string, string[]] {
    const program = join(this.#programs, name);
    if (!isRoot()) return [program, [...args]];
    return ["setpriv", ["--reuid=postgres", "--regid=postgres", "--init-groups", program, ...args]];
  }

  #remove(): void {
    if (this.#server && this.#server.exitCode === null)
      this.#run("pg_ctl", ["stop", "--mode", "immediate", "--pgdata", this.#data]);
    rmSync(this.#data, { recursive: true, force: true });
  }
}

/** The folder of the server's programs. */
function findPrograms(): string {
  const versions = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one))
    : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
  ];
  const found = folders.find((folder) => existsSync(join(folder, "initdb")));
  if (found === undefined)
    throw new Error("PostgreSQL is missing: apt-get install postgresql, or initdb on PATH");
  return found;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
