// Elements of the tabs, by their visible names.
import type { Locator, Page } from "playwright-core";

export async function openBench(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name, exact: true }).click();
}

/** A section of the visible tab, by its name in the code. */
export function card(page: Page, name: string): Locator {
  return page.locator(`.${name}-card`).filter({ visible: true });
}

/** A field of a section, by the first word of its label. */
export function fieldOf(part: Locator, name: string): Locator {
  return part
    .locator(".field", { has: part.page().locator(`label code:text-is("${name}")`) })
    .locator("input, textarea");
}

/** A list, by its label. */
export function choice(part: Locator, name: string): Locator {
  return part.getByLabel(name, { exact: true });
}

export async function fill(part: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await fieldOf(part, name).fill(value);
}
