// Bytes with overridden properties, or that change while getters of the caller run: the copy is read.
import { Worker } from "node:worker_threads";
import { WebhookReceiver } from "billwire";
import { describe, expect, test } from "vitest";
import { biller, errorOf } from "./support/bills.ts";

type Growing = new (size: number, options: { maxByteLength: number }) => SharedArrayBuffer;
type Resizable = new (size: number, options: { maxByteLength: number }) => ArrayBuffer & { resize(size: number): void };

const SECRET = "of-another-request";
const TEXT = '{"tran_id":"T-1","status":"success"}';
const receiver = WebhookReceiver.checkout();
const bytes = () => new TextEncoder().encode(TEXT);
const FAILED = '{"code":"310"}';

/** Reads another body first, which is still in memory. */
function received(body: Uint8Array | ArrayBuffer, headers: object = {}): string {
  receiver.receive({}, JSON.stringify({ tran_id: SECRET.repeat(3_000) }));
  try {
    return JSON.stringify(receiver.receive(headers as never, body).payload.tran_id);
  } catch (error) {
    return errorOf(() => { throw error; }).code;
  } finally {
    expect(receiver.receive({}, TEXT).payload.tran_id).toBe("T-1");
  }
}

describe("a length that is overridden", () => {
  test("of bytes and buffers is ignored, in webhooks and answers", () => {
    for (const lie of [0, 40_000, -1, NaN, "5", { valueOf: () => 50_000 }]) {
      for (const name of ["length", "byteLength", "byteOffset"]) {
        expect(received(Object.defineProperty(bytes(), name, { value: lie }))).toBe('"T-1"');
        expect(received(Object.defineProperty(bytes().buffer, name, { get: () => lie }) as ArrayBuffer)).toBe('"T-1"');
        const answer = Object.defineProperty(new TextEncoder().encode(FAILED), name, { value: lie });
        expect(errorOf(() => biller().decode("settlement", 200, answer)).responseCode).toBe("310");
      }
    }
  });

  test("by a class is ignored, with other methods", () => {
    class Longer extends Uint8Array {
      override get length(): never { return 50_000 as never; }
      override subarray(): never { return new Uint8Array(9) as never; }
      override set(): void {}
      static get [Symbol.species](): never { return Array as never; }
    }
    expect(received(new Longer(bytes().buffer))).toBe('"T-1"');
    expect(received(Object.setPrototypeOf(bytes(), null) as Uint8Array)).toBe('"T-1"');
    expect(received(Object.defineProperty(bytes(), "buffer", { value: new ArrayBuffer(9) }))).toBe('"T-1"');
  });

  test("does not make bytes of another object", () => {
    for (const body of [new Proxy(bytes(), {}), Object.create(bytes()), { length: 5 }, new DataView(bytes().buffer), new SharedArrayBuffer(8)]) {
      expect(received(body as never)).toBe("wrong_type");
    }
  });
});

describe("a buffer that changes in a getter of the headers", () => {
  const resizable = (to: number): [Uint8Array, object] => {
    const buffer = new (ArrayBuffer as unknown as Resizable)(TEXT.length, { maxByteLength: 100_000 });
    new Uint8Array(buffer).set(bytes());
    return [new Uint8Array(buffer), { get token() { buffer.resize(to); return "x"; } }];
  };
  const proxy = WebhookReceiver.merchantProxy({ tokens: ["x"] });

  test.each([0, 20, 100_000])("to %i bytes is read at its new length", (to) => {
    const [body, headers] = resizable(to);
    expect(["invalid_json", "too_large"]).toContain(errorOf(() => proxy.receive(headers as never, body)).code);
  });

  test("and is detached has no bytes", () => {
    const body = bytes();
    const headers = { get token() { if (body.buffer.byteLength > 0) structuredClone(body, { transfer: [body.buffer] }); return "x"; } };
    expect(errorOf(() => proxy.receive(headers, body)).code).toBe("invalid_json");
  });
});

test("shared bytes that grow are read at their measured length", async () => {
  const buffer = new (SharedArrayBuffer as unknown as Growing)(TEXT.length, { maxByteLength: 60_000 });
  const body = new Uint8Array(buffer);
  body.set(bytes());
  const worker = new Worker(
    'const { workerData, parentPort } = require("node:worker_threads"); while (workerData.byteLength < 60000) workerData.grow(workerData.byteLength + 1); parentPort.postMessage(1);',
    { eval: true, workerData: buffer },
  );
  const done = new Promise((resolve) => worker.once("message", resolve));
  const seen = new Set<string>();
  let running = true;
  void done.then(() => (running = false));
  while (running) {
    for (let i = 0; i < 50; i++) seen.add(received(body));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await worker.terminate();
  for (const text of seen) expect(['"T-1"', "invalid_json"]).toContain(text);
});
