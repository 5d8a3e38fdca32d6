// The webhook tab: positions in the text, verdicts, and answers.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { card, fieldOf, fill, openBench, press, useBrowser, walk } from "./support.ts";

const TOKEN = "a-test-token";
const BODY = {
  tran_id: "T-1",
  tran_amount: 40000,
  currency: "KHR",
  identity_code: "INV-0001",
  status: "success",
};

interface Confirmation {
  id: string;
  payload: object;
  expectation: Readonly<Record<string, string | number>>;
  request_body: string;
  status: number;
  body: string;
  claim_key?: string;
  mismatches?: readonly { field: string }[];
}

async function paste(page: Page, body: string, headers = `Token: ${TOKEN}`): Promise<void> {
  await openBench(page, "Webhook");
  await fill(card(page, "arrived"), { tokens: `${TOKEN} another-token`, headers, body });
}

const verdict = (page: Page) => card(page, "judgement").getByRole("status").textContent();
const code = (page: Page) => card(page, "judgement").locator(".steps .code").textContent();
const marks = async (page: Page) =>
  (await card(page, "judgement").locator(".mark").allTextContents()).join("");
const reply = (page: Page) => card(page, "reply").locator(".wire").textContent();

describe("webhook", () => {
  useBrowser();

  for (const [name, body, at, mark] of [
    ["a duplicate key", '{"note":"ភ្នំពេញ 🎋",\n "tran_id":"T-1","tran_id":"T-2"}', '"tran_id":"T-2"', '"'],
    ["a whole Khmer syllable", '{"tran_id":"ភ្នំពេញ","status": ខ្មែរ}', "ខ្មែរ", "ខ្មែ"],
    ["the end", '{"customers":[{"customer_name":"សុខា"}', "", "end of the text"],
  ] as const) {
    walk(`marks the byte of an error: ${name}`, {}, async (page) => {
      await paste(page, body);
      const start = at === "" ? body.length : body.indexOf(at);
      const place = card(page, "place");
      expect(await place.locator("mark").textContent()).toBe(mark);
      const rest = body.slice(start + (at === "" ? 0 : mark.length));
      expect(await place.locator("pre").textContent()).toBe(body.slice(0, start) + mark + rest);
      const [line, column] = [
        body.slice(0, start).split("\n").length,
        start - body.lastIndexOf("\n", start - 1),
      ];
      const position = `byte ${Buffer.byteLength(body.slice(0, start))} · line ${line} · column ${column}`;
      expect(await place.textContent()).toContain(position);
      expect(await marks(page)).toBe("✓✕·");
      expect(await reply(page)).toContain("HTTP/1.1 400");
      await press(page, "place", "Select it in the body");
      const selected = await fieldOf(card(page, "arrived"), "body").evaluate((area: HTMLTextAreaElement) =>
        area.value.slice(area.selectionStart, area.selectionEnd),
      );
      expect(selected).toBe(at === "" ? "" : mark);
    });
  }

  walk("does not believe a forged token", {}, async (page) => {
    await paste(page, JSON.stringify(BODY), "Content-Type: application/json\nTOKEN: a-guess");
    expect(await verdict(page)).toBe("Not trusted. The answer is 401.");
    expect(await code(page)).toBe("wrong_token");
    expect(await marks(page)).toBe("✕··");
    expect(await card(page, "payload").count()).toBe(0);
    expect(await reply(page)).toContain("HTTP/1.1 401");
    await paste(page, JSON.stringify(BODY), "Token another-token");
    expect(await code(page)).toBe("missing_token");
    expect(await card(page, "arrived").textContent()).toContain("Line 1 has no colon.");
    await paste(page, JSON.stringify(BODY), "Token: another-token");
    expect(await marks(page)).toBe("✓✓?");
  });

  walk("shows what is unknown, and acknowledges", {}, async (page) => {
    const customers = [{ customer_name: "សុខា", amount: "40000.00", loyalty: { level: 3 } }];
    await paste(page, JSON.stringify({ ...BODY, payment_service_type: "Pigeon", customers, colour: "red" }));
    const unknown = card(page, "payload").locator("[data-unknown]");
    const names = ["payment_service_type", "customers[0].loyalty", "colour"];
    expect(await unknown.locator("dt").allTextContents()).toEqual(names);
    expect(await unknown.locator(".value").allTextContents()).toEqual(["Pigeon", '{"level":3}', '"red"']);
    expect(await card(page, "payload").textContent()).toContain("dedupKeytran_id:3:T-1|success");
    expect(await reply(page)).toMatch(/^HTTP\/1.1 200\n[^]*\n\n\{"status":"success","message":"success"\}$/);
    expect(await verdict(page)).toContain("Received, and not trusted yet.");
  });

  walk("takes every webhook of billwire's own", {}, async (page) => {
    await openBench(page, "Webhook");
    const list = card(page, "arrived").getByLabel("Use one of billwire's own");
    const refused: string[] = [];
    for (const name of await list.locator("option").allTextContents()) {
      await list.selectOption(name);
      if ((await marks(page)).includes("✕")) refused.push(name);
    }
    // Fixtures that their names describe.
    const forged = ["forged", "without_token", "wrong_type", "duplicate_key", "array"];
    expect(refused).toEqual(expect.arrayContaining(forged));
    expect(refused).not.toContain("bank_channel");
    await card(page, "arrived").getByLabel("Variant").selectOption("checkout");
    await fill(card(page, "arrived"), { headers: "", body: JSON.stringify(BODY) });
    expect(await marks(page)).toBe("?✓?");
  });

  for (const vector of confirmations()) {
    walk(`decides ${vector.id} by the service's answer`, {}, async (page) => {
      await paste(page, JSON.stringify(vector.payload));
      const part = card(page, "confirmation");
      for (const name of ["identity_code", "purpose_of_transaction", "currency", "amount"])
        await fill(part, { [name]: String(vector.expectation[name]) });
      expect(await part.locator(".wire").textContent()).toContain(`\n\n${vector.request_body}`);
      await fill(part, { status: "503", body: "busy" });
      expect(await verdict(page)).toMatch(/Nothing is known yet\..*verifyAgain/);
      expect(await marks(page)).toBe("✓✓?");
      await fill(part, { status: String(vector.status), body: vector.body });
      const { claim_key: key, mismatches = [] } = vector;
      expect(await verdict(page)).toContain(key === undefined ? "Nothing may be credited" : `Claim ${key}`);
      expect(await part.locator(".findings .path").allTextContents()).toEqual(
        mismatches.map(({ field }) => field),
      );
      expect(await marks(page)).toBe(key === undefined ? "✓✓✕" : "✓✓✓");
    });
  }
});

/** A confirmation and a mismatch of the shared vectors. */
function confirmations(): Confirmation[] {
  const file = new URL("../../../tests/vectors/confirmations.json", import.meta.url);
  const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: Confirmation[] };
  const confirmed = cases.find(({ claim_key }) => claim_key !== undefined);
  const differing = cases.find(({ mismatches = [] }) => mismatches.length > 1);
  return [confirmed, differing].filter((one) => one !== undefined);
}
