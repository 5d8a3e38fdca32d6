// The memory that JavaScript and the wasm share: text and numbers go in, text and offsets come out.
import { copyInto, lengthOf } from "./intrinsics.js";
import { LARGEST } from "./instance.js";
import { glue, instance } from "./wasm.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Value of `extra` for a received object without unknown members. */
export const NONE = Object.freeze({});

const TOKEN_CAPACITY = 256;
const TEXT_CAPACITY = 1 << 16;
const VALUE_CAPACITY = 1 << 10;
let textCapacity;
let valueCapacity;
let exports; // of the instance whose memory the views show
let bytes = new Uint8Array(0); // the whole memory, as a Buffer where the runtime has it
let text8 = new Uint8Array(0); // text that goes in
let textAt = 0;
let token8; // token of a webhook
let offsets; // offsets of the values that the wasm read
let offsetsAt = -1;

/** Makes new views of the memory: it has grown, a buffer has moved, or the instance is new. */
function updateViews() {
  // A new instance starts with small buffers.
  if (exports !== instance.exports) [textCapacity, valueCapacity] = [TEXT_CAPACITY, VALUE_CAPACITY];
  ({ exports } = instance);
  exports.reserve(textCapacity, valueCapacity);
  const { buffer } = exports.memory;
  bytes = slices ? Buffer.from(buffer) : new Uint8Array(buffer);
  textAt = exports.text_at();
  text8 = new Uint8Array(buffer, textAt, textCapacity);
  token8 = new Uint8Array(buffer, exports.token_at(), TOKEN_CAPACITY);
  packer.lengths = new Int32Array(buffer, exports.lengths_at(), valueCapacity);
  packer.numbers = new Float64Array(buffer, exports.numbers_at(), valueCapacity);
  offsetsAt = -1;
}

function grow(text, values) {
  let [newText, newValues] = [textCapacity, valueCapacity];
  while (newText < text) newText *= 2;
  while (newValues < values) newValues *= 2;
  exports.reserve(newText, newValues); // if it traps, the capacities stay as they are
  [textCapacity, valueCapacity] = [newText, newValues];
  updateViews();
}

/** Growing memory, or a new instance, detaches the old views. */
function updateStaleViews() {
  if (text8.length === 0) updateViews();
}

/** Buffers that the generated code packs a request into. */
export const packer = {
  lengths: undefined,
  numbers: undefined,
  s: "",
  l: 0,
  n: 0,

  /** Whether `values` more fit. If not, the buffers grow for the next request. */
  has(values, inUse) {
    if (inUse + values <= valueCapacity) return true;
    grow(textCapacity, 4 * (inUse + values));
    return false;
  },

  used(s, l, n) {
    this.s = s;
    this.l = l;
    this.n = n;
  },
};

/** Whether text has no lone surrogate, which the encoder would replace by U+FFFD. */
function isWellFormed(s) {
  return typeof s.isWellFormed === "function" && s.isWellFormed();
}

/** Releases the memory of a huge request, after its whole result is read. */
export function releaseMemory() {
  if (bytes.length > LARGEST) instance.releaseMemory();
}

let turns = 0;

/**
 * Packs a value into the shared buffers. Returns the bytes of its text, or -1 if it needs the full path or does not fit.
 * A getter of the value is the caller's code: it may throw, or call billwire, which packs another value or grows the memory.
 */
function packText(pack, value) {
  updateStaleViews();
  const turn = ++turns;
  const { lengths } = packer;
  try {
    if (!pack(value)) return -1;
  } catch {
    return -1;
  }
  if (turn !== turns || lengths !== packer.lengths || lengths.length === 0) return -1;
  const { s } = packer;
  if (3 * s.length > textCapacity) grow(3 * s.length, 0);
  const { written } = encoder.encodeInto(s, text8);
  return written === s.length || isWellFormed(s) ? written : -1;
}

/** Packs and prepares a request. Returns its body, or undefined if it needs the full path. */
export function prepare(biller, operation, pack, request) {
  const written = packText(pack, request);
  if (written < 0) return undefined;
  const { s, l, n } = packer;
  packer.s = "";
  const ascii = written === s.length;
  const length = exports.prepare(biller, operation, written, ascii, l, n);
  if (length < 0) return undefined;
  updateStaleViews();
  if (ascii) return latin1(exports.body_at(), length);
  const units = exports.widen();
  updateStaleViews();
  return utf16(exports.units_at(), units);
}

/** Makes a key. Returns its number, or undefined if the full path has to refuse the token. */
export function newKey(token) {
  updateStaleViews();
  if (typeof token !== "string" || !isWellFormed(token) || 3 * token.length > textCapacity) return undefined;
  const key = exports.key_of_text(encoder.encodeInto(token, text8).written);
  return key < 0 ? undefined : key;
}

/** Packs and signs the signed fields. Returns the hash, or undefined if they need the full path. */
export function sign(key, pack, fields) {
  const written = packText(pack, fields);
  if (written < 0) return undefined;
  const { s, l, n } = packer;
  packer.s = "";
  const length = exports.sign(key, written, written === s.length, l, n);
  if (length < 0) return undefined;
  updateStaleViews();
  return latin1(textAt, length);
}

/**
 * Reads a webhook of at most `limit` units with one token or none. Returns its model, or undefined if it needs the full
 * path. No code of the caller runs here, and the body is read from a copy of the measured length.
 */
export function receive(receiver, read, addUnknown, body, token, limit) {
  const isText = typeof body === "string";
  const units = isText ? body.length : lengthOf(body);
  if (units === 0 || units > limit) return undefined;
  updateStaleViews();
  const needed = isText ? 3 * units : units;
  if (needed > textCapacity) grow(needed, 0);
  const tokenLength = token === "" ? 0 : encoder.encodeInto(token, token8).written;
  if (tokenLength !== token.length) return undefined; // too long, or not ASCII
  let length = units;
  if (isText) {
    length = encoder.encodeInto(body, text8).written;
    if (length !== units && !isWellFormed(body)) return undefined;
  } else {
    try {
      copyInto(text8, body);
    } catch {
      return undefined; // another thread has lengthened the body
    }
  }
  const offsetsAndFlags = exports.receive(receiver, length, tokenLength);
  if (offsetsAndFlags < 0) return undefined;
  updateStaleViews();
  const at = offsetsAndFlags & ~3;
  if (at !== offsetsAt) {
    offsets = new Int32Array(exports.memory.buffer, at);
    offsetsAt = at;
  }
  const decode = (offsetsAndFlags & 1) === 1 ? latin1 : utf8;
  const json = isText ? body : decode(textAt, length);
  try {
    const model = read(json, offsets, 0);
    return (offsetsAndFlags & 2) === 0 ? model : addUnknown(model, JSON.parse(json));
  } catch (error) {
    if (error === MOVED) return undefined;
    throw error;
  }
}

// Node's Buffer decodes fastest. Imitations of Buffer in other runtimes lack these methods.
const slices = typeof Buffer === "function" && typeof Buffer.prototype.latin1Slice === "function";
const utf8 = slices
  ? (at, length) => bytes.utf8Slice(at, at + length)
  : (at, length) => decoder.decode(bytes.subarray(at, at + length));
const latin1 = slices ? (at, length) => bytes.latin1Slice(at, at + length) : utf8;
const utf16 = slices
  ? (at, units) => bytes.ucs2Slice(at, at + 2 * units)
  : (at, units) => utf16Decoder().decode(bytes.subarray(at, at + 2 * units));

let utf16le;
function utf16Decoder() {
  return (utf16le ??= new TextDecoder("utf-16le", { ignoreBOM: true }));
}

const NULL = -1;
const EXPONENT = 1 << 30;
const OFFSET = EXPONENT - 1;
const MINUS = 45;

/** Text at an index of the offsets; undefined for null. */
export function text(json, offsets, index) {
  const start = offsets[index];
  if (start >= 0) return json.substring(start, offsets[index + 1]);
  return start === NULL ? undefined : unescaped(json, start, offsets[index + 1]);
}

/** Decimal at an index of the offsets, in plain notation; undefined for null. */
export function decimal(json, offsets, index) {
  const start = offsets[index];
  const end = offsets[index + 1];
  if (start === NULL) return undefined;
  if (start < 0) return plain(unescaped(json, start, end));
  const digits = json.substring(start, end & OFFSET);
  const isPlainNotation = (end & EXPONENT) === 0 && digits.charCodeAt(0) !== MINUS;
  return isPlainNotation ? digits : plain(digits);
}

/** Thrown while a model is read: the memory has grown, and the view of the offsets is detached. */
const MOVED = Symbol("moved");

function plain(digits) {
  const text = glue.plain_decimal(digits);
  if (text8.length === 0) throw MOVED;
  return text;
}

function unescaped(json, start, end) {
  return JSON.parse(json.substring((start & OFFSET) - 1, (end & OFFSET) + 1));
}
