// A walk through the page in a real browser. After each, the page must have kept to itself.
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, type Page, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Language } from "../../src/texts/language.ts";

export interface Visit {
  language?: Language;
  width?: number;
  height?: number;
  scheme?: "light" | "dark";
  /** Pixels of the screen for one of the page. */
  scale?: number;
}

const PROGRAM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

let browser: Browser;

/** Starts the browser for the tests of a file. */
export function useBrowser(): void {
  beforeAll(async () => {
    // As root, which containers are, it starts only without its sandbox.
    browser = await chromium.launch({ executablePath: PROGRAM, args: ["--no-sandbox"] });
  });
  afterAll(() => browser.close());
}

/** A test that opens the page and walks through it. What the browser complains of in its console has to be taken out. */
export function walk(name: string, visit: Visit, steps: (page: Page, complaints: string[]) => Promise<void>): void {
  test(name, async () => {
    const context = await browser.newContext(optionsOf(visit));
    const page = await context.newPage();
    const requests: string[] = [];
    const complaints: string[] = [];
    const icon = new RegExp(`^${new URL(inject("site")).origin}/assets/icon-[^/]+\\.svg$`);
    // The browser fetches the page's icon whenever it likes.
    page.on("request", (request) => icon.test(request.url()) || requests.push(request.url()));
    page.on("console", (line) => line.type() === "error" && complaints.push(line.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    try {
      // Not by the page: its policy would not let it in.
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

/** Nothing is stored, nothing stands in the address or the title. */
async function keptToItself(page: Page): Promise<void> {
  expect(page.url()).toBe(inject("site"));
  expect(["billwire playground", "ទំព័រសាកល្បង billwire"]).toContain(await page.title());
  const stored = await page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    // Caches and service workers exist in secure places only, such as 127.0.0.1.
    caches: (await caches.keys()).length,
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    cookies: document.cookie,
    state: history.state as unknown,
  }));
  expect(stored).toEqual({ local: 0, session: 0, databases: 0, caches: 0, workers: 0, cookies: "", state: null });
  expect(await page.context().cookies()).toEqual([]);
}
