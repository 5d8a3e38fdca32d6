// The signature tab. Hashes come from node:crypto or the shared vectors.
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { card, fieldOf, fill } from "./support/benches.ts";
import { useBrowser, walk } from "./support/walk.ts";

const TOKEN = "s3cret-កូនសោ-token";
const BILL = {
  ref_id: "វិក្កយបត្រ-17",
  date: "2026-01-31T18:30:05.250Z",
  currency: "KHR",
  total_amount: "40000",
  customer_sync_code: "C-1",
  settlement_to: "S-1",
};
const IN_UTC = "20260131183005";
const IN_PHNOM_PENH = "20260201013005";

function joined(digits: string, separator = "", destination = BILL.settlement_to): string {
  return [BILL.ref_id, digits, "KHR", "40000", "C-1", destination].join(separator);
}

function hashOf(text: string, algorithm = "sha512"): string {
  return createHmac(algorithm, TOKEN).update(text).digest("base64");
}

async function typeBill(page: Page, bill: Readonly<Record<string, string>> = BILL): Promise<void> {
  await fill(card(page, "bill"), bill);
  await fill(card(page, "key"), { hashToken: TOKEN });
}

async function observe(page: Page, hash: string): Promise<void> {
  await fill(card(page, "comparison"), { hash });
}

const mistakes = (page: Page) => card(page, "comparison").locator(".causes li");

describe("signature", () => {
  useBrowser();

  walk("draws the six parts, the digits with their zone, and the hash", {}, async (page) => {
    await typeBill(page);
    const segments = card(page, "signing-string").locator(".segment");
    expect(await segments.locator(".segment-name").allTextContents()).toEqual(Object.keys(BILL));
    const drawn = await segments.locator(".segment-text").allTextContents();
    expect(drawn).toEqual([BILL.ref_id, IN_UTC, "KHR", "40000", "C-1", "S-1"]);
    expect(await segments.nth(1).locator(".segment-note").textContent()).toBe("in UTC");
    expect(await card(page, "hash").locator("output").textContent()).toBe(hashOf(joined(IN_UTC)));

    await fill(card(page, "key"), { signingOffset: "+07:00" });
    expect(await segments.locator(".segment-text").nth(1).textContent()).toBe(IN_PHNOM_PENH);
    expect(await segments.nth(1).locator(".segment-note").textContent()).toBe("in +07:00");
    expect(await card(page, "hash").locator("output").textContent()).toBe(hashOf(joined(IN_PHNOM_PENH)));
  });

  walk("names the cause of a hash made with the digits of +07:00", {}, async (page) => {
    await typeBill(page);
    await observe(page, hashOf(joined(IN_PHNOM_PENH)));
    const cause = mistakes(page).first();
    expect(await cause.locator(".with").textContent()).toBe("+07:00");
    expect(await cause.locator(".code").textContent()).toBe("zone");
    expect(await cause.textContent()).toContain("the digits of the date are written in this zone");
    expect(await cause.locator(".setting").textContent()).toBe('signingOffset: "+07:00"');
    expect(await card(page, "comparison").getByRole("status").textContent()).toContain("has made a mistake");
  });

  walk("names it in Khmer too", { language: "km" }, async (page) => {
    await typeBill(page);
    await observe(page, hashOf(joined(IN_PHNOM_PENH)));
    expect(await mistakes(page).first().textContent()).toContain("ខ្ទង់នៃ date ត្រូវបានសរសេរតាមល្វែងម៉ោងនេះ");
    expect(await mistakes(page).first().locator(".with").textContent()).toBe("+07:00");
  });

  walk("tells a right hash, another mistake, and one that nothing explains", {}, async (page) => {
    await typeBill(page);
    const status = card(page, "comparison").getByRole("status");
    await observe(page, hashOf(joined(IN_UTC)));
    expect(await status.textContent()).toContain("Both sides agree.");
    await observe(page, hashOf(joined(IN_UTC), "sha256"));
    expect(await mistakes(page).locator(".code").allTextContents()).toEqual(["hmac_sha256"]);
    await observe(page, createHmac("sha512", "another key").update(joined(IN_UTC)).digest("base64"));
    expect(await status.textContent()).toContain("No known mistake produces this hash.");
    expect(await mistakes(page).count()).toBe(0);
    await observe(page, "not a hash");
    expect(await status.textContent()).toContain("not 88 characters of Base64");
    await observe(page, ` ${hashOf(joined(IN_UTC))}`);
    expect(await status.textContent()).toContain("Both sides agree.");
    expect(await status.textContent()).toContain("White space around it is ignored.");
  });

  walk("tries the candidates that are given", {}, async (page) => {
    await typeBill(page);
    const comparison = card(page, "comparison");
    await comparison.locator("summary").click();
    for (const [name, candidate, hash] of [
      ["zones", "+06:41\n+05:45", hashOf(joined("20260201001505"))],
      ["separators", ";;\n--", hashOf(joined(IN_UTC, ";;"))],
      ["destinations", "S-2\nភ្នំពេញ", hashOf(joined(IN_UTC, "", "ភ្នំពេញ"))],
    ] as const) {
      await observe(page, hash);
      expect(await mistakes(page).count()).toBe(0);
      await fill(comparison, { [name]: candidate });
      expect(await mistakes(page).count()).toBeGreaterThan(0);
    }
    expect(await mistakes(page).first().locator(".with").textContent()).toBe("ភ្នំពេញ");
  });

  walk("counts the parses, and warns", {}, async (page) => {
    // parses/plain and parses/shapes-patterns of the shared vectors.
    await typeBill(page, {
      ref_id: "INV1",
      date: "2026-01-31T17:00:00Z",
      customer_sync_code: "C1",
      settlement_to: "S1",
    });
    const sending = card(page, "sending");
    expect(await sending.locator(".parses").textContent()).toContain(`has ${parses("plain")} parses`);

    await typeBill(page, { ref_id: "INV-0017", customer_sync_code: "C123", settlement_to: "S45" });
    await card(page, "key").locator("summary").click();
    await fill(card(page, "key"), { ref_id: "INV-####", customer_sync_code: "@###", settlement_to: "S##" });
    expect(parses("shapes-patterns")).toBe(1);
    expect(await sending.locator(".parses").textContent()).toContain("exactly one parse");
    expect(await sending.locator(".findings").count()).toBe(0);

    await fill(card(page, "key"), { ref_id: "", customer_sync_code: "", settlement_to: "" });
    await typeBill(page, { customer_sync_code: "0C", settlement_to: " S45" });
    const codes = await sending.locator(".findings .code").allTextContents();
    expect(codes.toSorted()).toEqual(["ambiguous_signing_string", "surrounding_space"]);
  });

  walk("says what is wrong at the field itself", {}, async (page) => {
    await typeBill(page, { date: "2026-01-31T18:30:05", total_amount: "40,000" });
    const date = fieldOf(card(page, "bill"), "date");
    expect(await date.getAttribute("aria-invalid")).toBe("true");
    const notes = await page.locator(`#${await date.getAttribute("aria-describedby")}`).textContent();
    expect(notes).toBe("without Z or an offset such as +07:00 the timestamp is ambiguous");
    expect(await card(page, "signing-string").locator(".findings .path").allTextContents()).toEqual([
      "date",
      "total_amount",
    ]);
    expect(await card(page, "signing-string").locator(".segment").count()).toBe(0);
    expect(await card(page, "hash").locator("output").textContent()).toBe("–");
  });

  walk("shows the request with its hash, and no credential", {}, async (page) => {
    await typeBill(page);
    await card(page, "sending").locator("summary").click();
    const text = (await card(page, "sending").locator(".wire").textContent()) ?? "";
    const [head = "", body = ""] = text.split("\n\n");
    expect(head).toContain("POST /bill_payment/push_bill_with_payment HTTP/1.1");
    expect(head).toContain("Authorization: [hidden]");
    expect(JSON.parse(body)).toMatchObject({ ref_id: BILL.ref_id, hash: hashOf(joined(IN_UTC)), total_amount: 40000 });
    expect(await page.content()).not.toContain(TOKEN);
    expect(await page.locator("body").innerText()).not.toContain(TOKEN);
  });
});

/** Number of parses in the vectors. */
function parses(name: string): number | undefined {
  const file = new URL("../../../tests/vectors/parses.json", import.meta.url);
  const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: { id: string; parses: number }[] };
  return cases.find(({ id }) => id === `parses/${name}`)?.parses;
}
