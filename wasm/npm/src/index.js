// The exports that need the main wasm. The entries `billwire` and `billwire/slim` start it.
export { Biller } from "./biller.js";
export { BillwireError, isBillwireError } from "./errors.js";
export { Code, ErrorKind, NextStep, operations } from "./models.js";
export { readTranDate, sign } from "./sign.js";
export { WebhookReceiver } from "./webhook.js";
