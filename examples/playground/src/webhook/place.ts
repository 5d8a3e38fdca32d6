// Converts a byte offset in UTF-8 to a position in a text.

/** A position in a text, in UTF-16 units. Line and column count from 1, as in editors. */
export interface Place {
  start: number;
  /** Its end; equal to the start at the end of the text. */
  end: number;
  line: number;
  column: number;
}

const clusters = new Intl.Segmenter("km", { granularity: "grapheme" });
const encoder = new TextEncoder();

/** Returns the position of a byte. It covers a whole grapheme, so that no Khmer syllable is split. */
export function placeOf(text: string, offset: number): Place {
  // The longest part of the text that fits before the byte.
  const { read } = encoder.encodeInto(text, new Uint8Array(offset));
  const drawn = clusters.segment(text).containing(read);
  const [start, length] = drawn === undefined ? [read, 0] : [drawn.index, drawn.segment.length];
  const before = text.slice(0, read);
  return {
    start,
    end: start + length,
    line: before.split("\n").length,
    column: read - before.lastIndexOf("\n"),
  };
}
