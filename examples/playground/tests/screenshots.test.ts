// Screenshots of each tab for the README. `npm run screenshots` writes them into docs.
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { card, fill, useBrowser, walk } from "./support.ts";

const PLACE = import.meta.env.MODE === "screenshots" ? "docs/screenshots/" : "target/playground/";
const FOLDER = fileURLToPath(new URL(`../../../${PLACE}`, import.meta.url));

const SIZES = { desktop: { width: 1280, height: 1080, scale: 1 }, phone: { width: 360, height: 760, scale: 1.5 } };

const first = (page: Page, name: string) => card(page, name).getByRole("button").first().click();

/** Tab and content of each screenshot, and the card at its top on a phone. */
const SCENES = {
  signature: ["signature", "comparison", (page: Page) => first(page, "comparison")],
  webhook: [
    "webhook",
    "judgement",
    async (page: Page) => {
      const body = '{"tran_id":"TRAN-00000001","status":"pending","customer_name":"សុខា ភ្នំពេញ","status":"success"}';
      await fill(card(page, "arrived"), { body: body.replaceAll(",", ",\n ") });
    },
  ],
  simulator: [
    "simulator",
    "books",
    async (page: Page) => {
      await card(page, "stories").getByRole("button").nth(1).click();
      await card(page, "diagram").locator("summary").nth(2).click();
    },
  ],
} as const;

describe("screenshots", () => {
  useBrowser();

  for (const language of ["en", "km"] as const) {
    for (const [device, size] of Object.entries(SIZES)) {
      for (const [scene, [tab, top, show]] of Object.entries(SCENES)) {
        walk(`shows ${scene}-${device}-${language}.png`, { language, ...size }, async (page) => {
          await page.locator(`#tab-${tab}`).click();
          await show(page);
          await page.mouse.move(0, 0);
          await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
          const start = device === "phone" ? card(page, top) : page.locator("html");
          await start.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 12));
          await page.screenshot({ path: `${FOLDER}${scene}-${device}-${language}.png` });
          expect(await page.getByRole("tabpanel").count()).toBe(1);
        });
      }
    }
  }
});
