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
    expect(await card(page, "comparison").locator(".notes").first().textContent()).toContain(
      "White space around it is ignored.",
    );
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

describe("other side", () => {
  useBrowser();

  walk("a cause's setting is applied by one press, and undone", {}, async (page) => {
    await typeBill(page);
    await observe(page, hashOf(joined(IN_PHNOM_PENH)));
    const status = card(page, "comparison").getByRole("status");
    await mistakes(page).first().getByRole("button", { name: "Set signingOffset to +07:00" }).click();
    expect(await status.textContent()).toContain("Both sides agree.");
    expect(await fieldOf(card(page, "key"), "signingOffset").inputValue()).toBe("+07:00");
    await status.getByRole("button", { name: "Undo" }).click();
    expect(await status.textContent()).toContain("has made a mistake");
    expect(await fieldOf(card(page, "key"), "signingOffset").inputValue()).toBe("");
  });

  walk("white space around the key is removed by one press", {}, async (page) => {
    await typeBill(page);
    await fill(card(page, "key"), { hashToken: ` ${TOKEN}\t` });
    await observe(page, hashOf(joined(IN_UTC)));
    await mistakes(page).getByRole("button").click();
    expect(await fieldOf(card(page, "key"), "hashToken").inputValue()).toBe(TOKEN);
    expect(await card(page, "comparison").getByRole("status").textContent()).toContain("Both sides agree.");
  });

  walk("a hash is recognised in a line of JSON", {}, async (page) => {
    await typeBill(page);
    const escaped = hashOf(joined(IN_UTC)).replaceAll("/", "\\/").replaceAll("=", "\\u003d");
    await observe(page, ` "hash": "${escaped}",\n`);
    const comparison = card(page, "comparison");
    expect(await comparison.getByRole("status").textContent()).toContain("Both sides agree.");
    const notes = await comparison.locator(".notes").first().textContent();
    expect(notes).toMatch(/^88 characters of Base64: 64 bytes\..*space.*name.*Quotation.*escapes/s);
    await observe(page, hashOf(joined(IN_UTC), "sha256"));
    expect(await comparison.locator(".notes").first().textContent()).toContain("It stands for 32 bytes");
  });

  walk("two signing strings part in a named field", {}, async (page) => {
    await typeBill(page);
    const strings = card(page, "strings");
    const field = strings.getByLabel("signing string");
    const status = strings.getByRole("status");
    await field.fill(joined(IN_UTC));
    expect(await status.textContent()).toContain("Both strings are equal.");
    await field.fill(joined(IN_UTC).replace("40000", "40000.00"));
    expect(await status.textContent()).toContain("in total_amount.");
    const wrong = strings.locator('tbody tr[data-same="false"]');
    expect(await wrong.locator("code").allTextContents()).toEqual(["total_amount"]);
    expect(await wrong.locator("mark").allTextContents()).toEqual([".00"]);
    await field.fill(joined(IN_UTC, "|"));
    expect(await status.textContent()).toContain("The other side writes | between the fields.");
    await field.fill(joined(IN_UTC).replace("C-1", "C-1\u200b"));
    expect(await strings.locator("mark").allTextContents()).toEqual(["[U+200B]"]);

    await field.fill(joined(IN_PHNOM_PENH));
    await strings.getByRole("button", { name: "Set signingOffset to +07:00" }).click();
    expect(await status.textContent()).toContain("Both strings are equal.");
    expect(await card(page, "hash").locator("output").textContent()).toBe(hashOf(joined(IN_PHNOM_PENH)));
  });
});

describe("pasted bill", () => {
  useBrowser();

  const PASTED = {
    ...BILL,
    due_date: "2026-02-14T00:00:00Z",
    total_amount: 9_007_199_254_740_991,
    description: 'it\'s "ទឹក"',
    payment_method_token: "secret-method",
  };

  walk("a cURL line fills in the bill and its hash, and no secret", {}, async (page) => {
    await fill(card(page, "key"), { hashToken: TOKEN });
    const signed = joined(IN_UTC).replace("40000", "9007199254740991");
    const body = JSON.stringify({ ...PASTED, hash: hashOf(signed) });
    const line = `curl 'https://service.example/x' -H 'Authorization: Bearer typed-bearer' --data-raw $'${body.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
    await page.getByLabel("Paste a bill").fill(line);
    const bill = card(page, "bill");
    for (const [name, value] of Object.entries({ ...BILL, total_amount: "9007199254740991" }))
      expect(await fieldOf(bill, name).inputValue(), name).toBe(value);
    expect(await page.getByLabel("Paste a bill").inputValue()).toBe("");
    expect(await bill.locator(".pasted").textContent()).toContain("7 fields and the hash are filled in.");
    expect(await bill.locator(".pasted").textContent()).toContain("payment_method_token is left out");
    expect(await bill.locator(".others code").allTextContents()).toEqual(["description"]);
    expect(await card(page, "comparison").getByRole("status").textContent()).toContain("Both sides agree.");
    await card(page, "sending").locator("summary").click();
    const [, request = ""] = ((await card(page, "sending").locator(".wire").textContent()) ?? "").split("\n\n");
    expect(JSON.parse(request)).toMatchObject({ description: PASTED.description });
    expect(await page.content()).not.toMatch(/typed-bearer|secret-method/);
    await bill.getByRole("button", { name: "Remove" }).click();
    expect(await bill.locator(".others").count()).toBe(0);
  });

  walk("a wrong text says what is wrong, and changes nothing", {}, async (page) => {
    const bill = card(page, "bill");
    const before = await fieldOf(bill, "ref_id").inputValue();
    for (const [text, expected] of [
      ['{"ref_id":', "This is not a JSON object."],
      ['{"other":1}', "This JSON has no field of a bill."],
      ["curl https://service.example", "This request has no body."],
      ["curl -d @bill.json https://service.example", "names a file"],
      ["curl -d '{", "does not end"],
    ] as const) {
      await page.getByLabel("Paste a bill").fill(text);
      expect(await bill.locator(".pasted").textContent()).toContain(expected);
      expect(await fieldOf(bill, "ref_id").inputValue()).toBe(before);
    }
    await page.getByLabel("Paste a bill").fill('{"ref_id":17,"date":"2026-01-31T18:30:05Z"}');
    expect(await bill.locator(".pasted .path").allTextContents()).toEqual(["ref_id"]);
  });

  walk("the provider's name of the destination is read", {}, async (page) => {
    await card(page, "profile").locator("summary").click();
    await fill(card(page, "profile"), { destinationKey: "settle_to" });
    await page.getByLabel("Paste a bill").fill('{"ref_id":"A","settle_to":"S-9"}');
    expect(await fieldOf(card(page, "bill"), "settlement_to").inputValue()).toBe("S-9");
  });

  walk("a result scrolls into view on a phone", { width: 360, height: 740 }, async (page) => {
    const top = (name: string) =>
      card(page, name).evaluate(async (element) => {
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        return element.getBoundingClientRect().top;
      });
    await page.getByLabel("Paste a bill").fill(JSON.stringify(PASTED));
    expect(await top("signing-string")).toBeCloseTo(12, 0);
    await page.getByLabel("Paste a bill").fill(JSON.stringify({ ...PASTED, hash: "x" }));
    expect(await top("comparison")).toBeCloseTo(12, 0);
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole("button", { name: "Show the result" }).click();
    expect(await top("signing-string")).toBeCloseTo(12, 0);

    await page.getByRole("tab", { name: "Webhook" }).click();
    await card(page, "arrived").locator("select").nth(1).selectOption("duplicate_key");
    expect(await top("judgement")).toBeCloseTo(12, 0);

    await page.getByRole("tab", { name: "Simulator" }).click();
    await card(page, "stories").getByRole("button").first().click();
    expect(await top("books")).toBeCloseTo(12, 0);
    await card(page, "settlement").getByRole("button").click();
    expect(await page.locator(".messages > li").last().isVisible()).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(740);
  });

  walk("nothing scrolls on a wide screen", {}, async (page) => {
    await page.getByLabel("Paste a bill").fill(JSON.stringify(PASTED));
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await page.getByRole("button", { name: "Show the result" }).count()).toBe(0);
  });
});

describe("settings", () => {
  useBrowser();

  walk("settings change the request, the code, and the verification", {}, async (page) => {
    await typeBill(page);
    const profile = card(page, "profile");
    await profile.locator("summary").click();
    await fill(profile, { destinationKey: "settle_to", nothingHappenedStatuses: "400, 401" });
    await profile.getByRole("group", { name: "successCodes" }).getByLabel("settlement").fill("0, 00");
    await profile.getByLabel("dateStyle").selectOption("seconds");
    await profile.getByLabel("verificationAuth").selectOption("bearer");
    await profile.getByLabel("sendEmptyText").selectOption("true");
    expect(await profile.locator(".row code").allTextContents()).toEqual([
      "destinationKey",
      "successCodes",
      "nothingHappenedStatuses",
      "verificationAuth",
      "dateStyle",
      "sendEmptyText",
    ]);
    await card(page, "sending").locator("summary").click();
    const text = (await card(page, "sending").locator(".wire").textContent()) ?? "";
    expect(text).toContain('"settle_to":"S-1"');
    expect(text).toContain('"date":"2026-01-31T18:30:05Z"');
    expect(await card(page, "code").locator(".wire").textContent()).toContain('destinationKey: "settle_to"');

    await page.getByRole("tab", { name: "Webhook" }).click();
    expect(await card(page, "confirmation").locator(".wire").textContent()).toMatch(/authorization: /i);
    await page.getByRole("tab", { name: "Simulator" }).click();
    await card(page, "stories").getByRole("button").first().click();
    expect(await card(page, "books").textContent()).toContain("The books are balanced.");
    const sent = await card(page, "diagram").locator(".wire").allTextContents();
    expect(sent.filter((wire) => wire.includes('"settle_to":'))).toHaveLength(1);

    await page.getByRole("tab", { name: "Signature" }).click();
    await profile.getByRole("button", { name: "Reset" }).click();
    expect(await card(page, "sending").locator(".wire").textContent()).toContain('"settlement_to":"S-1"');
  });

  walk("a wrong setting says so at its field", {}, async (page) => {
    const profile = card(page, "profile");
    await profile.locator("summary").click();
    await fill(profile, { nothingHappenedStatuses: "200", dateOffset: "Phnom Penh" });
    for (const name of ["nothingHappenedStatuses", "dateOffset"])
      expect(await fieldOf(profile, name).getAttribute("aria-invalid"), name).toBe("true");
    expect(await card(page, "code").locator(".wire").count()).toBe(0);
  });
});

/** Number of parses in the vectors. */
function parses(name: string): number | undefined {
  const file = new URL("../../../tests/vectors/parses.json", import.meta.url);
  const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: { id: string; parses: number }[] };
  return cases.find(({ id }) => id === `parses/${name}`)?.parses;
}
