// What stands on the benches, by what a person sees.
import type { Locator, Page } from "playwright-core";

export async function openBench(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name, exact: true }).click();
}

/** A part of the bench that is shown, by its name in the code. */
export function card(page: Page, name: string): Locator {
  return page.locator(`.${name}-card`).filter({ visible: true });
}

/** A field of a part, by the first word of its label. */
export function fieldOf(part: Locator, name: string): Locator {
  return part
    .locator(".field", { has: part.page().locator(`label code:text-is("${name}")`) })
    .locator("input, textarea");
}

/** A list to choose from, by its label. */
export function choice(part: Locator, name: string): Locator {
  return part.getByLabel(name, { exact: true });
}

export async function fill(part: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await fieldOf(part, name).fill(value);
}
