// Uses the page in a real browser, and checks that the page kept everything to itself.
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, type Page, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Language } from "../../src/texts/language.ts";

export interface Visit {
  language?: Language;
  width?: number;
  height?: number;
  scheme?: "light" | "dark";
  /** Screen pixels per page pixel. */
  scale?: number;
}

export const PROGRAM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

let browser: Browser;

/** Starts the browser for the tests of a file. */
export function useBrowser(): void {
  beforeAll(async () => {
    // As root, as in containers, Chromium starts only without its sandbox.
    browser = await chromium.launch({ executablePath: PROGRAM, args: ["--no-sandbox"] });
  });
  afterAll(() => browser.close());
}

/** A test that opens and uses the page. Tests must remove expected messages from the browser's console. */
export function walk(name: string, visit: Visit, steps: (page: Page, complaints: string[]) => Promise<void>): void {
  test(name, async () => {
    const context = await browser.newContext(optionsOf(visit));
    const page = await context.newPage();
    const requests: string[] = [];
    const complaints: string[] = [];
    const icon = new RegExp(`^${new URL(inject("site")).origin}/assets/icon-[^/]+\\.svg$`);
    // The browser fetches the page's icon at any time.
    page.on("request", (request) => icon.test(request.url()) || requests.push(request.url()));
    page.on("console", (line) => line.type() === "error" && complaints.push(line.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    try {
      // Not sent by the page: its policy would block it.
      await page.addInitScript(axe.source);
      await page.goto(inject("site"), { waitUntil: "networkidle" });
      const loaded = requests.splice(0);
      expect(loaded.length).toBeGreaterThanOrEqual(2);
      for (const url of loaded) expect(new URL(url).origin).toBe(new URL(inject("site")).origin);
      await steps(page, complaints);
      await keptToItself(page);
      expect(requests).toEqual([]);
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  });
}

function optionsOf({
  language = "en",
  width = 1280,
  height = 900,
  scheme = "light",
  scale = 1,
}: Visit): BrowserContextOptions {
  return {
    locale: { en: "en-US", km: "km-KH" }[language],
    viewport: { width, height },
    colorScheme: scheme,
    deviceScaleFactor: scale,
    reducedMotion: "reduce",
  };
}

/** Part that the address may add: the tab and the language. */
const CHOICE = /#(?:signature|webhook|simulator)\/(?:en|km)$/;

/** Nothing is stored, and the address and the title contain nothing typed. */
async function keptToItself(page: Page): Promise<void> {
  expect(page.url().replace(CHOICE, "")).toBe(inject("site"));
  expect(["billwire playground", "ទំព័រសាកល្បង billwire"]).toContain(await page.title());
  const stored = await page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    // Caches and service workers exist only in secure contexts, such as 127.0.0.1.
    caches: (await caches.keys()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    cookies: document.cookie,
    state: history.state as unknown,
  }));
  expect(stored).toEqual({ local: 0, session: 0, databases: 0, caches: 0, workers: 0, cookies: "", state: null });
  expect(await page.context().cookies()).toEqual([]);
}
