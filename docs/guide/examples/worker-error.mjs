// An error of a worker keeps its next step.
import assert from "node:assert/strict";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";
import { Biller, BillwireError, isBillwireError } from "billwire";

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url), { workerData: {} });
  let reported = 0;
  const report = (violations) => (reported = violations.length);
  worker.on("message", (message) => assert.equal(isBillwireError(message), false));
  worker.on("exit", () => assert.equal(reported, 7));
  // ANCHOR: restore
  worker.on("message", (message) => {
    const error = BillwireError.from(message); // also of JSON text that was parsed; undefined for anything else
    if (error?.nextStep === "fixRequest") report(error.violations);
  });
  // ANCHOR_END: restore
} else {
  const biller = new Biller({
    baseUrl: "https://service.example",
    bearer: "test-bearer",
    hashToken: "test-key",
  });
  // ANCHOR: post
  try {
    biller.prepareSettlement(workerData);
  } catch (error) {
    if (!isBillwireError(error)) throw error;
    parentPort.postMessage(error.toJSON());
  }
  // ANCHOR_END: post
}
