// SQLite, in a file beside this one.
import { readFileSync } from "node:fs";
import { createClient } from "@libsql/client";

const client = createClient({ url: new URL("books.db", import.meta.url).href, timeout: 5_000 });
await client.executeMultiple(readFileSync(new URL("schema.sqlite.sql", import.meta.url), "utf8"));

/** Runs a statement with its values, and returns the rows. */
export async function sql(texts, ...args) {
  return (await client.execute({ sql: texts.join("?"), args })).rows;
}

export const close = () => client.close();
