// Code for the bill: the JavaScript runs, the shell runs cURL's line, and the others equal files that compile.
import { execFile, execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Biller, type Settlement } from "billwire";
import { afterAll, describe, expect, test } from "vitest";
import type { Shown } from "../src/code/bill.ts";
import { curl } from "../src/code/curl.ts";
import { javascript } from "../src/code/javascript.ts";
import { kotlin } from "../src/code/kotlin.ts";
import { rust } from "../src/code/rust.ts";
import { swift } from "../src/code/swift.ts";

const KEY = "code-key";
const BEARER = "code-bearer";

const PLAIN: Shown = {
  baseUrl: "https://service.example",
  bill: {
    ref_id: "INV-2026-0042",
    date: "2026-01-31T18:30:00.000Z",
    currency: "KHR",
    total_amount: 40_000n,
    customer_sync_code: "CUST-7",
    settlement_to: "SUP-1",
    due_date: "2026-02-14T18:30:00.000Z",
  },
  profile: {},
  codeShapes: {},
};

/** Everything that a language may stumble over. */
const TEXT = 'it\'s "#" \\ $HOME ${x} #{y} \\(z) `t` </script> ភ្នំពេញ 👍 \u2028 %n r#"';
const LINES = `${TEXT}\t1\r\n2`;
const FULL: Shown = {
  ...PLAIN,
  bill: {
    ...PLAIN.bill,
    ref_id: "INV$1",
    date: "2026-01-31T18:30:00.25+07:00",
    currency: "USD",
    total_amount: 9_007_199_254_740_991n,
    total_tax: 3,
    description: LINES,
    exchange_rate_khr: "4100.50",
    details: [
      { item_name: TEXT, quantity: 2, price: "10.50" },
      { amount: "1e3", tax_amount: 0, tax_name: "VAT" },
    ],
    extra: { note: [LINES, null, { a: true }] },
  },
  profile: { signingOffset: "+07:00", successCodes: { settlement: ["0", '"'] } },
  codeShapes: { ref_id: { pattern: "INV?#" }, settlement_to: { pattern: "SUP-#" } },
};

function requestOf({ baseUrl, bill, profile, codeShapes }: Shown) {
  const settings = { baseUrl, bearer: BEARER, hashToken: KEY, profile, codeShapes, dangerouslyAllowBrowser: true };
  return new Biller(settings).prepareSettlement(bill);
}

const folder = mkdtempSync(`${tmpdir()}/playground-code-`);
afterAll(() => rmSync(folder, { recursive: true }));
const run = promisify(execFile);
const env = { ...process.env, BILLWIRE_BEARER: BEARER, BILLWIRE_HASH_TOKEN: KEY };

describe("code", () => {
  test("the JavaScript settles the bill, signed as the page signs it", async () => {
    symlinkSync(fileURLToPath(new URL("../node_modules", import.meta.url)), `${folder}/node_modules`);
    const answer = { code: "000", data: { bill: { status: "success" }, payment: { status: "success" } } };
    // In place of the network.
    const network = `import https from "node:https";
    import { EventEmitter } from "node:events";
    import { Readable } from "node:stream";
    https.request = (url, { method, headers: { "Accept-Encoding": _, ...headers } }) => {
      const request = new EventEmitter();
      setImmediate(() => request.emit("socket", {}));
      return Object.assign(request, { end: (body) => {
        console.log(JSON.stringify({ method, url, headers, body }));
        const response = Readable.from([Buffer.from(${JSON.stringify(JSON.stringify(answer))})]);
        request.emit("response", Object.assign(response, { statusCode: 200, headers: {} }));
      } });
    };`;
    writeFileSync(`${folder}/network.mjs`, network);
    for (const [name, shown] of Object.entries({ plain: PLAIN, full: FULL })) {
      writeFileSync(`${folder}/${name}.mjs`, javascript(shown));
      const { stdout } = await run(process.execPath, ["--import", "./network.mjs", `${name}.mjs`], {
        cwd: folder,
        env,
      });
      const [sent = "", outcome] = stdout.trim().split("\n");
      const { method, url, headers, body } = requestOf(shown);
      expect(JSON.parse(sent)).toEqual({ method, url, headers: Object.fromEntries(headers), body });
      expect(outcome).toBe("settled");
    }
  });

  test("the shell passes cURL the signed body", () => {
    for (const shown of [PLAIN, FULL]) {
      const call = requestOf(shown);
      const line = curl(call).replace(/^curl /, "printf '%s\\0' ");
      const words = execFileSync("bash", ["-c", line], { encoding: "utf8", env }).split("\0");
      expect(words[words.indexOf("--data-raw") + 1]).toBe(call.body);
      expect(words).toContain(`Authorization: Bearer ${BEARER}`);
      expect(words).toContain(call.url);
      expect(words.filter((word) => word === "-H")).toHaveLength([...call.headers].length);
    }
  });

  test("no language has a credential", () => {
    for (const write of [javascript, kotlin, swift, rust]) expect(write(FULL)).not.toMatch(/code-(key|bearer)/);
    expect(curl(requestOf(FULL))).not.toMatch(/code-(key|bearer)/);
  });

  // Each file compiles against the package: see the README.
  for (const [file, write, shown] of [
    ["plain.rs", rust, PLAIN],
    ["full.rs", rust, FULL],
    ["Plain.kt", kotlin, PLAIN],
    ["Full.kt", kotlin, FULL],
    ["Plain.swift", swift, PLAIN],
    ["Full.swift", swift, FULL],
  ] as const) {
    test(`${file} is what the page writes`, async () => {
      await expect(write(shown)).toMatchFileSnapshot(`code/${file}`);
    });
  }

  test("the quickstarts use the same names", () => {
    const quickstart = (file: string) => readFileSync(new URL(`../../quickstart/${file}`, import.meta.url), "utf8");
    for (const [file, write, names] of [
      ["quickstart.mjs", javascript, /\b(?:new|from) \S+|\b(?:bearer|hashToken|baseUrl|\w+_\w+):/g],
      ["Quickstart.kt", kotlin, /\b\w+(?= = )|\b[A-Z]\w+(?=\()/g],
      ["Quickstart.swift", swift, /\b\w+(?=: )|\b[A-Z]\w+(?=\()/g],
    ] as const) {
      const known = quickstart(file);
      const own = new Set(write(PLAIN).match(names));
      expect(own.size, file).toBeGreaterThan(8);
      expect(
        [...own].filter((name) => !known.includes(name) && !OWN.has(name)),
        file,
      ).toEqual([]);
    }
  });

  test("the signature is HMAC-SHA-512 of the six parts", () => {
    const { body } = requestOf(PLAIN);
    const { ref_id, currency, customer_sync_code, settlement_to, total_amount } = PLAIN.bill as Settlement;
    const signed = `${ref_id}20260131183000${currency}${total_amount}${customer_sync_code}${settlement_to}`;
    expect(JSON.parse(body).hash).toBe(createHmac("sha512", KEY).update(signed).digest("base64"));
  });
});

/** Names of the languages' own libraries and variables. */
const OWN = new Set(["secrets", "call", "url", "body", "decode"]);
