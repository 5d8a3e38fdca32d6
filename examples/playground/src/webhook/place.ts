// From a byte of UTF-8 to what stands there in a text.

/** A place in a text, in the units of JavaScript's strings. */
export interface Place {
  /** Where it begins. */
  start: number;
  /** Where it ends; the same, if it is the end of the text. */
  end: number;
  /** Which line, from 1. */
  line: number;
  /** Which column of the line, from 1, as editors count. */
  column: number;
}

/** Ties the consonant behind it to the one before, below which it is written. */
const COENG = "\u17d2";
const clusters = new Intl.Segmenter("km", { granularity: "grapheme" });
const encoder = new TextEncoder();

/** The place at a byte of a text's UTF-8: all that is drawn as one, so that no Khmer syllable is torn apart. */
export function placeOf(text: string, offset: number): Place {
  // As much of the text as fits into the bytes before the place.
  const { read } = encoder.encodeInto(text, new Uint8Array(offset));
  const before = text.slice(0, read);
  const { start, end } = syllableAt(text, read);
  return { start, end, line: before.split("\n").length, column: read - before.lastIndexOf("\n") };
}

function syllableAt(text: string, at: number): { start: number; end: number } {
  const segments = clusters.segment(text);
  const here = segments.containing(at);
  if (here === undefined) return { start: at, end: at };
  let start = here.index;
  let end = start + here.segment.length;
  while (text[start - 1] === COENG) start = segments.containing(start - 1)?.index ?? start;
  while (text[end - 1] === COENG && end < text.length) end += segments.containing(end)?.segment.length ?? 1;
  return { start, end };
}
