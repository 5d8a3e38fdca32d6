// Bytes with a false length, or that change while they are read. billwire reads one copy of them, never traps, and no answer
// holds a byte of another request. The oracle is JSON.parse over the engine's own bytes.
//
// node buffers.mjs DIST (--executions N | --seconds S) [--seed S] [--control]
//
// --control tests a copy of the package that believes the claimed length.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Worker, isMainThread, workerData } from "node:worker_threads";

const GETTER = 'export const lengthOf = getter(ofTyped, "length");';
const FAULT = "export const lengthOf = (bytes) => bytes.length;";
const MAX_BYTES = 4_096;
const TOKEN = "a-token-of-the-service";
const SECRET = "SECRET";
const EXPECTATION = { identity_code: "I", purpose_of_transaction: "P", currency: "KHR", amount: 1 };

// The engine's own, for the oracle.
const typed = Object.getPrototypeOf(Uint8Array.prototype);
const own = (name) => Function.prototype.call.bind(Object.getOwnPropertyDescriptor(typed, name).get);
const [lengthOf, offsetOf, bufferOf] = ["length", "byteOffset", "buffer"].map(own);
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { executions: { type: "string" }, seconds: { type: "string" }, seed: { type: "string", default: "1" }, control: { type: "boolean", default: false } },
  });
  const [dist] = positionals;
  const folder = values.control ? withFault(dist) : undefined;
  let executions = 0;
  Error.stackTraceLimit = 0; // most of the time would go into stacks that nobody reads
  try {
    const billwire = await import(pathToFileURL(join(folder ?? resolve(dist), "main.js")).href);
    const shared = new SharedArrayBuffer(64, { maxByteLength: MAX_BYTES });
    const worker = new Worker(new URL(import.meta.url), { workerData: shared });
    await new Promise((ready) => worker.once("message", ready));
    const until = values.seconds === undefined ? Infinity : Date.now() + 1_000 * Number(values.seconds);
    const most = Number(values.executions ?? Infinity);
    try {
      const fuzzer = new Fuzzer(billwire, Number(values.seed), shared);
      while (executions < most && (executions % 1_024 !== 0 || Date.now() < until)) {
        executions++;
        fuzzer.execute(executions);
      }
        console.log(`executions: ${executions}, ${fuzzer.read} bodies read, ${fuzzer.refused} refused`);
      if (fuzzer.read === 0 || fuzzer.refused === 0) throw new Error("nothing was read, or nothing refused");
    } finally {
      await worker.terminate();
    }
  } catch (error) {
    console.log(`broken: ${error.message} (execution ${executions})`);
    process.exitCode = 1;
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true });
  }
}

/** Makes a copy of the package that asks the object for its length. */
function withFault(dist) {
  const folder = mkdtempSync(join(tmpdir(), "billwire-buffers-"));
  cpSync(dist, folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), readFileSync(join(dist, "../package.json"), "utf8").replaceAll("./dist/", "./"));
  const file = join(folder, "intrinsics.js");
  const source = readFileSync(file, "utf8");
  if (!source.includes(GETTER)) throw new Error("intrinsics.js has changed: say anew how its fault is put in");
  writeFileSync(file, source.replace(GETTER, FAULT));
  return folder;
}

/** Starts a thread that writes to shared bytes and lengthens them. */
function disturb(shared) {
  const bytes = new Uint8Array(shared);
  import("node:worker_threads").then(({ parentPort }) => {
    parentPort.postMessage("ready");
    for (let round = 0; ; round++) {
      bytes[round % bytes.length] = 32 + (round % 90);
      if (round % 4_096 !== 0) continue;
      if (shared.byteLength < MAX_BYTES) shared.grow(shared.byteLength + 1);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); // a core is for those who are watched
    }
  });
}

class Fuzzer {
  read = 0;
  refused = 0;
  #billwire;
  #random;
  #shared;
  #proxy;
  #checkout;
  #biller;
  #confirmation;

  constructor(billwire, seed, shared) {
    this.#billwire = billwire;
    this.#random = mulberry(seed);
    this.#shared = shared;
    this.#proxy = billwire.WebhookReceiver.merchantProxy({ tokens: [TOKEN] });
    this.#checkout = billwire.WebhookReceiver.checkout();
    this.#biller = new billwire.Biller({ baseUrl: "https://service.example", bearer: `${SECRET}-bearer`, verificationToken: `${SECRET}-verification`, hashToken: `${SECRET}-hash` });
    this.#confirmation = this.#checkout.receive({}, '{"tran_id":"T"}').confirm(this.#biller, EXPECTATION);
  }

  execute(at) {
    // The memory behind a false length holds bytes of earlier requests.
    if (at % 16 === 1) this.#fill();
    const random = this.#random;
    const [change, body] = this.#body(at);
    const job = random(8);
    let result, error;
    try {
      result = this.#run(job, change, body);
    } catch (caught) {
      error = caught;
    }
    this.#judge(at, job, body, result, error);
  }

  #fill() {
    const text = `${SECRET}-`.repeat(1 + this.#random(400));
    this.#checkout.receive({}, JSON.stringify({ tran_id: text, more: this.#random(2) === 0 ? text : undefined }));
  }

  #run(job, change, body) {
    if (job < 5) {
      const headers = {
        get Token() {
          change();
          return TOKEN;
        },
      };
      return job < 3 ? this.#proxy.receive(headers, body).payload : this.#checkout.receive(headers, (change(), body)).payload;
    }
    change();
    if (job === 5) return this.#biller.decode("settlement", 200, body);
    if (job === 6) return this.#biller.decode("onboarding", 200, body);
    return this.#confirmation.decide(200, body);
  }

  #judge(at, job, body, result, error) {
    const { BillwireError } = this.#billwire;
    if (error !== undefined && !(error instanceof BillwireError)) throw new Error(`${error} came out of job ${job}`);
    if (error?.kind === "internal") throw new Error(`it has trapped: ${error.message}`);
    const shown = error === undefined ? JSON.stringify(result) : `${error.message}${error.messageEn}${error.messageKh}${error.responseCode}`;
    if (shown.includes(SECRET)) throw new Error(`job ${job} shows what belongs to another request`);
    if (error === undefined) this.read++;
    else this.refused++;
    const bytes = bytesOf(body);
    // The content at the time of the copy is unknown while another thread writes.
    if (bytes === undefined || isDisturbed(body, this.#shared)) return;
    const text = decoder.decode(bytes);
    const expected = parsed(text);
    if (job < 5) {
      const isRead = expected !== undefined;
      if (isRead !== (error === undefined)) throw new Error(`${text.length} bytes were ${error === undefined ? "read" : `refused (${error.code})`}`);
      if (isRead && result.tran_id !== expected.tran_id) throw new Error("another webhook was read than was given");
    } else if (expected !== undefined && error !== undefined && error.responseCode !== undefined && error.responseCode !== expected.code) {
      throw new Error("another answer was read than was given");
    }
  }

  /** Returns a body, and a function that changes it. */
  #body(at) {
    const random = this.#random;
    const text = `{"tran_id":"T-${at}","code":"C-${at}","status":"${"x".repeat(random(3) === 0 ? random(3_000) : random(40))}"}`;
    const bytes = encoder.encode(text);
    const none = () => {};
    const lie = this.#lie(bytes.length);
    switch (random(14)) {
      case 0:
        return [none, bytes];
      case 1:
        return [none, Object.defineProperty(bytes, "length", lie)];
      case 2: {
        for (const name of ["length", "byteLength", "byteOffset"]) Object.defineProperty(bytes, name, lie);
        return [none, bytes];
      }
      case 3: {
        const stranger = encoder.encode(`${SECRET}-of-another-buffer`.repeat(20));
        for (const name of ["subarray", "slice"]) Object.defineProperty(bytes, name, { value: () => stranger });
        Object.defineProperty(bytes, "buffer", { value: stranger.buffer });
        Object.defineProperty(bytes, "constructor", { value: { [Symbol.species]: class extends Uint8Array { constructor() { super(stranger.buffer); } } } });
        return [none, Object.defineProperty(bytes, "length", lie)];
      }
      case 4: {
        class Longer extends Uint8Array {
          get length() {
            return random(1 << 17);
          }
          set() {}
        }
        return [none, new Longer(bytes.buffer, bytes.byteOffset, bytes.byteLength)];
      }
      case 5:
        return [none, Object.setPrototypeOf(bytes, random(2) === 0 ? null : { length: random(1 << 17), byteLength: 1 << 20 })];
      case 6:
      case 7: {
        const buffer = new ArrayBuffer(bytes.length, { maxByteLength: MAX_BYTES * 2 });
        new Uint8Array(buffer).set(bytes);
        const view = random(2) === 0 ? new Uint8Array(buffer) : new Uint8Array(buffer, 0, bytes.length);
        const size = random(MAX_BYTES * 2);
        return [() => buffer.resize(size), random(3) === 0 ? Object.defineProperty(view, "length", { get: () => (buffer.resize(random(MAX_BYTES)), bytes.length) }) : view];
      }
      case 8: {
        const buffer = new SharedArrayBuffer(bytes.length, { maxByteLength: MAX_BYTES * 2 });
        const view = new Uint8Array(buffer);
        view.set(bytes);
        const size = bytes.length + random(MAX_BYTES);
        return [() => buffer.byteLength < size && buffer.grow(size), view];
      }
      case 9:
        return [() => void structuredClone(bytes.buffer, { transfer: bufferOf(bytes).byteLength > 0 ? [bufferOf(bytes)] : [] }), bytes];
      case 10:
        return [none, random(2) === 0 ? new Proxy(bytes, {}) : Object.create(bytes)];
      case 11: {
        const buffer = new ArrayBuffer(bytes.length, { maxByteLength: MAX_BYTES });
        new Uint8Array(buffer).set(bytes);
        return [() => buffer.resize(random(MAX_BYTES)), Object.defineProperty(buffer, "byteLength", lie)];
      }
      case 12:
        return [none, new Uint8Array(this.#shared)];
      default:
        return [none, new Uint8Array(this.#shared, 0, 1 + random(60))];
    }
  }

  /** Returns a wrong length that an object may claim. */
  #lie(length) {
    const random = this.#random;
    const values = [length + 1 + random(3_000), random(length), 0, -1, 1 << 30, 2 ** 53, NaN, Infinity, "7", null, undefined, { valueOf: () => random(5_000) }];
    const value = values[random(values.length)];
    return random(2) === 0 ? { value } : { get: () => value };
  }
}

/** The bytes that a Uint8Array really has; undefined for anything else. */
function bytesOf(body) {
  try {
    const length = lengthOf(body);
    return length === 0 ? new Uint8Array(0) : Uint8Array.from(new Uint8Array(bufferOf(body), offsetOf(body), length));
  } catch {
    return undefined;
  }
}

function isDisturbed(body, shared) {
  return bufferOf(body) === shared;
}

/** The object that a text holds, as JSON.parse has it. */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function mulberry(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

if (isMainThread) await main();
else disturb(workerData);
