// The functions `sign` and `readTranDate`.
import { checkNames } from "./arguments.js";
import { invalidArgument, readArgument } from "./errors.js";
import { own } from "./intrinsics.js";
import { runPass, sign as signPacked } from "./memory.js";
import { packSignedSettlement } from "./models.js";
import { WasmHandle } from "./wasm-handle.js";
import { glue, instance } from "./wasm.js";

// Preparing a key costs as much as two signatures, and few programs alternate between keys.
let last;

export function sign(fields, hashToken, options) {
  if (typeof options === "string")
    throw invalidArgument("options", 'expected an object such as { signingOffset: "+07:00" }');
  const key = last !== undefined && last.token === hashToken ? last : (last = replaced(hashToken));
  key.users++;
  try {
    const hash =
      options === undefined
        ? runPass(signPacked, key.handle.number, packSignedSettlement, fields)
        : undefined;
    return hash ?? key.handle.callAndRelease(glue.sign_value, fields, options);
  } finally {
    key.users--;
    // A getter of the fields may have signed with another key.
    if (key !== last) forget(key);
  }
}

function replaced(token) {
  const make = () => instance.attempt(glue.new_key, token);
  const handle = new WasmHandle(instance, make(), make, glue.drop_key);
  if (last !== undefined) forget(last);
  return { token, handle, users: 0 };
}

/** Wipes a key, unless a call still signs with it. */
function forget({ users, handle }) {
  if (users === 0) handle.free();
}

export function readTranDate(text, assumedOffset, options) {
  if (typeof text !== "string") throw invalidArgument("text", "expected the text of the date");
  if (typeof assumedOffset !== "string")
    throw invalidArgument("assumedOffset", 'expected an offset such as "+07:00"');
  const isDayFirst = readArgument("dayFirst", () => dayFirst(options ?? {}));
  const millis = instance.attempt(glue.read_tran_date, text, assumedOffset, isDayFirst);
  if (Number.isNaN(millis))
    throw invalidArgument("assumedOffset", 'expected an offset such as "+07:00", not a zone\'s name');
  return millis === undefined ? null : new Date(millis);
}

/** The option `dayFirst`. */
function dayFirst(options) {
  checkNames(options, ["dayFirst"]);
  const value = own(options, "dayFirst") ?? false;
  if (typeof value !== "boolean") throw invalidArgument("dayFirst", "expected true or false");
  return value;
}
