// A pasted hash as text: what was pasted around it, and its notation. Only billwire judges whether it is right.

/** Kind of text that was removed around the hash. */
export type Removal = "space" | "quotes" | "name" | "escapes";

/** Notation of a hash. */
export type Notation =
  "base64" | "base64_no_pad" | "url_safe" | "hex" | "upper_case_hex" | "mixed_case_hex" | "percent";

export interface Observation {
  /** The hash alone. */
  readonly text: string;
  readonly removed: readonly Removal[];
  readonly length: number;
  /** Undefined if the text is in none of them. */
  readonly notation: Notation | undefined;
  /** Number of bytes that the text stands for. */
  readonly bytes: number | undefined;
}

/** Bytes of an HMAC-SHA-512. */
export const HASH_BYTES = 64;

export function observe(pasted: string): Observation {
  const removed: Removal[] = [];
  const text = STEPS.reduce((before, [removal, clean]) => {
    const after = clean(before);
    if (after !== before) removed.push(removal);
    return after;
  }, pasted);
  const notation = notationOf(text);
  return { text, removed, length: [...text].length, notation, bytes: notation && bytesOf(text, notation) };
}

const BLANK = "[\\s\\u200b\\ufeff]";
const trimmed = (text: string) => text.replace(new RegExp(`^${BLANK}+|${BLANK}+$`, "g"), "");

/** In this order: a line of JSON has a name, then quotes, then escapes. */
const STEPS: readonly (readonly [Removal, (text: string) => string])[] = [
  ["space", trimmed],
  ["name", (text) => text.replace(/^(["']?)hash\1\s*[:=]\s*(?=.)/i, "").replace(/[,;]$/, "")],
  ["quotes", (text) => trimmed(text).replace(/^(["'`“‘])([\s\S]*)["'`”’]$/, "$2")],
  ["escapes", (text) => text.replaceAll("\\/", "/").replace(/\\u00(2b|2f|3d)/gi, (_, code) => fromHex(code))],
];

function fromHex(code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}

function notationOf(text: string): Notation | undefined {
  if (text.length >= 32 && text.length % 2 === 0 && /^[\da-f]+$/i.test(text)) {
    if (text === text.toLowerCase()) return "hex";
    return text === text.toUpperCase() ? "upper_case_hex" : "mixed_case_hex";
  }
  if (/%(?:2b|2f|3d)/i.test(text) && /^[\w+/%-]+$/.test(text)) return "percent";
  if (!/^[\w+/-]{22,}={0,2}$/.test(text)) return undefined;
  if (/[-_]/.test(text)) return /[+/]/.test(text) ? undefined : "url_safe";
  return text.length % 4 === 0 ? "base64" : "base64_no_pad";
}

function bytesOf(text: string, notation: Notation): number {
  if (notation.endsWith("hex")) return text.length / 2;
  const letters = text.replace(/%[\da-f]{2}/gi, (code) => fromHex(code.slice(1))).replace(/=+$/, "");
  return Math.floor((letters.length * 3) / 4);
}
