// What the commands read: files, standard input, profiles and secrets.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Refused } from "./output.js";

const MOST_BYTES = 2 << 20;

/** Bytes of a file, or of standard input. */
export async function bytesFrom(file) {
  if (file !== undefined && file !== "-") return readFile(file);
  if (process.stdin.isTTY) throw new Refused("expected a file, or text on standard input");
  return bounded(await buffer(process.stdin));
}

export function readFile(file) {
  try {
    return bounded(readFileSync(file));
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused(`${file} cannot be read (${error.code})`);
  }
}

export function jsonFrom(text, what) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused(`${what} is no JSON`);
  }
}

export function profileFrom(file) {
  return file === undefined ? undefined : jsonFrom(readFile(file).toString(), file);
}

/** Secret from the environment, or else from a prompt that does not show it. */
export async function secret(name) {
  const value = process.env[name];
  if (value) return value;
  if (!process.stdin.isTTY) throw new Refused(`set ${name} in the environment: standard input is no terminal to ask on`);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output, terminal: true });
  process.stderr.write(`${name}: `);
  try {
    return await prompt.question("");
  } finally {
    prompt.close();
    process.stderr.write("\n");
  }
}

function bounded(bytes) {
  if (bytes.length > MOST_BYTES) throw new Refused("the input is longer than 2 MiB");
  return bytes;
}
