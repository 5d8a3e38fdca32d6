// The hash alone, why two sides differ about it, and the time of a received date.
import { Slot } from "./call.js";
import { attempt, freeze, misuse, plain } from "./errors.js";
import { packSignedSettlement } from "./models.js";
import { sign as signPacked } from "./port.js";
import { glue } from "./wasm.js";

// Preparing a key costs as much as two signatures, and hardly anybody signs with two keys in turn.
let lastToken;
let lastKey;

export function sign(fields, hashToken, options) {
  const key = keyOf(hashToken);
  const hash = options === undefined ? signPacked(key.number, packSignedSettlement, fields) : undefined;
  return hash ?? key.use(glue.sign_value, fields, options);
}

export function explainSignature(bill, options) {
  return freeze(plain(attempt(glue.explain, bill, options)));
}

function keyOf(hashToken) {
  if (hashToken !== lastToken || lastKey === undefined) {
    lastKey = new Slot(attempt(glue.new_key, hashToken), glue.drop_key);
    lastToken = hashToken;
  }
  return lastKey;
}

export function readTranDate(text, assumedOffset) {
  if (typeof text !== "string") throw misuse("text", "give the text of the date");
  if (typeof assumedOffset !== "string") throw misuse("assumedOffset", 'give an offset such as "+07:00"');
  const millis = glue.read_local_instant(text, assumedOffset);
  return millis === undefined ? null : new Date(millis);
}
