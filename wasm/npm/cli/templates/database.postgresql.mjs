// PostgreSQL at DATABASE_URL, with the tables of schema.postgresql.sql.
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });

/** Runs a statement with its values, and returns the rows. */
export async function sql(texts, ...values) {
  const text = texts.reduce((before, after, index) => `${before}$${index}${after}`);
  return (await pool.query(text, values)).rows;
}

export const close = () => pool.end();
