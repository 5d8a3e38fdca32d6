// Corpora made by others, in ../shared/corpora beside the repository; none of them is copied into it.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { ROOT } from "./cases.ts";

/** The folder of a corpus; undefined where it is not there, which only a clone on its own may lack. */
export function corpus(name: string): URL | undefined {
  const folder = new URL(`../shared/corpora/${name}/`, ROOT);
  if (existsSync(folder)) return folder;
  assert(process.env["CI"] === undefined, `the corpus ${name} is missing`);
  console.warn(`NOT RUN: the corpus ${name} is missing, expected in ../shared/corpora`);
  return undefined;
}

const all: Record<string, Record<string, Record<string, string>>> = {};

/** What becomes of each text of a corpus, by its id, in the words of tests/tests/corpora. */
export class Verdicts {
  readonly #byId = new Map<string, string>();

  accepted(id: string | number, value?: string): void {
    this.#add(id, value === undefined ? "accepted" : `accepted: ${value}`);
  }

  refused(id: string | number, why: string): void {
    this.#add(id, `refused: ${why}`);
  }

  skipped(id: string | number, why: string): void {
    this.#add(id, `skipped: ${why}`);
  }

  #add(id: string | number, verdict: string): void {
    assert(!this.#byId.has(String(id)), `${id} comes twice`);
    this.#byId.set(String(id), verdict);
  }

  /** Holds how many were accepted, refused and skipped against what it was when it was last looked at. */
  figure(corpus: string, what: string, expected: readonly [number, number, number]): void {
    const verdicts = [...this.#byId.values()];
    const counts = ["accepted", "refused", "skipped"].map((kind) => verdicts.filter((one) => one.startsWith(kind)).length);
    assert.deepEqual(counts, expected, `${corpus}, ${what}`);
    (all[corpus] ??= {})[what] = Object.fromEntries(this.#byId);
  }
}

/** Leaves all verdicts where `cargo xtask corpora` holds them against those of Rust. */
export function leaveVerdicts(): void {
  const folder = new URL("target/corpora/", ROOT);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL("javascript.json", folder), JSON.stringify(all));
}
