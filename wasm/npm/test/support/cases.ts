// Reads the vectors of tests/vectors.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const ROOT = new URL("../../../../", import.meta.url);

/** Members are those of the file, which the oracle writes: no type of ours could check them. */
export interface Vector {
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: each reader of a file knows its members
  readonly [member: string]: any;
}

/** Reads a file of vectors. Throws for a file without any. */
export function cases(name: string): readonly Vector[] {
  const file: { cases: readonly Vector[] } = JSON.parse(
    readFileSync(new URL(`tests/vectors/${name}.json`, ROOT), "utf8"),
  );
  if (file.cases.length === 0) throw new Error(`no vectors in ${name}.json`);
  return file.cases;
}

/** Writes the ids of the passed vectors, which a suite compares between languages. */
export function noteDown(file: string, ids: readonly string[]): void {
  const folder = new URL(`target/vectors/${process.env["VECTORS"]}/`, ROOT);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    new URL(file, folder),
    ids
      .toSorted()
      .map((id) => `${id}\n`)
      .join(""),
  );
}
