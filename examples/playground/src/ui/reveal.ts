// On a phone, results are below the form: they scroll into view.
import { h, on } from "../dom.ts";
import { say } from "../texts/language.ts";
import { page } from "../texts/page.ts";

/** Width below which the page has one column, as in `page.css`. */
const NARROW = "(max-width: 56rem)";

/** Scrolls to a result after an action, if the page has one column. */
export function reveal(result: Element): void {
  if (!matchMedia(NARROW).matches) return;
  // The result is drawn first.
  requestAnimationFrame(() => result.scrollIntoView({ block: "start", behavior: behavior() }));
}

/** A button below the form that stays in view; it leads to the result. */
export function toResult(result: Element): HTMLElement {
  const button = h("button", { type: "button", class: "main to-result" }, () => `${say(page.result)} ↓`);
  return on(button, "click", () => result.scrollIntoView({ block: "start", behavior: behavior() }));
}

function behavior(): ScrollBehavior {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
}
