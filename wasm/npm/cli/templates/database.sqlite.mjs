// SQLite, in a file beside this one.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@libsql/client";

const folder = import.meta.dirname ?? "billwire"; // a bundler may not know it
const client = createClient({ url: pathToFileURL(join(folder, "books.db")).href, timeout: 5_000 });
await client.executeMultiple(readFileSync(join(folder, "schema.sqlite.sql"), "utf8"));

/** Runs a statement with its values, and returns the rows. */
export async function sql(texts, ...args) {
  return (await client.execute({ sql: texts.join("?"), args })).rows;
}

export const close = () => client.close();
