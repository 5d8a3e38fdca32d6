// Parts that no browser is needed for: pasted command lines, positions, comparisons, texts, and the program.
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { bodyIn } from "../src/signature/paste.ts";
import { wordsOf } from "../src/signature/shell.ts";
import mistakesInKhmer from "../src/texts/mistakes.km.json";
import { placeOf } from "../src/webhook/place.ts";
import { startSandbox } from "./sandbox.ts";

vi.stubGlobal("navigator", { language: "en" });

const BODY = `{"ref_id":"it's \\"ក\\" $1 \\\\ %41","total_amount":40000}`;

/** Quotation marks, as browsers and people write them. */
const QUOTES = [
  (text: string) => `'${text.replaceAll("'", "'\\''")}'`,
  (text: string) => `$'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("ក", "\\u1780")}'`,
  (text: string) => `"${text.replace(/["\\$`]/g, "\\$&")}"`,
];

test("the words of a command line are those of bash", () => {
  const lines = [
    `curl ${QUOTES.map((quote) => quote(BODY)).join(" ")}`,
    `a\\ b 'c'"d"e$'\\x41\\t' \\\n  f ''  "" "a\\\nb" '\n' "'"`,
  ];
  for (const line of lines) {
    const words = execFileSync("bash", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" }).split("\0");
    expect(wordsOf(line)).toEqual(words.slice(0, -1));
  }
  for (const line of ["a 'b", 'a "b', "a $'b", "a \\"]) expect(wordsOf(line), line).toBeUndefined();
});

test("the body is found in every way to send it with cURL", () => {
  for (const flag of ["-d ", "-d", "--data ", "--data=", "--data-raw ", "--data-binary ", "--json "]) {
    for (const quote of QUOTES) {
      const line = `curl -X POST 'https://a.example/x?d=1' \\\n -H 'A: -d' ${flag}${quote(BODY)} --compressed`;
      expect(bodyIn(line), line).toEqual({ kind: "body", text: BODY });
    }
  }
  const cmd = `^"${BODY.replace(/["\\]/g, "\\$&").replace(/["\\%{}$]/g, "^$&")}^"`;
  expect(bodyIn(`curl ^"https://a.example^" ^\r\n  --data-raw ${cmd}`)).toEqual({ kind: "body", text: BODY });
});

test("a byte leads to its line, its column and its whole Khmer syllable", () => {
  const text = '{\n"ក":"ស្ត្រី 👍"}';
  for (const [character, line, column] of [
    ["ត", 2, 8],
    ["👍", 2, 13],
  ] as const) {
    const at = text.indexOf(character);
    const { start, end, ...place } = placeOf(text, Buffer.byteLength(text.slice(0, at)));
    expect(place).toEqual({ line, column });
    expect(text.slice(start, end)).toBe(character === "ត" ? "ស្ត្រី" : character);
  }
});

test("both languages have the same placeholders, and every mistake has a Khmer text", async () => {
  const { TEXTS } = await import("../src/texts.ts");
  const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();
  for (const [name, text] of Object.entries(TEXTS.en))
    expect(holes(Reflect.get(TEXTS.km, name) as string), name).toEqual(holes(text));
  const file = new URL("../../../tests/vectors/mistakes.json", import.meta.url);
  const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: { causes: { mistake: string }[] }[] };
  const names = cases.flatMap(({ causes }) => causes.flatMap(({ mistake }) => mistake.split("+")));
  expect(Object.keys(mistakesInKhmer)).toEqual(expect.arrayContaining(names));
});

test("the program settles a bill whose answer is lost, and looks it up", async () => {
  const { program } = await import("../src/signature/code.tsx");
  const text = 'it\'s "#" \\ ${x} `t` </script> ភ្នំពេញ 👍 \u2028\r\n2';
  const bill = {
    ref_id: "INV-1",
    date: "2026-01-31T18:30:00.25+07:00",
    due_date: "2026-02-14T18:30:00.000Z",
    currency: "KHR",
    total_amount: 9_007_199_254_740_991n,
    customer_sync_code: "C-1",
    settlement_to: "S-1",
    description: text,
    extra: { note: [text, null, { a: true }] },
  };
  const profile = { signingOffset: "+07:00" };
  const source = program(bill, profile);
  const [, literal = ""] = /^const bill = (.*?^\});/ms.exec(source) ?? [];
  expect(new Function(`return ${literal}`)()).toEqual({ ...bill, total_amount: 9007199254740991 });

  const folder = mkdtempSync(`${tmpdir()}/playground-`);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(fileURLToPath(new URL("../node_modules", import.meta.url)), `${folder}/node_modules`);
  writeFileSync(`${folder}/program.mjs`, source);
  writeFileSync(`${folder}/profile.json`, JSON.stringify(profile));
  const sandbox = await startSandbox("--profile", `${folder}/profile.json`);
  onTestFinished(sandbox.stop);
  const { url, bearer, verificationToken, hashToken } = sandbox;
  const posted = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${bearer}` },
      body: JSON.stringify(body),
    });
  await posted("/on_boarding/on_boarding_supplier", { supplier_sync_code: "S-1", name: "Angkor Shop" });
  await posted("/sandbox/faults", { settlement: [{ ref_id: "INV-1", fault: { kind: "drop_after" } }] });
  const env = {
    BILLWIRE_BASE_URL: url,
    BILLWIRE_BEARER: bearer,
    BILLWIRE_VERIFICATION_TOKEN: verificationToken,
    BILLWIRE_HASH_TOKEN: hashToken,
  };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["program.mjs"], {
    cwd: folder,
    env,
  });
  expect([stdout, stderr]).toEqual(["the bill is settled\nthe lookup says settled\n", ""]);
  const books = (await (await fetch(`${url}/sandbox/books`)).json()) as { totals: object };
  expect(books.totals).toEqual({ KHR: "9007199254740991" });
});
