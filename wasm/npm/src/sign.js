// The hash alone, and the time of a received date.
import { misuse } from "./errors.js";
import { accident } from "./instance.js";
import { packSignedSettlement } from "./models.js";
import { sign as signPacked } from "./port.js";
import { Slot } from "./slot.js";
import { glue, instance } from "./wasm.js";

// Preparing a key costs as much as two signatures, and hardly anybody signs with two keys in turn.
let lastToken;
let lastKey;

export function sign(fields, hashToken, options) {
  const key = keyOf(hashToken);
  return (options === undefined ? signOnce(key.number, fields) : undefined) ?? key.use(glue.sign_value, fields, options);
}

function signOnce(key, fields) {
  try {
    return signPacked(key, packSignedSettlement, fields);
  } catch (error) {
    instance.generation = 0;
    throw accident(error);
  }
}

function keyOf(hashToken) {
  if (hashToken !== lastToken || lastKey === undefined) {
    const make = () => instance.attempt(glue.new_key, hashToken);
    lastKey = new Slot(instance, make(), make, glue.drop_key);
    lastToken = hashToken;
  }
  return lastKey;
}

export function readTranDate(text, assumedOffset) {
  if (typeof text !== "string") throw misuse("text", "give the text of the date");
  if (typeof assumedOffset !== "string") throw misuse("assumedOffset", 'give an offset such as "+07:00"');
  const millis = instance.attempt(glue.read_local_instant, text, assumedOffset);
  return millis === undefined ? null : new Date(millis);
}
