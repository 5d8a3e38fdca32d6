// Bytes that change while they are read: the copy is read. kinds.test.ts has bytes that lie about themselves.
import { Worker } from "node:worker_threads";
import { WebhookReceiver } from "billwire";
import { describe, expect, test } from "vitest";
import { errorOf } from "./support/bills.ts";

type Growing = new (size: number, options: { maxByteLength: number }) => SharedArrayBuffer;
type Resizable = new (
  size: number,
  options: { maxByteLength: number },
) => ArrayBuffer & { resize(size: number): void };

const SECRET = "of-another-request";
const TEXT = '{"tran_id":"T-1","status":"success"}';
const receiver = WebhookReceiver.checkout();
const proxy = WebhookReceiver.merchantProxy({ tokens: ["x"] });
const bytes = () => new TextEncoder().encode(TEXT);

/** Reads another body first, which is still in memory. */
function received(body: Uint8Array | ArrayBuffer): string {
  receiver.receive({}, JSON.stringify({ tran_id: SECRET.repeat(3_000) }));
  try {
    return JSON.stringify(receiver.receive({}, body).payload.tran_id);
  } catch (error) {
    return errorOf(() => {
      throw error;
    }).code;
  } finally {
    expect(receiver.receive({}, TEXT).payload.tran_id).toBe("T-1");
  }
}

describe("a buffer that changes in a getter of the headers", () => {
  test.each([0, 20, 100_000])("to %i bytes is read at its new length", (to) => {
    const buffer = new (ArrayBuffer as unknown as Resizable)(TEXT.length, { maxByteLength: 100_000 });
    new Uint8Array(buffer).set(bytes());
    const headers = {
      get token() {
        buffer.resize(to);
        return "x";
      },
    };
    expect(["invalid_json", "too_large"]).toContain(
      errorOf(() => proxy.receive(headers, new Uint8Array(buffer))).code,
    );
  });

  test("and is detached has no bytes", () => {
    const body = bytes();
    const headers = {
      get token() {
        if (body.buffer.byteLength > 0) structuredClone(body, { transfer: [body.buffer] });
        return "x";
      },
    };
    expect(errorOf(() => proxy.receive(headers, body)).code).toBe("invalid_json");
  });
});

test("shared bytes that grow are read at their measured length", async () => {
  const buffer = new (SharedArrayBuffer as unknown as Growing)(TEXT.length, { maxByteLength: 60_000 });
  const body = new Uint8Array(buffer);
  body.set(bytes());
  const program =
    'const { workerData, parentPort } = require("node:worker_threads"); ' +
    "while (workerData.byteLength < 60000) workerData.grow(workerData.byteLength + 1); parentPort.postMessage(1);";
  const worker = new Worker(program, { eval: true, workerData: buffer });
  let running = true;
  worker.once("message", () => (running = false));
  const seen = new Set<string>();
  while (running) {
    for (let i = 0; i < 50; i++) seen.add(received(body));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await worker.terminate();
  for (const text of seen) expect(['"T-1"', "invalid_json"]).toContain(text);
});
