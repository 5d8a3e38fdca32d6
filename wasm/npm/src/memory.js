// The buffers that both sides share: text and numbers go in, text and offsets come out.
import { lengthOf, put } from "./intrinsics.js";
import { LARGEST } from "./instance.js";
import { glue, instance } from "./wasm.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** What a received object has in `extra` when there is nothing. */
export const NONE = Object.freeze({});

const TOKEN_ROOM = 256;
const TEXT_ROOM = 1 << 16;
const VALUE_ROOM = 1 << 10;
let textRoom;
let valueRoom;
let exports; // of the instance whose memory the views show
let bytes = new Uint8Array(0); // all memory, as a Buffer where the host has it
let text8 = new Uint8Array(0); // where text is put
let textAt = 0;
let token8; // where the token of a webhook is put
let offsets; // the offsets of what was read
let offsetsAt = -1;

/** Takes new views of the memory: it was grown, a buffer moved, or the instance is a new one. */
function look() {
  // A new instance begins with little, however much the last one had.
  if (exports !== instance.exports) [textRoom, valueRoom] = [TEXT_ROOM, VALUE_ROOM];
  ({ exports } = instance);
  exports.reserve(textRoom, valueRoom);
  const { buffer } = exports.memory;
  bytes = slices ? Buffer.from(buffer) : new Uint8Array(buffer);
  textAt = exports.text_at();
  text8 = new Uint8Array(buffer, textAt, textRoom);
  token8 = new Uint8Array(buffer, exports.token_at(), TOKEN_ROOM);
  packer.lengths = new Int32Array(buffer, exports.lengths_at(), valueRoom);
  packer.numbers = new Float64Array(buffer, exports.numbers_at(), valueRoom);
  offsetsAt = -1;
}

function grow(text, values) {
  let [newText, newValues] = [textRoom, valueRoom];
  while (newText < text) newText *= 2;
  while (newValues < values) newValues *= 2;
  exports.reserve(newText, newValues); // what traps here has not grown
  [textRoom, valueRoom] = [newText, newValues];
  look();
}

/** Growing memory takes the old views away, and so does a new instance. */
function refresh() {
  if (text8.length === 0) look();
}

/** What the generated code packs. */
export const packer = {
  lengths: undefined,
  numbers: undefined,
  s: "",
  l: 0,
  n: 0,

  /** Whether so many values fit behind those in use. If not, they will the next time. */
  has(values, inUse) {
    if (inUse + values <= valueRoom) return true;
    grow(textRoom, 4 * (inUse + values));
    return false;
  },

  used(s, l, n) {
    this.s = s;
    this.l = l;
    this.n = n;
  },
};

/** Without the check, a lone surrogate would go out as U+FFFD. */
function isWellFormed(s) {
  return typeof s.isWellFormed === "function" && s.isWellFormed();
}

/** Gives back what a huge request took, once all of its answer is read. */
export function relieve() {
  if (bytes.length > LARGEST) instance.relieve();
}

let turns = 0;

/**
 * Packs a value and puts its text where the wasm side looks for it: how many bytes it takes, or -1 if there is something
 * to say about it, or the streams do not hold it. A getter of it is other people's code: it may throw, or call us, which
 * packs something else or makes the memory grow.
 */
function carry(pack, value) {
  refresh();
  const turn = ++turns;
  const { lengths } = packer;
  try {
    if (!pack(value)) return -1;
  } catch {
    return -1;
  }
  if (turn !== turns || lengths !== packer.lengths || lengths.length === 0) return -1;
  const { s } = packer;
  if (3 * s.length > textRoom) grow(3 * s.length, 0);
  const { written } = encoder.encodeInto(s, text8);
  return written === s.length || isWellFormed(s) ? written : -1;
}

/** Packs and prepares a request: its body, or undefined if there is something to say about it. */
export function prepare(biller, operation, pack, request) {
  const written = carry(pack, request);
  if (written < 0) return undefined;
  const { s, l, n } = packer;
  packer.s = "";
  const ascii = written === s.length;
  const length = exports.prepare(biller, operation, written, ascii, l, n);
  if (length < 0) return undefined;
  refresh();
  if (ascii) return latin1(exports.body_at(), length);
  const units = exports.widen();
  refresh();
  return utf16(exports.units_at(), units);
}

/** Packs and signs the signed fields: the hash, or undefined if there is something to say about them. */
export function sign(key, pack, fields) {
  const written = carry(pack, fields);
  if (written < 0) return undefined;
  const { s, l, n } = packer;
  packer.s = "";
  const length = exports.sign(key, written, written === s.length, l, n);
  if (length < 0) return undefined;
  refresh();
  return latin1(textAt, length);
}

/**
 * Reads a webhook of at most `limit` units with one token, or none: its model, or undefined if there is something unusual
 * about it. No code of the caller's runs in here, and what is looked at is the copy, as far as it was measured.
 */
export function receive(receiver, read, addUnknown, body, token, limit) {
  const isText = typeof body === "string";
  const units = isText ? body.length : lengthOf(body);
  if (units === 0 || units > limit) return undefined;
  refresh();
  const room = isText ? 3 * units : units;
  if (room > textRoom) grow(room, 0);
  const tokenLength = token === "" ? 0 : encoder.encodeInto(token, token8).written;
  if (tokenLength !== token.length) return undefined; // too long, or no ASCII
  let length = units;
  if (isText) {
    length = encoder.encodeInto(body, text8).written;
    if (length !== units && !isWellFormed(body)) return undefined;
  } else {
    try {
      put(text8, body);
    } catch {
      return undefined; // another thread has lengthened it since
    }
  }
  const offsetsAndFlags = exports.receive(receiver, length, tokenLength);
  if (offsetsAndFlags < 0) return undefined;
  refresh();
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

// Node's own way from bytes to text; elsewhere a Buffer may be somebody's imitation.
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

/** The text of a index of the offsets; undefined for null. */
export function text(json, offsets, index) {
  const start = offsets[index];
  if (start >= 0) return json.substring(start, offsets[index + 1]);
  return start === NULL ? undefined : unescaped(json, start, offsets[index + 1]);
}

/** The decimal of a index of the offsets, in plain notation; undefined for null. */
export function decimal(json, offsets, index) {
  const start = offsets[index];
  const end = offsets[index + 1];
  if (start === NULL) return undefined;
  if (start < 0) return plain(unescaped(json, start, end));
  const digits = json.substring(start, end & OFFSET);
  const isPlainNotation = (end & EXPONENT) === 0 && digits.charCodeAt(0) !== MINUS;
  return isPlainNotation ? digits : plain(digits);
}

/** In place of a model: memory has grown in the middle of it, and the offsets is gone. */
const MOVED = Symbol("moved");

function plain(digits) {
  const text = glue.plain_decimal(digits);
  if (text8.length === 0) throw MOVED;
  return text;
}

function unescaped(json, start, end) {
  return JSON.parse(json.substring((start & OFFSET) - 1, (end & OFFSET) + 1));
}
