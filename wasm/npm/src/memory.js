// The memory that JavaScript shares with the wasm: text and numbers go in, text and offsets come out.
import { LARGEST, brokenInstance } from "./instance.js";
import { copyInto, lengthOf } from "./intrinsics.js";
import { glue, instance } from "./wasm.js";

const encoder = new TextEncoder();

/** Value of `extra` for a received object without unknown members. */
export const NONE = Object.freeze({});

/** Flags of a prepared request: with warnings, and whether they are those of the last request that had any. */
const WARNED = 2;
const AS_BEFORE = 4;
const TOKEN_CAPACITY = 256;
const TEXT_CAPACITY = 1 << 14;
const VALUE_CAPACITY = 1 << 10;
let textCapacity;
let valueCapacity;
let exports; // of the instance whose memory the views show
let bytes = new Uint8Array(0); // the whole memory, as a Buffer where the runtime has it
let bytes8 = new Uint8Array(0); // bytes that go in
let bytesAt = 0;
let text16; // text that goes in
let textAt = 0;
let token8; // token of a webhook
let offsets; // offsets of the values that the wasm read
let offsetsAt = -1;
let lastWarnings; // as the wasm has them

/** Makes new views of the memory: it has grown, a buffer has moved, or the instance is new. */
function updateViews() {
  // A new instance starts with small buffers.
  if (exports !== instance.exports) [textCapacity, valueCapacity] = [TEXT_CAPACITY, VALUE_CAPACITY];
  ({ exports } = instance);
  exports.reserve(textCapacity, valueCapacity);
  const { buffer } = exports.memory;
  bytes = slices ? Buffer.from(buffer) : new Uint8Array(buffer);
  // The wasm returns addresses above two gigabytes as negative numbers.
  bytesAt = exports.bytes_at() >>> 0;
  bytes8 = new Uint8Array(buffer, bytesAt, textCapacity);
  textAt = exports.text_at() >>> 0;
  text16 = new Uint16Array(buffer, textAt, textCapacity);
  token8 = new Uint8Array(buffer, exports.token_at() >>> 0, TOKEN_CAPACITY);
  packer.lengths = new Int32Array(buffer, exports.lengths_at() >>> 0, valueCapacity);
  packer.numbers = new Float64Array(buffer, exports.numbers_at() >>> 0, valueCapacity);
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
  if (bytes8.length === 0) updateViews();
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

/** Runs one pass, and releases the memory of a huge request afterwards. An error means that the instance broke. */
export function runPass(pass, ...args) {
  try {
    return pass(...args);
  } catch (error) {
    instance.generation = 0;
    throw brokenInstance(error);
  } finally {
    // A call that returned nothing may have grown the memory, which detached the view.
    if (bytes.length > LARGEST || bytes.length === 0) instance.releaseMemory();
  }
}

let turns = 0;

/**
 * Packs a value into the shared buffers. Returns the units of its text, or -1 if it is unusual or does not fit.
 * A getter of the value is the caller's code: it may throw, or call billwire, which packs another value or
 * grows the memory.
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
  packer.s = "";
  return writeText(s);
}

/** Writes text to its buffer, which grows as needed. Returns its units. */
function writeText(s) {
  if (s.length > textCapacity) grow(s.length, 0);
  writeUnits(s);
  return s.length;
}

/** Packs and prepares a request. Returns its body, or undefined if the wasm has to read it as a value. */
export function prepare(biller, operation, pack, request) {
  const units = packText(pack, request);
  if (units < 0) return undefined;
  const lengthAndFlags = exports.prepare(biller, operation, units, packer.l, packer.n);
  if (lengthAndFlags < 0) return undefined;
  updateStaleViews();
  const [isWide, length] = [(lengthAndFlags & 1) === 1, lengthAndFlags >> 3];
  packer.warnings = (lengthAndFlags & WARNED) === 0 ? undefined : warningsBy(lengthAndFlags);
  return (isWide ? utf16 : latin1)(exports.body_at(isWide) >>> 0, length);
}

/** Text of the warnings. Bills of one kind have the same ones, whose text crosses once. */
function warningsBy(flags) {
  if ((flags & AS_BEFORE) === 0) lastWarnings = glue.last_warnings();
  return lastWarnings;
}

/** Packs and signs the signed fields. Returns the hash, or undefined if the wasm has to read them as a value. */
export function sign(key, pack, fields) {
  const units = packText(pack, fields);
  if (units < 0) return undefined;
  const length = exports.sign(key, units, packer.l, packer.n);
  if (length < 0) return undefined;
  updateStaleViews();
  return latin1(bytesAt, length);
}

/**
 * Reads a webhook of at most `limit` units with one token or none. Returns its model, or undefined if the
 * wasm has to read it as a value. No code of the caller runs here, and the body is read from a copy of the
 * measured length.
 */
export function receive(receiver, read, addUnknown, body, token, limit) {
  const isText = typeof body === "string";
  const length = isText ? body.length : lengthOf(body);
  if (length === 0 || length > limit) return undefined;
  updateStaleViews();
  if (length > textCapacity) grow(length, 0);
  const tokenLength = token === "" ? 0 : encoder.encodeInto(token, token8).written;
  if (tokenLength !== token.length) return undefined; // too long, or not ASCII
  if (isText) {
    writeText(body);
  } else {
    try {
      copyInto(bytes8, body);
    } catch {
      return undefined; // another thread has lengthened the body
    }
  }
  let json = isText ? body : undefined;
  let offsetsAndFlags = isText
    ? exports.receive_text(receiver, length, tokenLength)
    : exports.receive_bytes(receiver, length, tokenLength, DECODES);
  if (offsetsAndFlags === NOT_ASCII) {
    updateStaleViews();
    json = bytes.utf8Slice(bytesAt, bytesAt + length);
    if (json.includes(REPLACED)) return undefined; // it may not be UTF-8
    offsetsAndFlags = exports.receive_text(receiver, writeText(json), tokenLength);
  }
  if (offsetsAndFlags < 0) return undefined;
  updateStaleViews();
  const at = offsetsAndFlags & ~3;
  if (at !== offsetsAt) {
    offsets = new Int32Array(exports.memory.buffer, at);
    offsetsAt = at;
  }
  json ??= received(length, (offsetsAndFlags & 1) === 1);
  try {
    const model = read(json, offsets, 0);
    return (offsetsAndFlags & 2) === 0 ? model : addUnknown(model, JSON.parse(json));
  } catch (error) {
    if (error === UNUSUAL) return undefined;
    throw error;
  }
}

/** Text of a body that was received in bytes. */
function received(length, isWide) {
  return isWide ? utf16(textAt, exports.received_units()) : latin1(bytesAt, length);
}

/** Result of the wasm for a body that this side decodes. */
const NOT_ASCII = -2;

/** Character in place of bytes that are not UTF-8. */
const REPLACED = "\ufffd";

// Node's Buffer copies fastest. Imitations of Buffer in other runtimes lack these methods.
const slices =
  typeof Buffer === "function" &&
  ["latin1Slice", "ucs2Slice", "ucs2Write", "utf8Slice"].every((name) => name in Buffer.prototype);

// From Node 24 on, V8 decodes UTF-8 faster than the wasm.
const DECODES = slices && Number.parseInt(globalThis.process?.versions?.node, 10) >= 24;

const latin1 = slices
  ? (at, length) => bytes.latin1Slice(at, at + length)
  : (at, length) => decoderOf("latin1").decode(bytes.subarray(at, at + length));
const utf16 = slices
  ? (at, units) => bytes.ucs2Slice(at, at + 2 * units)
  : (at, units) => decoderOf("utf-16le").decode(bytes.subarray(at, at + 2 * units));
const writeUnits = slices
  ? (s) => bytes.ucs2Write(s, textAt, 2 * s.length)
  : (s) => {
      for (let at = 0; at < s.length; at++) text16[at] = s.charCodeAt(at);
    };

// The decoder of "latin1" differs from Latin-1 in the control characters from U+0080 alone, which no body contains.
const decoders = { __proto__: null };
function decoderOf(label) {
  return (decoders[label] ??= new TextDecoder(label, { ignoreBOM: true }));
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

/** Decimal at an index of the offsets; undefined for null. The wasm writes one that is not in plain notation. */
export function decimal(json, offsets, index) {
  const start = offsets[index];
  const end = offsets[index + 1];
  if (start === NULL) return undefined;
  if (start < 0 || (end & EXPONENT) !== 0 || json.charCodeAt(start) === MINUS) throw UNUSUAL;
  return json.substring(start, end & OFFSET);
}

/** Thrown for a value that the wasm has to read. */
const UNUSUAL = Symbol("unusual");

function unescaped(json, start, end) {
  return JSON.parse(json.substring((start & OFFSET) - 1, (end & OFFSET) + 1));
}
