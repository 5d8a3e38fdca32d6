// Starts each recipe like its reader: on a free port of 127.0.0.1, with an empty database.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import type { Database, Row } from "../merchant/books.ts";
import type { Settings } from "../merchant/merchant.ts";
import { openSqlite } from "../merchant/sqlite.ts";
import { freePort, run, Server } from "./process.ts";

/** A running recipe. */
export interface Endpoint {
  readonly url: string;
  readonly database: Database;
  /** Its output so far. */
  output(): string;
  stop(): Promise<void>;
}

export interface Recipe {
  readonly start: (settings: Settings) => Promise<Endpoint>;
  /** Runs once before the start. */
  readonly prepare?: () => Promise<void>;
}

export const FOLDER = join(import.meta.dirname, "..");
const NEXT = join(FOLDER, "node_modules/next/dist/bin/next");
const PROGRAMS = (await readdir(FOLDER)).filter((file) => file.endsWith(".ts") && !file.includes(".config."));

/** Recipes by the name of their file or folder: each file is a program for Node, but for those of other runtimes. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  ...Object.fromEntries(PROGRAMS.map((file) => [file.replace(".ts", ""), { start: onNode(file) }])),
  worker: { start: startWorker },
  next: { start: (settings) => startNext(settings, "/webhook"), prepare: buildNext },
  "next-pages": { start: (settings) => startNext(settings, "/api/webhook"), prepare: buildNext },
};

function onNode(file: string): Recipe["start"] {
  return (settings) => startOnNode(settings, "--import", "tsx", file);
}

/** One build serves both routers. */
let nextBuild: Promise<void> | undefined;

function buildNext(): Promise<void> {
  return (nextBuild ??= buildNextOnce());
}

async function buildNextOnce(): Promise<void> {
  // The cache would reuse another build of billwire with the same version.
  await rm(join(FOLDER, "next/.next"), { recursive: true, force: true });
  await run(FOLDER, {}, NEXT, "build", "next");
}

async function startNext(settings: Settings, path: string): Promise<Endpoint> {
  const endpoint = await startOnNode(settings, NEXT, "start", "next", "--hostname", "127.0.0.1");
  return { ...endpoint, url: new URL(path, endpoint.url).href };
}

async function startOnNode(settings: Settings, ...args: string[]): Promise<Endpoint> {
  const folder = await temporaryFolder();
  const DATABASE_URL = `file:${join(folder, "books.db")}`;
  const port = await freePort();
  const server = await Server.start(FOLDER, port, { ...settings, DATABASE_URL, PORT: String(port) }, args);
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    database: openSqlite(DATABASE_URL),
    output: () => server.output,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Bundles the worker and runs it in workerd, with its own database. */
async function startWorker(settings: Settings): Promise<Endpoint> {
  const folder = await temporaryFolder();
  await build({
    entryPoints: { recipe: join(FOLDER, "worker.ts"), books: join(import.meta.dirname, "books-worker.ts") },
    outdir: folder,
    bundle: true,
    format: "esm",
    platform: "neutral",
    conditions: ["workerd"],
    loader: { ".wasm": "copy" },
  });
  let output = "";
  // As Wrangler has it: the name of a module ends in its import's `?module`, that of its file does not.
  const wasm = (await readdir(folder)).filter((file) => file.endsWith(".wasm"));
  const compiled = await Promise.all(
    wasm.map(async (file) => ({
      type: "CompiledWasm" as const,
      path: join(folder, `${file}?module`),
      contents: await readFile(join(folder, file)),
    })),
  );
  const worker = (name: string) => ({
    name,
    modulesRoot: folder,
    modules: [{ type: "ESModule" as const, path: join(folder, `${name}.js`) }, ...compiled],
    compatibilityDate: "2026-04-01",
    d1Databases: { DB: "books" },
  });
  const miniflare = new Miniflare({
    host: "127.0.0.1",
    port: 0,
    workers: [{ ...worker("recipe"), bindings: { ...settings } as Record<string, string> }, worker("books")],
    handleRuntimeStdio(...streams: Readable[]) {
      for (const stream of streams) stream.on("data", (text) => (output += String(text)));
    },
  });
  const url = new URL("/webhook", await miniflare.ready).href;
  // Miniflare's own access to D1 blocks this thread for each statement. Once it failed, and then for all
  // later statements.
  const books = await miniflare.getWorker("books");
  return {
    url,
    database: {
      async batch(statements) {
        const response = await books.fetch("http://books", {
          method: "POST",
          body: JSON.stringify(statements),
        });
        if (!response.ok) throw new Error(await response.text());
        return (await response.json()) as Row[][];
      },
    },
    output: () => output,
    async stop() {
      await miniflare.dispose();
      await rm(folder, { recursive: true });
    },
  };
}

async function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), "billwire-recipe-"));
}
