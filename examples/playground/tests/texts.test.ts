// Checks of texts that the compiler cannot do: texts by billwire's names, and their letters.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { Text } from "../src/texts/language.ts";

// The first language is the browser's.
beforeAll(() => vi.stubGlobal("navigator", { language: "km-KH" }));

const KHMER = /[\u1780-\u17ff]/;

describe("texts", () => {
  test("every mistake of the shared vectors has a Khmer text", async () => {
    const { mistakesInKhmer } = await import("../src/texts/findings.ts");
    const file = new URL("../../../tests/vectors/mistakes.json", import.meta.url);
    const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: { causes: { mistake: string }[] }[] };
    const names = new Set(cases.flatMap(({ causes }) => causes.flatMap(({ mistake }) => mistake.split("+"))));
    expect(names.size).toBeGreaterThan(30);
    expect([...names].filter((name) => !KHMER.test(mistakesInKhmer[name] ?? ""))).toEqual([]);
  });

  test("Khmer texts are Khmer, and English ones are not", async () => {
    const modules = await Promise.all([
      import("../src/texts/page.ts"),
      import("../src/texts/signature.ts"),
      import("../src/texts/webhook.ts"),
      import("../src/texts/simulator.ts"),
      import("../src/texts/code.ts"),
      import("../src/texts/paste.ts"),
      import("../src/texts/profile.ts"),
    ]);
    const tables: readonly Readonly<Record<string, Text>>[] = modules.flatMap((module) =>
      Object.entries(module).flatMap(([name, table]) => (name === "settingsInKhmer" ? [] : [table as never])),
    );
    const all = tables.flatMap((table) => Object.values(table));
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter(({ en }) => KHMER.test(en))).toEqual([]);
    // Words that Khmer developers write in Latin letters.
    const latin = all.filter(({ km }) => !KHMER.test(km)).map(({ km }) => km);
    expect(latin.toSorted()).toEqual(
      ["Body", "Field", "Hash", "Signing string", "Webhook", "billwire", "byte {offset}", "signing string"].filter(
        (text) => latin.includes(text),
      ),
    );
  });

  test("placeholders are filled in the displayed language", async () => {
    const { language, say, texts } = await import("../src/texts/language.ts");
    const table = texts({ two: { en: "{a} of {b}", km: "{b} ក្នុង {a}" }, none: { en: "x", km: "ក" } });
    expect(language.value).toBe("km");
    expect(say(table.two, { a: 1, b: "ខ" })).toBe("ខ ក្នុង 1");
    language.value = "en";
    expect(say(table.two, { a: 1, b: "$&" })).toBe("1 of $&");
    // @ts-expect-error A placeholder has no value.
    say(table.two, { a: 1 });
    // @ts-expect-error There is no placeholder.
    say(table.none, { a: 1 });
    // @ts-expect-error A language lacks a placeholder.
    texts({ one: { en: "{a}", km: "ក" } });
    // @ts-expect-error A language is missing.
    texts({ one: { en: "x" } });
  });
});
