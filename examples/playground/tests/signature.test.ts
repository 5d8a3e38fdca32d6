// The signature tab. Hashes come from node:crypto.
import { createHmac } from "node:crypto";
import { countParses } from "billwire";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { card, fieldOf, fill, openBench, press, useBrowser, walk } from "./support.ts";

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

const signed = (digits: string) => Object.values({ ...BILL, date: digits }).join("");
const hashOf = (text: string, algorithm = "sha512") =>
  createHmac(algorithm, TOKEN).update(text).digest("base64");

async function typeBill(page: Page, bill: Readonly<Record<string, string>> = BILL): Promise<void> {
  await fill(card(page, "bill"), bill);
  await fill(card(page, "key"), { hashToken: TOKEN });
}

const observe = (page: Page, hash: string) => fill(card(page, "comparison"), { hash });
const mistakes = (page: Page) => card(page, "comparison").locator(".causes li");
const status = (page: Page, name: string) => card(page, name).getByRole("status").textContent();
const hash = (page: Page) => card(page, "hash").locator("output").textContent();

describe("signature", () => {
  useBrowser();

  walk("draws the six parts, and the hash of a bill", {}, async (page) => {
    await typeBill(page);
    const texts = card(page, "signing-string").locator(".segments .text");
    expect(await texts.allTextContents()).toEqual(Object.values({ ...BILL, date: IN_UTC }));
    expect(await hash(page)).toBe(hashOf(signed(IN_UTC)));
    await fill(card(page, "key"), { signingOffset: "+07:00" });
    expect(await texts.nth(1).textContent()).toBe(IN_PHNOM_PENH);
    expect(await card(page, "signing-string").locator(".zone").textContent()).toBe("in +07:00");
    expect(await hash(page)).toBe(hashOf(signed(IN_PHNOM_PENH)));
  });

  walk("names the mistake, and sets what agrees", {}, async (page) => {
    await typeBill(page);
    await observe(page, hashOf(signed(IN_PHNOM_PENH)));
    expect(await status(page, "comparison")).toContain("One side has made a mistake.");
    expect(await mistakes(page).first().textContent()).toMatch(/^the digits .* in this zone\+07:00zone/);
    await mistakes(page).first().getByRole("button", { name: "Set signingOffset to +07:00" }).click();
    expect(await status(page, "comparison")).toContain("Both sides agree.");
    await fill(card(page, "key"), { signingOffset: "", hashToken: ` ${TOKEN}\t` });
    await observe(page, hashOf(signed(IN_UTC)));
    await mistakes(page).getByRole("button").click();
    expect(await fieldOf(card(page, "key"), "hashToken").inputValue()).toBe(TOKEN);
    expect(await status(page, "comparison")).toContain("Both sides agree.");
  });

  walk("names it in Khmer", { language: "km" }, async (page) => {
    await typeBill(page);
    await observe(page, hashOf(signed(IN_PHNOM_PENH)));
    expect(await mistakes(page).first().textContent()).toContain("ខ្ទង់នៃ date ត្រូវបានសរសេរតាមល្វែងម៉ោងនេះ");
  });

  walk("tells other mistakes from what nothing explains", {}, async (page) => {
    await typeBill(page);
    await observe(
      page,
      ` "hash": "${hashOf(signed(IN_UTC)).replaceAll("/", "\\/").replaceAll("=", "\\u003d")}",\n`,
    );
    expect(await status(page, "comparison")).toContain("Both sides agree.");
    expect(await card(page, "comparison").textContent()).toContain(
      "88 characters. What was pasted around it is",
    );
    await observe(page, hashOf(signed(IN_UTC), "sha256"));
    expect(await mistakes(page).locator(".code").allTextContents()).toEqual(["hmac_sha256"]);
    await observe(page, hashOf("another bill"));
    expect(await status(page, "comparison")).toContain("No known mistake produces this hash.");
    await observe(page, "not a hash");
    expect(await status(page, "comparison")).toContain("not 88 characters of Base64");
  });

  walk("counts the parses, and warns", {}, async (page) => {
    const date = "2026-01-31T17:00:00Z";
    await typeBill(page, { ref_id: "INV1", date, customer_sync_code: "C1", settlement_to: "S1" });
    const parses = countParses("INV120260131170000KHR40000C1S1");
    expect(await card(page, "sending").textContent()).toContain(`has ${parses} parses`);
    await typeBill(page, { settlement_to: " S45" });
    expect(await card(page, "sending").locator(".code").allTextContents()).toContain("surrounding_space");
  });

  walk("says what is wrong at the field itself", {}, async (page) => {
    await typeBill(page, { date: "2026-01-31T18:30:05", total_amount: "40,000" });
    const date = fieldOf(card(page, "bill"), "date");
    expect(await date.getAttribute("aria-invalid")).toBe("true");
    const notes = await page.locator(`[id="${await date.getAttribute("aria-describedby")}"]`).textContent();
    expect(notes).toBe("without Z or an offset such as +07:00 the timestamp is ambiguous");
    const paths = card(page, "signing-string").locator(".findings .path");
    expect(await paths.allTextContents()).toEqual(["date", "total_amount"]);
    expect(await hash(page)).toBe("–");
  });

  walk("fills in a cURL line, and keeps no secret", {}, async (page) => {
    await fill(card(page, "key"), { hashToken: TOKEN });
    const others = { description: 'it\'s "ទឹក"', payment_method_token: "secret-method" };
    const bill = {
      ...BILL,
      total_amount: 40_000,
      due_date: "2026-02-14T00:00:00Z",
      hash: hashOf(signed(IN_UTC)),
    };
    const body = JSON.stringify({ ...bill, ...others }).replace(/[\\']/g, "\\$&");
    const line = `curl 'https://service.example/x' -H 'Authorization: Bearer typed-bearer' --data-raw $'${body}'`;
    await page.getByLabel("Paste a bill").fill(line);
    for (const [name, value] of Object.entries(BILL))
      expect(await fieldOf(card(page, "bill"), name).inputValue(), name).toBe(value);
    expect(await page.getByLabel("Paste a bill").inputValue()).toBe("");
    expect(await status(page, "bill")).toMatch(/^7 fields and the hash .*payment_method_token is left out/);
    expect(await status(page, "comparison")).toContain("Both sides agree.");
    await card(page, "sending").locator("summary").click();
    const wire = await card(page, "sending").locator(".wire").textContent();
    const [head = "", request = ""] = wire?.split("\n\n") ?? [];
    expect(head).toMatch(
      /^POST \/bill_payment\/push_bill_with_payment HTTP\/1.1\n[^]*authorization: \[hidden\]/i,
    );
    expect(JSON.parse(request)).toMatchObject({ description: others.description, hash: bill.hash });
    for (const secret of ["typed-bearer", "secret-method", TOKEN])
      expect(await page.content()).not.toContain(secret);
  });

  walk("says what is wrong with a pasted text", {}, async (page) => {
    for (const [text, expected] of [
      ['{"ref_id":', "This is not a JSON object."],
      ['{"other":1}', "This JSON has no field of a bill."],
      ["curl https://service.example", "This request has no body."],
      ["curl -d @bill.json https://service.example", "names a file"],
      ["curl -d '{", "does not end"],
      ['{"ref_id":17,"date":"2026-01-31T18:30:05Z"}', "ref_id"],
    ] as const) {
      await page.getByLabel("Paste a bill").fill(text);
      expect(await status(page, "bill")).toContain(expected);
    }
  });

  walk("applies the provider's settings to every tab", {}, async (page) => {
    const settings = card(page, "settings");
    await fill(settings, {
      profile: '{"destinationKey":"settle_to","verificationAuth":"bearer","dateStile":1}',
    });
    expect(await settings.locator(".path").textContent()).toBe("profile.dateStile");
    await fill(settings, { profile: "[]" });
    expect(await settings.textContent()).toContain("This is not a JSON object.");
    await fill(settings, { profile: '{"destinationKey":"settle_to","verificationAuth":"bearer"}' });
    await page
      .getByLabel("Paste a bill")
      .fill(JSON.stringify({ ...BILL, settlement_to: undefined, settle_to: "S-9" }));
    expect(await fieldOf(card(page, "bill"), "settlement_to").inputValue()).toBe("S-9");
    await openBench(page, "Webhook");
    expect(await card(page, "confirmation").locator(".wire").textContent()).toMatch(/authorization: /i);
    await openBench(page, "Simulator");
    await press(page, "stories", "No faults");
    expect(await status(page, "books")).toContain("The books are balanced.");
    expect(await card(page, "diagram").textContent()).toContain('"settle_to":');
  });
});
