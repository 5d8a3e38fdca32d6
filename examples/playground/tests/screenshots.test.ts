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
  strings: {
    tab: "signature",
    look: "strings",
    show: async (page: Page) => {
      const bill = { ref_id: "INV-2026-0042", date: "2026-01-31T18:30:00Z", due_date: "2026-02-14T18:30:00Z" };
      const other = { currency: "KHR", total_amount: 40_000, customer_sync_code: "CUST-7", settlement_to: "SUP-1" };
      await page.locator(".paste textarea").fill(JSON.stringify({ ...bill, ...other }));
      await card(page, "strings").getByRole("button").first().click();
    },
  },
  signature: {
    tab: "signature",
    look: "comparison",
    show: async (page: Page) => card(page, "comparison").getByRole("button").first().click(),
  },
  webhook: {
    tab: "webhook",
    look: "judgement",
    show: async (page: Page) => {
      const body = '{"tran_id":"TRAN-00000001","status":"pending","customer_name":"សុខា ភ្នំពេញ","status":"success"}';
      await fill(card(page, "arrived"), { body: body.replaceAll(",", ",\n ") });
    },
  },
  simulator: {
    tab: "simulator",
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
      for (const [scene, { tab, look, show }] of Object.entries(SCENES)) {
        const name = `${scene}-${device}-${language}.png`;
        walk(`shows ${name}`, { language, ...size }, async (page) => {
          await page.locator(`#tab-${tab}`).click();
          await show(page);
          await page.mouse.move(0, 0);
          await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
          const top = device === "phone" || scene === "strings" ? card(page, look) : page.locator("html");
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
