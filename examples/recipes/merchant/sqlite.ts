import { createClient } from "@libsql/client";
import type { Database, Row } from "./books.ts";

/** A file on this machine, such as `file:books.db`. It waits while another process writes. */
export function openSqlite(url: string | undefined): Database {
  const client = createClient({ url: url ?? "", timeout: 5_000 });
  return {
    async batch(statements) {
      const inTurn = statements.map(({ sql, args }) => ({ sql, args: [...args] }));
      const results = await client.batch(inTurn, "write");
      return results.map(({ rows }) => rows as unknown as Row[]);
    },
  };
}
