import type { D1Database } from "@cloudflare/workers-types";
import type { Database, Row } from "./books.ts";

/** The D1 database of a Cloudflare worker, through its binding. */
export function openD1(binding: D1Database): Database {
  return {
    async batch(statements) {
      const prepared = statements.map(({ sql, args }) => binding.prepare(sql).bind(...args));
      return (await binding.batch<Row>(prepared)).map(({ results }) => results);
    },
  };
}
