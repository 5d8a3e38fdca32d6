// What billwire offers, whichever entry starts it.
export { Biller } from "./biller.js";
export { decimal } from "./decimal.js";
export { BillwireError, isBillwireError } from "./errors.js";
export { operations } from "./models.js";
export { countReadings, explainSignature, readTranDate, sign } from "./sign.js";
export { WebhookReceiver } from "./webhook.js";
