// The simulator tab.
import { createHmac } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { card, fill, openBench, press, useBrowser, walk } from "./support.ts";

const titles = (page: Page) => card(page, "diagram").locator(".title").allTextContents();
const decision = async (page: Page) =>
  (await card(page, "diagram").locator(".decision").allTextContents()).at(-1);
const verdict = (page: Page) => card(page, "books").getByRole("status").textContent();
const counts = async (page: Page) =>
  (await card(page, "books").locator("li .hint").allTextContents()).join(", ");
const answers = (page: Page) => card(page, "faults").getByLabel("With the next answer");
const hooks = (page: Page) => card(page, "faults").getByLabel("With the next bill's webhook");

async function start(page: Page): Promise<void> {
  await openBench(page, "Simulator");
  await press(page, "onboarding", "Onboard");
}

describe("simulator", () => {
  useBrowser();

  walk("settles a bill, asks about its webhook, and credits it once", {}, async (page) => {
    await start(page);
    await fill(card(page, "settlement"), { total_amount: "40,000" });
    await press(page, "settlement", "Settle");
    expect(await decision(page)).toContain("total_amount");
    expect(await verdict(page)).toBe("No bill has been sent yet.");
    await fill(card(page, "settlement"), { ref_id: "INV-7", total_amount: "125000" });
    await press(page, "settlement", "Settle");
    expect(await verdict(page)).toContain("Not everything is known yet.");
    await press(page, "webhooks", "Deliver what is due");
    const [onboarding, settlement] = [
      "POST /on_boarding/on_boarding_supplier",
      "POST /bill_payment/push_bill_with_payment",
    ];
    const webhook = ["POST /webhook", "POST /transaction/v2/verify", "200", "200"];
    expect(await titles(page)).toEqual([onboarding, "200", settlement, "200", ...webhook]);
    expect(await verdict(page)).toBe("The books are balanced.");
    expect(await counts(page)).toBe("sent 1×, moved 1×, confirmed 1×");
    expect(await decision(page)).toMatch(/^Confirmed: INV-7 is credited once, under TRAN-/);
  });

  walk("shows that a blind retry moves the money twice", {}, async (page) => {
    await start(page);
    await answers(page).selectOption("drop_after");
    await press(page, "settlement", "Settle");
    expect(await card(page, "diagram").locator("[data-lost]").getAttribute("data-from")).toBe("service");
    expect(await decision(page)).toContain("verifyFirst");
    await press(page, "books", "Send again");
    await press(page, "webhooks", "Deliver what is due");
    expect(await verdict(page)).toContain("has moved 80000 KHR; you have credited bills of 40000 KHR");
    expect(await counts(page)).toBe("sent 2×, moved 2×, confirmed 2×");
    expect(await decision(page)).toContain("is paid already");
  });

  walk("compares both books at the end of the day", {}, async (page) => {
    await start(page);
    await press(page, "settlement", "Settle");
    await press(page, "books", "End of the day");
    expect(await decision(page)).toBe(
      "The end of the day: the books differ on INV-1. Ask the service before you do anything.",
    );
    await press(page, "webhooks", "Deliver what is due");
    await press(page, "books", "End of the day");
    expect(await decision(page)).toBe("The end of the day: the service and your books agree on every bill.");
    expect((await titles(page)).filter((title) => title.endsWith("/verify"))).toHaveLength(3);
  });

  walk("finds by verification what a lost request did", {}, async (page) => {
    await start(page);
    await answers(page).selectOption("drop_before");
    await press(page, "settlement", "Settle");
    expect(await card(page, "diagram").locator("[data-lost]").getAttribute("data-from")).toBe("merchant");
    await press(page, "books", "Verify");
    expect(await decision(page)).toContain("NOT_FOUND");
    await press(page, "books", "Send again");
    await press(page, "books", "Verify");
    expect(await decision(page)).toMatch(/TRAN-\d+ has the status success/);
    expect(await counts(page)).toBe("sent 2×, moved 1×, confirmed 0×");
  });

  walk("credits once what comes twice, and keeps it in Khmer", {}, async (page) => {
    await openBench(page, "Simulator");
    await press(page, "stories", "A webhook comes twice");
    expect((await titles(page)).filter((title) => title === "POST /webhook")).toHaveLength(2);
    expect(await decision(page)).toContain("credited only once");
    expect(await counts(page)).toBe("sent 1×, moved 1×, confirmed 1×");
    const before = await titles(page);
    await page.getByRole("button", { name: "ខ្មែរ" }).click();
    expect(await titles(page)).toEqual(before);
    expect(await verdict(page)).toBe("បញ្ជីទាំងពីរត្រូវគ្នា។");
    expect(await decision(page)).toContain("បញ្ចូលប្រាក់តែម្ដង");
  });

  walk("serves every fault, and credits every bill that was paid", {}, async (page) => {
    await start(page);
    for (const list of [answers(page), hooks(page)]) {
      for (const label of (await list.locator("option").allTextContents()).slice(1)) {
        await list.selectOption({ label });
        await press(page, "settlement", "Settle");
        expect(await list.locator("option:checked").textContent(), label).toBe("nothing");
        await press(page, "webhooks", "5 s later");
        await press(page, "webhooks", "Deliver what is due");
      }
    }
    const all = (await counts(page)).match(/moved \d×, confirmed \d×/g) ?? [];
    expect(all.length).toBeGreaterThan(14);
    // Four of the answers move no money: dropped before, 503 before, a redirect, and the code 310.
    expect(all.filter((one) => one === "moved 0×, confirmed 0×")).toHaveLength(4);
    expect(all.filter((one) => one === "moved 1×, confirmed 1×")).toHaveLength(all.length - 4);
  });

  walk("shows the exact HTTP, with the credentials hidden", {}, async (page) => {
    await openBench(page, "Simulator");
    await press(page, "stories", "A forged webhook");
    expect(await titles(page)).toContain("401");
    const wires = await card(page, "diagram").locator(".wire").allTextContents();
    expect(wires.filter((wire) => /^(authorization|token): \[hidden\]$/im.test(wire)).length).toBeGreaterThan(
      4,
    );
    const { hash } = JSON.parse(wires[2]?.split("\n\n")[1] ?? "") as { hash: string };
    const signed = "INV-120260131170000KHR40000CUST-7SUP-1";
    expect(hash).toBe(createHmac("sha512", "test-hash-token").update(signed).digest("base64"));
    for (const secret of ["bearer", "verification-token", "hash-token", "webhook-token"])
      expect(wires.join()).not.toContain(`test-${secret}`);
    await press(page, "stories", "Start over");
    expect(await titles(page)).toEqual([]);
  });
});
