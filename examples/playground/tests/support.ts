// Uses the page in a real browser, from the disk and offline, and checks that it kept everything to itself.
import { type Browser, type BrowserContext, type Locator, type Page, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";

export const PAGE = new URL("../dist/index.html", import.meta.url).href;

export interface Visit {
  language?: "en" | "km";
  width?: number;
  height?: number;
  scheme?: "light" | "dark";
}

let browser: Browser;

/** Starts the browser for the tests of a file. */
export function useBrowser(): void {
  beforeAll(async () => {
    const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
    // As root, as in containers, Chromium starts only without its sandbox.
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  });
  afterAll(() => browser.close());
}

export function visitor(visit: Visit, offline: boolean): Promise<BrowserContext> {
  const { language = "en", width = 1280, height = 900, scheme = "light" } = visit;
  return browser.newContext({
    offline,
    locale: { en: "en-US", km: "km-KH" }[language],
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: "reduce",
  });
}

/** A test that opens and uses the page. Tests must remove expected messages from the browser's console. */
export function walk(
  name: string,
  visit: Visit,
  steps: (page: Page, complaints: string[]) => Promise<void>,
): void {
  test(name, async () => {
    const context = await visitor(visit, true);
    const page = await context.newPage();
    const requests: string[] = [];
    const complaints: string[] = [];
    page.on("request", (request) => request.url().startsWith("data:") || requests.push(request.url()));
    page.on("console", (line) => line.type() === "error" && complaints.push(line.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    try {
      await page.goto(PAGE);
      await steps(page, complaints);
      expect(requests).toEqual([PAGE]);
      expect(complaints).toEqual([]);
      await keptToItself(page);
    } finally {
      await context.close();
    }
  });
}

/** Nothing is stored, the address and the title contain nothing typed, and every text has its values. */
async function keptToItself(page: Page): Promise<void> {
  expect(page.url().slice(PAGE.length)).toMatch(/^(?:#(?:signature|webhook|simulator)\/(?:en|km))?$/);
  expect(["billwire playground", "ទំព័រសាកល្បង billwire"]).toContain(await page.title());
  const stored = await page.evaluate(async () => ({
    texts: localStorage.length + sessionStorage.length + document.cookie.length,
    databases: (await indexedDB.databases()).length,
    state: history.state as unknown,
  }));
  expect(stored).toEqual({ texts: 0, databases: 0, state: null });
  expect(await page.locator("body").innerText()).not.toMatch(/\{\w+\}/);
}

export async function openBench(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name, exact: true }).click();
}

/** A section of the visible tab, by its name in the code. */
export function card(page: Page, name: string): Locator {
  return page.locator(`.${name}-card`).filter({ visible: true });
}

/** A field of a section, by its name. */
export function fieldOf(part: Locator, name: string): Locator {
  const label = part.page().locator(`label code:text-is("${name}")`);
  return part.locator(".field", { has: label }).locator("input, textarea");
}

export async function fill(part: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await fieldOf(part, name).fill(value);
}

/** Presses a button of a section. */
export async function press(page: Page, part: string, name: string): Promise<void> {
  await card(page, part).getByRole("button", { name, exact: true }).click();
}
