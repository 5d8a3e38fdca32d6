// Notation of pasted hashes. The oracle is node:crypto.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { observe } from "../src/signature/notation.ts";

/** A hash whose Base64 has every kind of letter. */
const HASH = [...Array(1000).keys()]
  .map((seed) => createHash("sha512").update(String(seed)).digest())
  .find((hash) => /\+.*\/|\/.*\+/.test(hash.toString("base64")));
if (HASH === undefined) throw new Error("no such hash");
const BASE64 = HASH.toString("base64");

describe("notation", () => {
  test("each notation is named, with its bytes", () => {
    for (const [text, notation] of [
      [BASE64, "base64"],
      [BASE64.slice(0, -2), "base64_no_pad"],
      [HASH.toString("base64url"), "url_safe"],
      [HASH.toString("hex"), "hex"],
      [HASH.toString("hex").toUpperCase(), "upper_case_hex"],
      [`A${HASH.toString("hex").slice(1, -1)}a`, "mixed_case_hex"],
      [encodeURIComponent(BASE64), "percent"],
    ] as const) {
      expect(observe(text)).toEqual({ text, removed: [], length: text.length, notation, bytes: 64 });
    }
  });

  test("hashes of other lengths are counted", () => {
    for (const algorithm of ["sha1", "sha256", "sha384", "md5"]) {
      const hash = createHash(algorithm).update("x").digest();
      for (const text of [hash.toString("base64"), hash.toString("base64url"), hash.toString("hex")])
        expect(observe(text).bytes, `${algorithm} ${text}`).toBe(hash.length);
    }
    expect(observe(BASE64.slice(0, 80)).bytes).toBe(60);
  });

  test("what is pasted around a hash is removed", () => {
    for (const [before, after, removed] of [
      [" ", "\r\n", ["space"]],
      ["\u200b", "\ufeff", ["space"]],
      ['"', '"', ["quotes"]],
      ["'", "'", ["quotes"]],
      ["“", "”", ["quotes"]],
      ['"hash": "', '",', ["name", "quotes"]],
      ["hash=", "", ["name"]],
      [' "hash" : "', '" ', ["space", "name", "quotes"]],
    ] as const) {
      expect(observe(`${before}${BASE64}${after}`), before).toMatchObject({ text: BASE64, removed });
    }
    const escaped = JSON.stringify(BASE64).replaceAll("/", "\\/").replaceAll("=", "\\u003d").replaceAll("+", "\\u002B");
    expect(observe(escaped)).toMatchObject({ text: BASE64, removed: ["quotes", "escapes"] });
  });

  test("other texts have no notation", () => {
    for (const text of ["", "not a hash", "abc", `${BASE64}!`, "+-".repeat(44)]) {
      expect(observe(text), text).toMatchObject({ notation: undefined, bytes: undefined });
    }
  });
});
