// The exports of the entries `billwire` and `billwire/slim`, which start the wasm.
export { Biller } from "./biller.js";
export { BillwireError, isBillwireError } from "./errors.js";
export { Code, ErrorKind, NextStep, operations } from "./models.js";
export { readTranDate, sign } from "./sign.js";
export * from "./tools/index.js";
export { WebhookReceiver } from "./webhook.js";
