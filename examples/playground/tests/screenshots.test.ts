// Screenshots of each tab for the README. `npm run screenshots` writes them into docs.
import { mkdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { card, fill } from "./support/benches.ts";
import { useBrowser, walk } from "./support/walk.ts";

const FOLDER = fileURLToPath(
  new URL(
    import.meta.env.MODE === "screenshots" ? "../../../docs/screenshots/" : "../../../target/playground/",
    import.meta.url,
  ),
);

const WIDTHS = { desktop: { width: 1280, height: 1080, scale: 1 }, phone: { width: 360, height: 760, scale: 1.5 } };

/** Content of each screenshot, and the scroll position of a phone. */
const SCENES = {
  signature: {
    look: "comparison",
    show: async (page: Page) => card(page, "comparison").getByRole("button").first().click(),
  },
  webhook: {
    look: "judgement",
    show: async (page: Page) => {
      const body = '{"tran_id":"TRAN-00000001","status":"pending","customer_name":"សុខា ភ្នំពេញ","status":"success"}';
      await fill(card(page, "arrived"), { body: body.replaceAll(",", ",\n ") });
    },
  },
  simulator: {
    look: "books",
    show: async (page: Page) => {
      await card(page, "stories").getByRole("button").nth(1).click();
      await card(page, "diagram").locator("summary").nth(2).click();
    },
  },
};

describe("screenshots", () => {
  useBrowser();
  mkdirSync(FOLDER, { recursive: true });

  for (const language of ["en", "km"] as const) {
    for (const [device, size] of Object.entries(WIDTHS)) {
      for (const [bench, { look, show }] of Object.entries(SCENES)) {
        const name = `${bench}-${device}-${language}.png`;
        walk(`shows ${name}`, { language, ...size }, async (page) => {
          await page.locator(`#tab-${bench}`).click();
          await show(page);
          await page.mouse.move(0, 0);
          await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
          const top = device === "phone" ? card(page, look) : page.locator("html");
          await top.evaluate((element) =>
            window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 12),
          );
          await page.screenshot({ path: `${FOLDER}${name}` });
          expect(statSync(`${FOLDER}${name}`).size).toBeLessThan(300_000);
        });
      }
    }
  }
});
