// SQLite, in a file beside this one, with the tables of schema.sql.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@libsql/client";

const folder = import.meta.dirname ?? "billwire"; // a bundler may not know it
const client = createClient({ url: pathToFileURL(join(folder, "books.db")).href, timeout: 5_000 });
const tables = client.executeMultiple(readFileSync(join(folder, "schema.sql"), "utf8"));

/** Runs a statement with its values, and returns the rows. */
export async function sql<Row = unknown>(texts: TemplateStringsArray, ...args: Value[]): Promise<Row[]> {
  await tables;
  return (await client.execute({ sql: texts.join("?"), args })).rows as Row[];
}

export type Value = string | number | null;

export async function close(): Promise<void> {
  client.close();
}
