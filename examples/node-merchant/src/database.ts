// Two kinds of PostgreSQL with the same interface and the same SQL: embedded, or your own server.

export interface Database {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs statements without values. */
  script(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Uses a server if there is an address (DATABASE_URL), otherwise an embedded database that ends with this process. */
export async function openDatabase(url: string | undefined): Promise<Database> {
  return url ? openServer(url) : openEmbedded();
}

async function openEmbedded(): Promise<Database> {
  const { PGlite } = await import("@electric-sql/pglite");
  const database = await PGlite.create();
  return {
    query: async <Row>(text: string, values?: unknown[]) => {
      // The queue sends several at once.
      if (values === undefined) return ((await database.exec(text)).at(-1)?.rows ?? []) as Row[];
      return (await database.query<Row>(text, values)).rows;
    },
    script: async (text) => void (await database.exec(text)),
    close: () => database.close(),
  };
}

async function openServer(url: string): Promise<Database> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({ connectionString: url });
  // The next query reports a broken connection. Without this listener, the error would also end the process.
  pool.on("connect", (client) => void client.on("error", () => {}));
  pool.on("error", () => {});
  return {
    query: async <Row>(text: string, values?: unknown[]) => (await pool.query(text, values)).rows as Row[],
    script: async (text) => void (await pool.query(text)),
    close: () => pool.end(),
  };
}
