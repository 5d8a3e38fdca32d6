// Byte offsets to positions. The oracle is Node's own encoder and decoder.
import { describe, expect, test } from "vitest";
import { placeOf } from "../src/webhook/place.ts";

const TEXT = '\ufeff{"ក":"ភ្នំពេញ",\n"é":"e\u0301","🎋":"👩‍👩‍👧",\r\n"ក្ស្មា":"ស្ត្រី"}';

describe("place", () => {
  test("every character's byte leads to its grapheme", () => {
    let at = 0;
    for (const character of TEXT) {
      const { start, end } = placeOf(TEXT, Buffer.byteLength(TEXT.slice(0, at)));
      expect(start).toBeLessThanOrEqual(at);
      expect(end).toBeGreaterThanOrEqual(at + character.length);
      at += character.length;
    }
    expect(placeOf(TEXT, Buffer.byteLength(TEXT))).toMatchObject({ start: TEXT.length, end: TEXT.length });
  });

  test("a byte inside a character leads to that character", () => {
    const text = '{"ក":1}';
    for (const offset of [2, 3, 4]) expect(placeOf(text, offset)).toMatchObject({ start: 2, end: 3 });
  });

  test("Khmer syllables stay whole", () => {
    for (const [text, syllable, from] of [
      ["ភ្នំពេញ", "ភ្នំ", 0],
      ["ភ្នំពេញ", "ភ្នំ", 2],
      ["ភ្នំពេញ", "ពេ", 4],
      ["ស្ត្រី", "ស្ត្រី", 0],
      ["ស្ត្រី", "ស្ត្រី", 4],
      ["ស្ត្រី", "ស្ត្រី", 5],
    ] as const) {
      const { start, end } = placeOf(text, Buffer.byteLength(text.slice(0, from)));
      expect(text.slice(start, end)).toBe(syllable);
    }
  });

  test("lines and columns are those of an editor", () => {
    const text = 'a\nខ្មែរ "x"\n';
    expect(placeOf(text, 0)).toMatchObject({ line: 1, column: 1 });
    expect(placeOf(text, Buffer.byteLength(text.slice(0, text.indexOf('"x"'))))).toMatchObject({ line: 2, column: 7 });
    expect(placeOf(text, Buffer.byteLength(text))).toMatchObject({ line: 3, column: 1 });
  });
});
