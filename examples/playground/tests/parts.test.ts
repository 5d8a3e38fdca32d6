// Parts that no browser is needed for: pasted command lines, positions, comparisons, texts, and the program.
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { bodyIn } from "../src/signature/paste.ts";
import { wordsOf } from "../src/signature/shell.ts";
import mistakesInKhmer from "../src/texts/mistakes.km.json";
import { placeOf } from "../src/webhook/place.ts";

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

test("the program settles a bill with the sandbox", async () => {
  const { program } = await import("../src/signature/code.tsx");
  const folder = mkdtempSync(`${tmpdir()}/playground-`);
  const modules = fileURLToPath(new URL("../node_modules", import.meta.url));
  symlinkSync(modules, `${folder}/node_modules`);
  const main = `${modules}/billwire/dist/cli/main.js`;
  const sandbox = spawn(process.execPath, [main, "sandbox", "--json"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    const [greeting] = (await once(sandbox.stdout, "data")) as [Buffer];
    const { url, ...tokens } = JSON.parse(String(greeting)) as Record<string, string>;
    const env = {
      BILLWIRE_BASE_URL: url,
      BILLWIRE_BEARER: tokens["bearer"],
      BILLWIRE_VERIFICATION_TOKEN: tokens["verificationToken"],
      BILLWIRE_HASH_TOKEN: tokens["hashToken"],
    };
    const posted = (path: string, body: object) =>
      fetch(`${url}${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${tokens["bearer"]}` },
        body: JSON.stringify(body),
      });
    await posted("/on_boarding/on_boarding_supplier", { supplier_sync_code: "S-1", name: "Angkor Shop" });
    await posted("/sandbox/faults", { settlement: [{ ref_id: "INV-1", fault: { kind: "drop_after" } }] });
    const day = 86_400_000;
    const bill = {
      ref_id: "INV-1",
      date: new Date().toISOString(),
      due_date: new Date(Date.now() + day).toISOString(),
      currency: "KHR",
      total_amount: 40_000,
      customer_sync_code: "C-1",
      settlement_to: "S-1",
    };
    writeFileSync(`${folder}/program.mjs`, program(bill, {}));
    const run = promisify(execFile)(process.execPath, ["program.mjs"], { cwd: folder, env });
    const { stdout, stderr } = await run;
    expect([stdout, stderr]).toEqual(["the bill is settled\nthe lookup says settled\n", ""]);
    const books = (await (await fetch(`${url}/sandbox/books`)).json()) as { totals: object };
    expect(books.totals).toEqual({ KHR: "40000" });
  } finally {
    sandbox.kill();
    rmSync(folder, { recursive: true });
  }
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
  const folder = mkdtempSync(`${tmpdir()}/playground-`);
  symlinkSync(fileURLToPath(new URL("../node_modules", import.meta.url)), `${folder}/node_modules`);
  // The simulated service in place of the network, on the clock of the program.
  const simulated = `import { Biller } from "billwire";
    import * as billwire from "billwire/fetch";
    import { Simulator } from "billwire/testing";
    const tokens = { bearer: "b", verificationToken: "v", hashToken: "h" };
    const service = new Simulator({ ...tokens, now: Date.now(), profile: { signingOffset: "+07:00" } });
    service.script({ settlement: [{ ref_id: "INV-1", fault: { kind: "drop_after" } }] });
    export const send = (call) => billwire.send(call, {
      fetch: (url, init) => (console.log(init.body), service.fetch(url, init)),
    });
    const biller = new Biller({ baseUrl: "https://service.example", ...tokens });
    await send(biller.prepareOnboarding({ supplier_sync_code: "S-1", name: "Angkor Shop" }));`;
  writeFileSync(`${folder}/simulated.mjs`, simulated);
  const source = program(bill, { signingOffset: "+07:00" });
  writeFileSync(`${folder}/program.mjs`, source.replace("billwire/fetch", "./simulated.mjs"));
  const env = { BILLWIRE_BEARER: "b", BILLWIRE_VERIFICATION_TOKEN: "v", BILLWIRE_HASH_TOKEN: "h" };
  const options = { cwd: folder, env, encoding: "utf8", timeout: 30_000 } as const;
  const lines = execFileSync(process.execPath, ["program.mjs"], options).split("\n");
  const sent = { total_amount: 9007199254740991, description: text, note: bill.extra.note };
  expect(JSON.parse(lines[1] ?? "")).toMatchObject(sent);
  expect(lines.filter((line) => /^the /.test(line))).toEqual([
    "the bill is settled",
    "the lookup says settled",
  ]);
  rmSync(folder, { recursive: true });
});
