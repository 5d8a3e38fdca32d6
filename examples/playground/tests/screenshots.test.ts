// The README's screenshot: `npm run screenshots` takes it anew.
import { fileURLToPath } from "node:url";
import { describe } from "vitest";
import { card, useBrowser, walk } from "./support.ts";

const PATH = fileURLToPath(new URL("../../../docs/screenshots/signature-desktop-en.png", import.meta.url));

describe.runIf(import.meta.env.MODE === "screenshots")("screenshot", () => {
  useBrowser();

  walk("shows the cause of a different hash", { height: 1080 }, async (page) => {
    await card(page, "comparison").getByRole("button").first().click();
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.screenshot({ path: PATH });
  });
});
