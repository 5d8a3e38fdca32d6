// What billwire offers over its first wasm, whichever entry starts it.
export { Biller } from "./biller.js";
export { BillwireError, isBillwireError } from "./errors.js";
export { operations } from "./models.js";
export { readTranDate, sign } from "./sign.js";
export { WebhookReceiver } from "./webhook.js";
