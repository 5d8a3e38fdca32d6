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

const clusters = new Intl.Segmenter("km", { granularity: "grapheme" });
const encoder = new TextEncoder();

/** The place at a byte of a text's UTF-8: all that is drawn as one, so that no Khmer syllable is torn apart. */
export function placeOf(text: string, offset: number): Place {
  // As much of the text as fits into the bytes before the place.
  const { read } = encoder.encodeInto(text, new Uint8Array(offset));
  const drawn = clusters.segment(text).containing(read);
  const [start, length] = drawn === undefined ? [read, 0] : [drawn.index, drawn.segment.length];
  const before = text.slice(0, read);
  return { start, end: start + length, line: before.split("\n").length, column: read - before.lastIndexOf("\n") };
}
