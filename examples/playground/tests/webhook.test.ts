// The webhook tab: positions in the text, verdicts, and answers.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { card, choice, fieldOf, fill, openBench } from "./support/benches.ts";
import { useBrowser, walk } from "./support/walk.ts";

const TOKEN = "a-test-token";
const BODY = { tran_id: "T-1", tran_amount: 40000, currency: "KHR", identity_code: "INV-0001", status: "success" };

interface Confirmation {
  id: string;
  payload: object;
  expectation: Readonly<Record<string, string | number>>;
  request_body: string;
  status: number;
  body: string;
  claim_key?: string;
  mismatches?: readonly { field: string; code: "absent" | "different" }[];
}

async function paste(page: Page, body: string, headers = `Token: ${TOKEN}`): Promise<void> {
  await openBench(page, "Webhook");
  const arrived = card(page, "arrived");
  if (await fieldOf(arrived, "tokens").isVisible()) await fill(arrived, { tokens: `${TOKEN} another-token` });
  await fill(arrived, { headers, body });
}

const verdict = (page: Page) => card(page, "judgement").getByRole("status");
const steps = (page: Page) => card(page, "judgement").locator(".step");
const marks = (page: Page) => steps(page).evaluateAll((all) => all.map((one) => one.getAttribute("data-mark")));
const reply = (page: Page) => card(page, "reply").locator(".wire");

/** Position and content of the mark in the displayed text. */
async function marked(page: Page): Promise<{ at: number; text: string }> {
  return card(page, "place")
    .locator("pre")
    .evaluate((box) => {
      const mark = box.querySelector("mark");
      const before = document.createRange();
      before.selectNodeContents(box);
      if (mark !== null) before.setEndBefore(mark);
      return { at: before.toString().length, text: mark?.textContent ?? "" };
    });
}

describe("webhook", () => {
  useBrowser();

  walk("marks the byte of a duplicate key behind Khmer text", {}, async (page) => {
    const body = '{"note":"សួស្តី ភ្នំពេញ 🎋",\n "status":"success","tran_id":"T-1","status":"failed"}';
    const at = body.lastIndexOf('"status"');
    const offset = Buffer.byteLength(body.slice(0, at));
    expect(offset).toBeGreaterThan(at + 20);

    await paste(page, body);
    expect(await marked(page)).toEqual({ at, text: '"' });
    const column = at - body.indexOf("\n");
    expect(await card(page, "place").locator(".position").textContent()).toBe(
      `byte ${offset} · line 2 · column ${column}`,
    );
    expect(await steps(page).nth(1).locator(".code").textContent()).toBe("duplicate_key");
    expect(await steps(page).nth(1).locator(".offset").textContent()).toBe(`byte ${offset}`);
    expect(await marks(page)).toEqual(["yes", "no", "none"]);
    expect(await reply(page).textContent()).toContain("HTTP/1.1 400");

    await card(page, "place").getByRole("button", { name: "Select it in the body" }).click();
    const bodyField = fieldOf(card(page, "arrived"), "body");
    const selection = await bodyField.evaluate((area: HTMLTextAreaElement) => [area.selectionStart, area.selectionEnd]);
    expect(selection).toEqual([at, at + 1]);
    expect(await bodyField.evaluate((area) => area === document.activeElement)).toBe(true);
  });

  walk("marks a whole Khmer syllable, never half of one", {}, async (page) => {
    // The vowel sign before, the consonant below and the sign above belong to their base letter.
    const body = '{"tran_id":"ភ្នំពេញ","status": ខ្មែរ}';
    await paste(page, body);
    expect(await marked(page)).toEqual({ at: body.indexOf("ខ្មែរ"), text: "ខ្មែ" });
    const offset = Buffer.byteLength(body.slice(0, body.indexOf("ខ្មែរ")));
    expect(await card(page, "place").locator(".position").textContent()).toContain(`byte ${offset} `);
  });

  walk("marks the end of a body that breaks off", { language: "km" }, async (page) => {
    const body = '{"customers":[{"customer_name":"សុខា"}';
    await paste(page, body);
    expect(await marked(page)).toEqual({ at: body.length, text: "ចុងអត្ថបទ" });
    expect(await card(page, "place").locator(".position").textContent()).toContain(`byte ${Buffer.byteLength(body)} `);
  });

  walk("does not believe a forged token", {}, async (page) => {
    await paste(page, JSON.stringify(BODY), "Content-Type: application/json\nTOKEN: a-guess");
    expect(await verdict(page).textContent()).toContain("Not trusted. The answer is 401.");
    expect(await steps(page).first().locator(".code").textContent()).toBe("wrong_token");
    expect(await marks(page)).toEqual(["no", "none", "none"]);
    expect(await card(page, "payload").count()).toBe(0);
    expect(await card(page, "confirmation").count()).toBe(0);
    expect(await reply(page).textContent()).toContain("HTTP/1.1 401");

    await paste(page, JSON.stringify(BODY), `Token: ${TOKEN}\nToken: ${TOKEN}`);
    expect(await steps(page).first().locator(".code").textContent()).toBe("duplicate_token");
    await paste(page, JSON.stringify(BODY), "Token another-token");
    expect(await steps(page).first().locator(".code").textContent()).toBe("missing_token");
    expect(await card(page, "arrived").textContent()).toContain("Line 1 has no colon.");
    await paste(page, JSON.stringify(BODY), "Token: another-token");
    expect(await marks(page)).toEqual(["yes", "yes", "open"]);
  });

  walk("shows what is unknown, the dedup key, and the acknowledgement", {}, async (page) => {
    const customers = [{ customer_name: "សុខា", amount: "40000.00", loyalty: { level: 3 } }];
    await paste(
      page,
      JSON.stringify({ ...BODY, payment_service_type: "Pigeon", status: "done", customers, colour: "red" }),
    );
    const rows = card(page, "payload").locator(".payload > div");
    const unknown = rows.and(page.locator("[data-unknown]"));
    expect(await unknown.locator("dt").allTextContents()).toEqual([
      "payment_service_type",
      "status",
      "customers[0].loyalty",
      "colour",
    ]);
    expect(await unknown.locator(".value").allTextContents()).toEqual(["Pigeon", "done", '{"level":3}', '"red"']);
    const valueOf = (name: string) =>
      rows
        .filter({ has: page.locator(`dt code:text-is("${name}")`) })
        .locator(".value")
        .textContent();
    expect(await valueOf("customers[0].customer_name")).toBe("សុខា");
    expect(await valueOf("dedupKey")).toBe("tran_id:3:T-1|done");
    const [head, answer = ""] = ((await reply(page).textContent()) ?? "").split("\n\n");
    expect(head).toContain("HTTP/1.1 200");
    expect(JSON.parse(answer)).toEqual({ status: "success", message: "success" });
    expect(await verdict(page).textContent()).toContain("Received, and not trusted yet.");
  });

  walk("says that anybody may have sent a checkout webhook", {}, async (page) => {
    await openBench(page, "Webhook");
    await choice(card(page, "arrived"), "Variant").selectOption("checkout");
    expect(await fieldOf(card(page, "arrived"), "tokens").isVisible()).toBe(false);
    await paste(page, JSON.stringify(BODY), "");
    expect(await marks(page)).toEqual(["open", "yes", "open"]);
    expect(await steps(page).first().textContent()).toContain("can be anyone");
  });

  walk("takes every webhook of billwire's own, and refuses those it has to", {}, async (page) => {
    await openBench(page, "Webhook");
    const list = choice(card(page, "arrived"), "Use one of billwire's own");
    const names = await list.locator("option").allTextContents();
    expect(names.length).toBeGreaterThan(20);
    const refused: string[] = [];
    for (const name of names) {
      await list.selectOption(name);
      if ((await marks(page)).includes("no")) refused.push(name);
    }
    // Fixtures that their names describe.
    expect(refused).toEqual(
      expect.arrayContaining(["forged", "without_token", "wrong_type", "duplicate_key", "array"]),
    );
    expect(refused).not.toEqual(expect.arrayContaining(["bank_channel"]));
    expect(refused.length).toBeLessThan(names.length / 2);
  });

  for (const confirmation of confirmations()) {
    walk(`decides ${confirmation.id} by the service's answer`, {}, async (page) => {
      await paste(page, JSON.stringify(confirmation.payload));
      const part = card(page, "confirmation");
      const { identity_code, purpose_of_transaction, currency, amount } = confirmation.expectation;
      await fill(part, {
        identity_code: String(identity_code),
        purpose_of_transaction: String(purpose_of_transaction),
        currency: String(currency),
        amount: String(amount),
      });
      expect(await part.locator(".wire").textContent()).toContain(`\n\n${confirmation.request_body}`);
      await fill(part, { status: String(confirmation.status), body: confirmation.body });
      const { claim_key: key, mismatches = [] } = confirmation;
      expect(await verdict(page).textContent()).toContain(
        key === undefined ? "Nothing may be credited" : `Claim ${key}`,
      );
      expect(await part.locator(".differences .path").allTextContents()).toEqual(mismatches.map(({ field }) => field));
      expect((await marks(page))[2]).toBe(key === undefined ? "no" : "yes");
    });
  }

  walk("does not take an unclear answer for a decision", {}, async (page) => {
    await paste(page, JSON.stringify(BODY));
    await fill(card(page, "confirmation"), { status: "503", body: "busy" });
    expect(await verdict(page).textContent()).toContain("Nothing is known yet.");
    expect(await verdict(page).textContent()).toContain("verifyAgain");
    expect((await marks(page))[2]).toBe("open");
  });
});

/** A confirmation and a mismatch of the shared vectors. */
function confirmations(): Confirmation[] {
  const file = new URL("../../../tests/vectors/confirmations.json", import.meta.url);
  const { cases } = JSON.parse(readFileSync(file, "utf8")) as { cases: Confirmation[] };
  const confirmed = cases.find(({ claim_key }) => claim_key !== undefined);
  const differing = cases.find(({ mismatches = [] }) => mismatches.length > 1);
  return [confirmed, differing].filter((one) => one !== undefined);
}
