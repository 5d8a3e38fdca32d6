// The pictures in docs/screenshots: `cargo xtask screenshots` builds the guide and takes them anew.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Biller } from "billwire";
import { send } from "billwire/fetch";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, test } from "vitest";
import { startSandbox } from "./sandbox.ts";
import { PAGE, card, useBrowser, visitor } from "./support.ts";

const ROOT = new URL("../../../", import.meta.url);
const PICTURES = new URL("docs/screenshots/", ROOT);
/** The guide, and a book whose only page is the README. `cargo xtask screenshots` has built the guide. */
const GUIDE = new URL("target/screenshots/guide/", ROOT);
const BOOK = new URL("target/screenshots/readme/", ROOT);
/** Widths of a phone and of a desk, and the heights of their pictures. */
const HEIGHTS = { 360: 740, 1280: 900 };

type Width = keyof typeof HEIGHTS;
type Shot = [name: string, language: "en" | "km", width: Width, open: (page: Page) => Promise<unknown>];

describe.runIf(import.meta.env.MODE === "screenshots")("screenshot", () => {
  useBrowser();
  let sandbox: Awaited<ReturnType<typeof startSandbox>>;

  beforeAll(async () => {
    buildReadme();
    sandbox = await usedSandbox();
  });
  afterAll(() => sandbox.stop());

  const guide = (path: string) => (page: Page) => page.goto(new URL(path, GUIDE).href);
  const readme = (page: Page) => page.goto(new URL("book/page.html", BOOK).href);
  const shots: Shot[] = [
    ["readme", "en", 1280, readme],
    ["readme", "en", 360, readme],
    ["start", "en", 1280, guide("start.html")],
    ["start", "km", 360, guide("km/start.html")],
    ["settle", "en", 1280, guide("settle-safely.html")],
    ["settle", "en", 360, guide("settle-safely.html")],
    ["signature", "en", 1280, openSignature],
    ["webhook", "km", 360, (page) => page.goto(`${PAGE}#webhook/km`)],
    ["simulator", "en", 1280, openSimulator],
    ["simulator", "km", 360, (page) => page.goto(`${PAGE}#simulator/km`)],
    ["sandbox", "en", 1280, (page) => page.goto(sandbox.url)],
    ["sandbox", "en", 360, (page) => page.goto(sandbox.url)],
  ];

  test.each(shots)("%s in %s, %i pixels wide", async (name, language, width, open) => {
    const context = await visitor({ language, width, height: HEIGHTS[width] }, false);
    const page = await context.newPage();
    await open(page);
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    const path = fileURLToPath(new URL(`${name}-${width}-${language}.jpg`, PICTURES));
    await page.screenshot({ path, type: "jpeg", quality: 75 });
    await context.close();
  });
});

/** The README in the theme of the guide. */
function buildReadme(): void {
  rmSync(BOOK, { recursive: true, force: true });
  mkdirSync(new URL("src/", BOOK), { recursive: true });
  writeFileSync(new URL("book.toml", BOOK), '[book]\ntitle = "billwire"\n');
  writeFileSync(new URL("src/SUMMARY.md", BOOK), "[README](page.md)\n");
  copyFileSync(new URL("README.md", ROOT), new URL("src/page.md", BOOK));
  execFileSync("mdbook", ["build", fileURLToPath(BOOK)], { stdio: "pipe" });
}

async function openSignature(page: Page): Promise<void> {
  await page.goto(PAGE);
  await card(page, "comparison").getByRole("button").first().click();
}

async function openSimulator(page: Page): Promise<void> {
  await page.goto(`${PAGE}#simulator/en`);
  await page.getByRole("button", { name: "A webhook comes twice" }).click();
}

/** A sandbox that has onboarded a shop and settled two bills. */
async function usedSandbox(): ReturnType<typeof startSandbox> {
  const sandbox = await startSandbox();
  const { url: baseUrl, bearer, hashToken } = sandbox;
  const biller = new Biller({ baseUrl, bearer, hashToken, allowLoopbackHttp: true });
  await send(biller.prepareOnboarding({ supplier_sync_code: "SHOP-1", name: "Angkor Fresh Market" }));
  for (const [ref_id, total_amount] of [
    ["INV-0001", 40_000],
    ["INV-0002", 125_000],
  ] as const) {
    const bill = {
      ref_id,
      total_amount,
      currency: "KHR",
      customer_sync_code: "C-17",
      settlement_to: "SHOP-1",
      date: "2026-01-31T09:00:00+07:00",
      due_date: "2026-02-28T09:00:00+07:00",
    };
    await send(biller.prepareSettlement(bill));
  }
  return sandbox;
}
