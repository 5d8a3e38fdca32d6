// The page without its script, and the page as one file, without a server and without a network.
import { createHmac } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { SINGLE_FILE } from "../build/single-file.ts";
import { card, fill } from "./support/benches.ts";
import { PROGRAM } from "./support/walk.ts";

const FILE = fileURLToPath(new URL(`../dist/${SINGLE_FILE}`, import.meta.url));
const SENTENCES = /<(?:p|strong|span|h2)(?: [^>]*)?>([^<]+)</g;

let browser: Browser;

beforeAll(async () => {
  vi.stubGlobal("navigator", { language: "en" });
  browser = await chromium.launch({ executablePath: PROGRAM, args: ["--no-sandbox"] });
});
afterAll(() => browser.close());

describe("first paint", () => {
  for (const width of [360, 1280]) {
    test(`says without a script what the page does, at ${width} px`, async () => {
      const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 740 } });
      const page = await context.newPage();
      await page.goto(inject("site"));
      const text = await page.locator("body").innerText();
      for (const sentence of ["This page needs JavaScript", "ទំព័រនេះត្រូវការ JavaScript", "Two sides, two hashes?"])
        expect(text).toContain(sentence);
      expect(await page.locator("h2").count()).toBe(3);
      const [scroll, client] = [await page.locator("html").evaluate((html) => html.scrollWidth), width];
      expect(scroll).toBeLessThanOrEqual(client);
      await context.close();
    });
  }

  test("its sentences are those of the page", async () => {
    const [{ page }, { signature }, { webhook }, { simulator }] = await Promise.all([
      import("../src/texts/page.ts"),
      import("../src/texts/signature.ts"),
      import("../src/texts/webhook.ts"),
      import("../src/texts/simulator.ts"),
    ]);
    const known = [...Object.values(page), signature.intro, webhook.intro, simulator.intro];
    const texts = new Set(known.flatMap(({ en, km }) => [en, km] as string[]));
    const html = readFileSync(fileURLToPath(new URL("../index.html", import.meta.url)), "utf8");
    const first = html.slice(html.indexOf('id="first"')).replace(/<noscript>[\s\S]*<\/noscript>/, "");
    const sentences = [...first.matchAll(SENTENCES)].map(([, text = ""]) => text.replace(" · ", "").trim());
    expect(sentences.length).toBeGreaterThan(12);
    expect(sentences.filter((sentence) => sentence !== "" && !texts.has(sentence))).toEqual([]);
  });
});

describe("single file", () => {
  test("opens from the disk, without a network, and works", async () => {
    const context = await browser.newContext({ offline: true });
    const page = await context.newPage();
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on("console", (line) => line.type() === "error" && complaints.push(line.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(`${pathToFileURL(FILE).href}#signature/en`);
    const bill = { ref_id: "F-1", date: "2026-01-31T18:30:05Z", currency: "USD", total_amount: "7" };
    await fill(card(page, "bill"), { ...bill, customer_sync_code: "C", settlement_to: "S" });
    await fill(card(page, "key"), { hashToken: "file-token" });
    const hash = createHmac("sha512", "file-token").update("F-120260131183005USD7CS").digest("base64");
    expect(await card(page, "hash").locator("output").textContent()).toBe(hash);
    await page.getByRole("tab", { name: "Simulator" }).click();
    await card(page, "stories").getByRole("button").first().click();
    expect(await card(page, "books").textContent()).toContain("The books are balanced.");
    expect(await page.locator("a[download]").count()).toBe(0);
    expect(await page.locator(".brand img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
      0,
    );
    expect(requests.filter((url) => !url.startsWith("file:") && !url.startsWith("data:"))).toEqual([]);
    expect(requests.filter((url) => url.startsWith("file:"))).toHaveLength(1);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("its policy allows its own script and style only", () => {
    const html = readFileSync(FILE, "utf8");
    const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
    expect(policy).toMatch(/script-src 'sha256-[\w+/]{43}=' 'wasm-unsafe-eval'; style-src 'sha256-[\w+/]{43}='/);
    expect(policy).toContain("connect-src 'none'");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:/);
    expect(statSync(FILE).size).toBeLessThan(1_500_000);
  });

  test("the page offers it", async () => {
    const page = await browser.newPage();
    await page.goto(inject("site"));
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator("a[download]").click()]);
    expect(download.suggestedFilename()).toBe(SINGLE_FILE);
    expect(readFileSync(await download.path(), "utf8")).toBe(readFileSync(FILE, "utf8"));
    await page.close();
  });
});
