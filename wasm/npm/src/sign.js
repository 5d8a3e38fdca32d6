// The hash alone, and the time of a received date.
import { misuse } from "./errors.js";
import { accident } from "./instance.js";
import { packSignedSettlement } from "./models.js";
import { relieve, sign as signPacked } from "./memory.js";
import { WasmHandle } from "./wasm-handle.js";
import { glue, instance } from "./wasm.js";

// Preparing a key costs as much as two signatures, and hardly anybody signs with two keys in turn.
let last;

export function sign(fields, hashToken, options) {
  const key = last?.token === hashToken ? last : (last = replaced(hashToken));
  key.users++;
  try {
    return (options === undefined ? signOnce(key.handle.number, fields) : undefined) ?? key.handle.ask(glue.sign_value, fields, options);
  } finally {
    key.users--;
    // The fields may be code of the caller's, which has signed with another key meanwhile.
    if (key !== last) forget(key);
  }
}

function replaced(token) {
  const make = () => instance.attempt(glue.new_key, token);
  const handle = new WasmHandle(instance, make(), make, glue.drop_key);
  if (last !== undefined) forget(last);
  return { token, handle, users: 0 };
}

/** Wipes a key, unless somebody is about to sign with it. */
function forget(key) {
  if (key.users === 0) key.handle.rest();
}

function signOnce(key, fields) {
  try {
    return signPacked(key, packSignedSettlement, fields);
  } catch (error) {
    instance.generation = 0;
    throw accident(error);
  } finally {
    relieve();
  }
}

export function readTranDate(text, assumedOffset) {
  if (typeof text !== "string") throw misuse("text", "give the text of the date");
  if (typeof assumedOffset !== "string") throw misuse("assumedOffset", 'give an offset such as "+07:00"');
  const millis = instance.attempt(glue.read_local_instant, text, assumedOffset);
  return millis === undefined ? null : new Date(millis);
}
