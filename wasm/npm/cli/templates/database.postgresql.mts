// PostgreSQL at DATABASE_URL, with the tables of schema.sql.
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
pool.on("error", () => {}); // the next statement reports a lost connection

/** Runs a statement with its values, and returns the rows. */
export async function sql<Row = unknown>(texts: TemplateStringsArray, ...values: Value[]): Promise<Row[]> {
  const text = texts.reduce((before, after, index) => `${before}$${index}${after}`);
  return (await pool.query(text, values)).rows as Row[];
}

export type Value = string | number | null;

export async function close(): Promise<void> {
  await pool.end();
}
