// Sub billers and their links. Bills are settled to those that are linked.
import type { Database } from "./database.ts";

export interface SubBiller {
  code: string;
  /** `onboarding` until the service has answered. */
  state: "onboarding" | "onboarded" | "linked";
  /** Where the sub biller links its account: its secret. */
  link: string | null;
}

export class SubBillers {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(code: string): Promise<SubBiller | undefined> {
    const [found] = await this.#database.query<SubBiller>("SELECT * FROM sub_billers WHERE code = $1", [
      code,
    ]);
    return found;
  }

  /** Enters a sub biller before it is onboarded. Returns false if it was entered before. */
  async enter(code: string): Promise<boolean> {
    const insert = "INSERT INTO sub_billers (code) VALUES ($1) ON CONFLICT DO NOTHING RETURNING 1";
    return (await this.#database.query(insert, [code])).length > 0;
  }

  async onboarded(code: string, link: string | undefined): Promise<void> {
    const update =
      "UPDATE sub_billers SET state = 'onboarded', link = $2 WHERE code = $1 AND state <> 'linked'";
    await this.#database.query(update, [code, link ?? null]);
  }

  async allLinked(): Promise<Set<string>> {
    const linked = await this.#database.query<SubBiller>(
      "SELECT code FROM sub_billers WHERE state = 'linked'",
    );
    return new Set(linked.map(({ code }) => code));
  }

  async linked(code: string): Promise<void> {
    await this.#database.query("UPDATE sub_billers SET state = 'linked' WHERE code = $1", [code]);
  }
}
