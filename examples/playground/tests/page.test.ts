// The page as a whole: it sends nothing, and works by keyboard, on a phone, and with a screen reader.
import { createHmac } from "node:crypto";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { card, choice, fill, openBench } from "./support/benches.ts";
import { useBrowser, walk } from "./support/walk.ts";

const BENCHES = { en: ["Signature", "Webhook", "Simulator"], km: ["ហត្ថលេខា", "Webhook", "ការធ្វើត្រាប់"] } as const;

/** A bill with a wrong type, a member without a field, a hash, and a secret. */
const PASTED = {
  ref_id: 7,
  date: "2026-01-31T18:30:00Z",
  due_date: "2026-02-14T18:30:00Z",
  currency: "KHR",
  total_amount: 40_000,
  customer_sync_code: "C",
  settlement_to: "S",
  description: "x",
  hash: "00",
  payment_method_token: "x",
};

/** Fills each tab with content. */
async function busy(page: Page, bench: number): Promise<void> {
  for (const fold of await page.locator("summary").filter({ visible: true }).all()) await fold.click();
  if (bench === 0) {
    await page.locator(".paste textarea").fill(JSON.stringify(PASTED));
    await card(page, "strings").getByRole("button").first().click();
    await card(page, "comparison").getByRole("button").first().click();
    for (const language of await card(page, "code").locator(".choices button").all()) await language.click();
    await fill(card(page, "bill"), { customer_sync_code: "0-ភ្នំពេញ", due_date: "2025-01-01T00:00:00Z" });
  } else if (bench === 1) {
    await card(page, "arrived").locator("select").nth(1).selectOption("duplicate_key");
  } else {
    await card(page, "stories").getByRole("button").nth(1).click();
    for (const message of await card(page, "diagram").locator("summary").all()) await message.click();
  }
}

describe("page", () => {
  useBrowser();

  walk("cannot send anything, and says that only test keys belong here", {}, async (page, complaints) => {
    const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'none'");
    expect(policy).toContain("'wasm-unsafe-eval'");
    expect(policy).not.toMatch(/'unsafe-(eval|inline)'|https?:|\*|data:/);
    expect(await page.getByRole("note").textContent()).toContain("Only test keys belong here.");
    expect(await page.locator("form").count()).toBe(0);
    // Requests that a script might try. The policy stops each one before anything is sent.
    const stopped = await page.evaluate(async (address) => {
      const directives: string[] = [];
      document.addEventListener("securitypolicyviolation", (event) => directives.push(event.effectiveDirective));
      const attempts: (() => unknown)[] = [
        () => fetch(address),
        () => new WebSocket(address.replace(/^http/, "ws")),
        () => navigator.sendBeacon(address, "key"),
        () => Object.assign(document.createElement("script"), { src: `${address}?key` }),
      ];
      for (const attempt of attempts)
        await Promise.resolve()
          .then<unknown>(attempt)
          .catch(() => undefined);
      await new Promise((done) => setTimeout(done, 100));
      return directives;
    }, page.url());
    expect(stopped).toEqual(["connect-src", "connect-src", "connect-src", "require-trusted-types-for"]);
    expect(complaints.splice(0).every((line) => /Content Security Policy|TrustedScriptURL/.test(line))).toBe(true);
  });

  walk("shows the language that the browser asks for, and the other at a press", { language: "km" }, async (page) => {
    expect(await page.locator("html").getAttribute("lang")).toBe("km");
    expect(await page.getByRole("tab").allTextContents()).toEqual([...BENCHES.km]);
    await page.getByRole("button", { name: "English" }).click();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    expect(await page.getByRole("tab").allTextContents()).toEqual([...BENCHES.en]);
    expect(await page.title()).toBe("billwire playground");
  });

  walk("keeps tab and language in the address, and nothing else", {}, async (page) => {
    const site = page.url();
    await fill(card(page, "key"), { hashToken: "typed-token" });
    await fill(card(page, "bill"), { ref_id: "typed-bill" });
    expect(page.url()).toBe(site);
    await page.getByRole("tab", { name: "Webhook" }).click();
    expect(page.url()).toBe(`${site}#webhook/en`);
    await page.getByRole("button", { name: "ខ្មែរ" }).click();
    expect(page.url()).toBe(`${site}#webhook/km`);
    await page.evaluate(() => {
      location.hash = "#simulator/en";
    });
    await page.getByRole("tab", { name: "Simulator", selected: true }).waitFor();
    for (const unknown of ["#%zz", "#<b>/xx", "#signature/", "#/km"]) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, unknown);
    }
    await page.getByRole("tab", { name: "ហត្ថលេខា", selected: true }).waitFor();
    expect(page.url()).toBe(`${site}#signature/km`);
    const other = await page.context().newPage();
    await other.goto(`${site}#webhook/km`);
    expect(await other.locator("html").getAttribute("lang")).toBe("km");
    expect(await other.getByRole("tab", { selected: true }).getAttribute("id")).toBe("tab-webhook");
  });

  walk("has tabs that the arrows move between", {}, async (page) => {
    await page.getByRole("tab", { name: "Signature" }).focus();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    for (const [key, name] of [
      ["ArrowRight", "Webhook"],
      ["End", "Simulator"],
      ["ArrowRight", "Signature"],
      ["ArrowLeft", "Simulator"],
      ["Home", "Signature"],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focused()).toBe(name);
      expect(await page.getByRole("tab", { selected: true }).textContent()).toBe(name);
      expect(await page.getByRole("tabpanel").count()).toBe(1);
      expect(await page.getByRole("tabpanel", { name }).isVisible()).toBe(true);
    }
  });

  walk("can be used by keyboard alone, and the focus is always seen", {}, async (page) => {
    const seen: string[] = [];
    const tabTo = async (name: string) => {
      for (let presses = 0; presses < 90; presses += 1) {
        await page.keyboard.press("Tab");
        const focus = await page.evaluate(() => {
          const element = document.activeElement;
          if (element === null || element === document.body) return { name: "", outline: 0, top: 0 };
          const { outlineStyle, outlineWidth } = getComputedStyle(element);
          const label =
            element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
              ? element.labels?.[0]
              : element;
          return {
            name: label?.textContent ?? "",
            outline: outlineStyle === "none" ? 0 : Number.parseFloat(outlineWidth),
            top: element.getBoundingClientRect().top + scrollY,
          };
        });
        expect(focus.outline, `the focus on ${focus.name}`).toBeGreaterThanOrEqual(2);
        seen.push(focus.name);
        if (focus.name.startsWith(name)) return;
      }
      throw new Error(`no way to ${name}: ${seen.join(", ")}`);
    };
    const type = async (name: string, text: string) => {
      await tabTo(name);
      await page.keyboard.press("Control+A");
      await page.keyboard.type(text);
    };
    await type("ref_id", "INV-9");
    await type("date", "2026-01-31T18:30:05.250Z");
    await type("currency", "USD");
    await type("total_amount", "25");
    await type("customer_sync_code", "C-1");
    await type("settlement_to", "S-1");
    await type("hashToken", "typed-token");
    const other = "INV-920260201013005USD25C-1S-1";
    await type("hash", createHmac("sha512", "typed-token").update(other).digest("base64"));
    const cause = card(page, "comparison").locator(".causes li").first();
    expect(await cause.locator(".with").textContent()).toBe("+07:00");
    expect(seen.slice(0, 3)).toEqual(["Signature", "English", "ខ្មែរ"]);

    // Back to the header, to the other language, and on to the folded content below.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await tabTo("What else the other side may have used");
    await page.keyboard.press("Enter");
    await type("zones", "+06:41");
    expect(await card(page, "comparison").locator("details").getAttribute("open")).not.toBeNull();
  });

  for (const language of ["en", "km"] as const) {
    walk(`fits on a phone, 360 pixels wide (${language})`, { language, width: 360, height: 740 }, async (page) => {
      for (const [at, bench] of BENCHES[language].entries()) {
        await openBench(page, bench);
        expect(await overflow(page), bench).toEqual([]);
        await busy(page, at);
        expect(await overflow(page), `${bench}, busy`).toEqual([]);
      }
    });

    for (const scheme of ["light", "dark"] as const) {
      walk(`has nothing that axe objects to (${language}, ${scheme})`, { language, scheme }, async (page) => {
        for (const [at, bench] of BENCHES[language].entries()) {
          await openBench(page, bench);
          expect(await objections(page), bench).toEqual([]);
          await busy(page, at);
          expect(await objections(page), `${bench}, busy`).toEqual([]);
        }
        await choice(card(page, "webhooks"), { en: "Variant", km: "ប្រភេទ" }[language]).selectOption("checkout");
        expect(await objections(page), "checkout").toEqual([]);
      });
    }
  }
});

/** Elements that exceed the right edge, if the page can be scrolled there. */
async function overflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const all = [...document.querySelectorAll("body *")];
    return all
      .filter((one) => one.getBoundingClientRect().right > clientWidth)
      .map((one) => one.outerHTML.slice(0, 120));
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
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ""}`),
  );
}
