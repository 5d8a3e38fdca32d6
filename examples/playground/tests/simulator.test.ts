// The simulator tab.
import { createHmac } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { card, choice, fill, openBench } from "./support/benches.ts";
import { useBrowser, walk } from "./support/walk.ts";

const press = (page: Page, part: string, name: string) =>
  card(page, part).getByRole("button", { name, exact: true }).click();
const titles = (page: Page) => card(page, "diagram").locator(".message-title").allTextContents();
const decisions = (page: Page) => card(page, "diagram").locator(".decision");
const verdict = (page: Page) => card(page, "books").getByRole("status");
const counts = (page: Page) => card(page, "books").locator(".bill-counts span").allTextContents();

async function start(page: Page): Promise<void> {
  await openBench(page, "Simulator");
  await press(page, "onboarding", "Onboard");
}

describe("simulator", () => {
  useBrowser();

  walk("settles a bill, asks about its webhook, and credits it once", {}, async (page) => {
    await start(page);
    await fill(card(page, "settlement"), { ref_id: "INV-7", total_amount: "125000" });
    await press(page, "settlement", "Settle");
    expect(await verdict(page).textContent()).toContain("Not everything is known yet.");
    await press(page, "webhooks", "Deliver what is due");
    expect(await titles(page)).toEqual([
      "POST /on_boarding/on_boarding_supplier",
      "200",
      "POST /bill_payment/push_bill_with_payment",
      "200",
      "POST /webhook",
      "POST /transaction/v2/verify",
      "200",
      "200",
    ]);
    expect(await verdict(page).textContent()).toBe("The books are balanced.");
    expect(await counts(page)).toEqual(["sent 1×", "moved 1×", "confirmed 1×"]);
    expect(await decisions(page).last().textContent()).toMatch(/^Confirmed: INV-7 is credited once, under TRAN-/);
  });

  walk("shows that a blind retry moves the money twice", {}, async (page) => {
    await start(page);
    await choice(card(page, "faults"), "With the next answer").selectOption({ label: "cut off, the money has moved" });
    await press(page, "settlement", "Settle");
    const lost = card(page, "diagram").locator(".message[data-lost]");
    expect(await lost.getAttribute("data-from")).toBe("service");
    expect(await decisions(page).last().locator(".next-step code").textContent()).toBe("verifyFirst");

    await press(page, "books", "Send again");
    expect(await verdict(page).textContent()).toContain("The books are not balanced.");
    await press(page, "webhooks", "Deliver what is due");
    expect(await verdict(page).textContent()).toContain("has moved 80000 KHR; you have credited bills of 40000 KHR");
    expect(await counts(page)).toEqual(["sent 2×", "moved 2×", "confirmed 2×"]);
    expect(await decisions(page).last().textContent()).toContain("is paid already");
  });

  walk("finds by verification what the lost answer did", {}, async (page) => {
    await start(page);
    await choice(card(page, "faults"), "With the next answer").selectOption({ label: "cut off, nothing has moved" });
    await press(page, "settlement", "Settle");
    expect(await card(page, "diagram").locator(".message[data-lost]").getAttribute("data-from")).toBe("merchant");
    await press(page, "books", "Verify");
    expect(await decisions(page).last().textContent()).toContain("NOT_FOUND");
    await press(page, "books", "Send again");
    await press(page, "books", "Verify");
    expect(await decisions(page).last().textContent()).toMatch(/TRAN-\d+ has the status success/);
    expect(await counts(page)).toEqual(["sent 2×", "moved 1×", "confirmed 0×"]);
  });

  walk("credits once what is delivered twice", {}, async (page) => {
    await start(page);
    await choice(card(page, "faults"), "With the next bill's webhook").selectOption({ label: "it comes twice" });
    await press(page, "settlement", "Settle");
    await press(page, "webhooks", "Deliver what is due");
    await press(page, "webhooks", "Deliver what is due");
    expect((await titles(page)).filter((title) => title === "POST /webhook")).toHaveLength(2);
    expect((await titles(page)).filter((title) => title.endsWith("/verify"))).toHaveLength(1);
    expect(await decisions(page).last().textContent()).toContain("credited only once");
    expect(await counts(page)).toEqual(["sent 1×", "moved 1×", "confirmed 1×"]);
    expect(await verdict(page).textContent()).toBe("The books are balanced.");
    expect(await card(page, "books").textContent()).toContain("2 delivered");
  });

  walk("sends a forged webhook away", {}, async (page) => {
    await openBench(page, "Simulator");
    await press(page, "stories", "A forged webhook");
    const refused = decisions(page).filter({ hasText: "wrong_token" });
    expect(await refused.count()).toBe(1);
    expect(await titles(page)).toContain("401");
    expect(await counts(page)).toEqual(["sent 1×", "moved 1×", "confirmed 1×"]);
  });

  walk("keeps the service's clock: late answers and late webhooks", {}, async (page) => {
    await start(page);
    await choice(card(page, "faults"), "With the next answer").selectOption({ label: "it comes 3 seconds late" });
    await choice(card(page, "faults"), "With the next bill's webhook").selectOption({
      label: "it comes 5 seconds late",
    });
    await press(page, "settlement", "Settle");
    const webhooks = card(page, "webhooks");
    expect(await webhooks.locator(".clock strong").textContent()).toBe("17:00:03");
    expect(await webhooks.getByRole("status").textContent()).toBe("The next webhook is due at 17:00:05.");
    await press(page, "webhooks", "1 s later");
    await press(page, "webhooks", "1 s later");
    expect(await webhooks.getByRole("status").textContent()).toBe("A webhook is due.");
    await press(page, "webhooks", "Deliver what is due");
    expect(await verdict(page).textContent()).toBe("The books are balanced.");
  });

  walk("serves every fault that can be chosen, and then the next", {}, async (page) => {
    await start(page);
    const answers = choice(card(page, "faults"), "With the next answer");
    const hooks = choice(card(page, "faults"), "With the next bill's webhook");
    for (const [list, kind] of [
      [answers, "answer"],
      [hooks, "webhook"],
    ] as const) {
      const labels = (await list.locator("option").allTextContents()).slice(1);
      expect(labels.length).toBeGreaterThan(5);
      for (const label of labels) {
        await list.selectOption({ label });
        await press(page, "settlement", "Settle");
        expect(await list.locator("option:checked").textContent(), `${kind}: ${label}`).toBe("nothing");
        await press(page, "webhooks", "5 s later");
        await press(page, "webhooks", "Deliver what is due");
      }
    }
    // Four of the answers move no money: dropped before, 503 before, a redirect, and the code 310.
    const moved = await card(page, "books").locator(".bill-counts span:nth-child(2)").allTextContents();
    expect(moved.filter((text) => text === "moved 0×")).toHaveLength(4);
    expect(moved.filter((text) => text !== "moved 0×" && text !== "moved 1×")).toEqual([]);
  });

  walk("shows the exact HTTP, with the credentials hidden", {}, async (page) => {
    await openBench(page, "Simulator");
    await press(page, "stories", "No faults");
    const messages = card(page, "diagram").locator(".message summary");
    for (const message of await messages.all()) await message.click();
    const [, , settlement = "", , hook = "", verify = ""] = await card(page, "diagram")
      .locator(".wire")
      .allTextContents();
    expect(settlement).toContain("Authorization: [hidden]");
    expect(verify).toContain("token: [hidden]");
    expect(hook).toContain("Token: [hidden]");
    const { hash, ...body } = JSON.parse(settlement.split("\n\n")[1] ?? "") as { hash: string; ref_id: string };
    const signed = "INV-120260131170000KHR40000CUST-7SUP-1";
    expect(hash).toBe(createHmac("sha512", "test-hash-token").update(signed).digest("base64"));
    expect(body.ref_id).toBe("INV-1");
    for (const secret of ["test-bearer", "test-verification-token", "test-hash-token", "test-webhook-token"]) {
      expect(await card(page, "diagram").textContent()).not.toContain(secret);
    }
  });

  walk("refuses what billwire refuses, sends nothing then, and starts over", {}, async (page) => {
    await start(page);
    const before = (await titles(page)).length;
    await fill(card(page, "settlement"), { total_amount: "40,000" });
    await press(page, "settlement", "Settle");
    expect((await titles(page)).length).toBe(before);
    expect(await decisions(page).last().locator(".path").textContent()).toBe("total_amount");
    await press(page, "stories", "Start over");
    expect(await titles(page)).toEqual([]);
    expect(await verdict(page).textContent()).toBe("No bill has been sent yet.");
  });

  walk("keeps what has happened when the language changes", {}, async (page) => {
    await openBench(page, "Simulator");
    await press(page, "stories", "A webhook comes twice");
    const before = await titles(page);
    await page.getByRole("button", { name: "ខ្មែរ" }).click();
    expect(await titles(page)).toEqual(before);
    expect(await verdict(page).textContent()).toBe("បញ្ជីទាំងពីរត្រូវគ្នា។");
    expect(await decisions(page).last().textContent()).toContain("បញ្ចូលប្រាក់តែម្ដង");
  });
});
