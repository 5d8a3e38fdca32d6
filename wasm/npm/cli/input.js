// Input of the commands: files, standard input, profiles and secrets.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Biller, isBillwireError } from "billwire";
import { warnOf } from "./credentials.js";
import { Cancelled, Refused } from "./output.js";

const MOST_BYTES = 2 << 20;

/** UTF-8 of a file, or of standard input. `advice` says how to pass it. */
export async function bytesFrom(file, advice) {
  if (file !== undefined && file !== "-") return readFile(file);
  if (process.stdin.isTTY) throw new Refused(advice);
  return withoutMark(await buffer(process.stdin));
}

/** UTF-8 of a file. */
export function readFile(file) {
  try {
    return withoutMark(readFileSync(file));
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused(`${file} cannot be read (${error.code})`);
  }
}

export function jsonFrom(text, what) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused(`${what} is no JSON${placeOfFault(text)}`);
  }
}

/** Line and column of the first byte that is no JSON, which Node's own parser does not always tell. */
function placeOfFault(text) {
  try {
    new Biller({ baseUrl: "https://service.invalid" }).decode("verification", 200, text);
  } catch (error) {
    const offset = isBillwireError(error) ? error.violations[0]?.offset : undefined;
    if (offset === undefined) return "";
    const lines = Buffer.from(text).subarray(0, offset).toString().split("\n");
    return `: look at line ${lines.length}, column ${lines.at(-1).length + 1} (byte ${offset})`;
  }
  return "";
}

export function profileFrom(file) {
  return file === undefined ? undefined : jsonFrom(readFile(file).toString(), file);
}

/** Secret from the environment, or else from a prompt that does not show it. */
export async function secret(name) {
  const value = process.env[name] || (await answerTo(name));
  warnOf(name, value);
  return value;
}

async function answerTo(name) {
  if (!process.stdin.isTTY)
    throw new Refused(`set ${name} in the environment: standard input is no terminal to ask on`);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: process.stdin, output, terminal: true });
  process.stderr.write(`${name}: `);
  try {
    return await new Promise((answered, failed) => {
      prompt.once("close", () => failed(new Cancelled())); // Ctrl-C, Ctrl-D
      prompt.question("", answered);
    });
  } finally {
    prompt.close();
    process.stderr.write("\n");
  }
}

/** Bytes without a byte order mark, which editors add and shells do in UTF-16. */
function withoutMark(bytes) {
  if (bytes.length > MOST_BYTES) throw new Refused("the input is longer than 2 MiB");
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return Buffer.from(bytes.toString("utf16le", 2));
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}
