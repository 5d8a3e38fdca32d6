// Small elements that all tabs use.
import { signal } from "@preact/signals-core";
import { type Child, h, on } from "../dom.ts";
import { say } from "../texts/language.ts";
import { page } from "../texts/page.ts";

/** A section of a tab, with its heading. */
export function card(name: string, title: () => string, ...children: readonly Child[]): HTMLElement {
  const id = `card-${name}`;
  return h("section", { class: `card ${name}-card`, "aria-labelledby": id }, h("h2", { id }, title), children);
}

/** Rarely used content, folded. */
export function fold(title: () => string, ...children: readonly Child[]): HTMLElement {
  return h("details", { class: "fold" }, h("summary", {}, title), h("div", { class: "fold-body" }, children));
}

/** A button. */
export function button(label: () => string, press: () => void, kind = "plain"): HTMLButtonElement {
  return on(h("button", { type: "button", class: kind }, label), "click", press);
}

/** Copies a text, and confirms it. */
export function copyButton(text: () => string): HTMLElement {
  const copied = signal(false);
  const press = async () => {
    await navigator.clipboard.writeText(text());
    copied.value = true;
    setTimeout(() => {
      copied.value = false;
    }, 2000);
  };
  return button(
    () => say(copied.value ? page.copied : page.copy),
    () => void press(),
    "quiet",
  );
}

export type Tone = "good" | "bad" | "open" | "calm";

/** The verdict of a tab in one line. Screen readers announce its changes. */
export function verdict(tone: () => Tone, title: () => string, detail: () => Child): HTMLElement {
  return h(
    "div",
    { class: "verdict", "data-tone": tone, role: "status" },
    h("p", { class: "verdict-title" }, title),
    h("div", { class: "verdict-detail" }, detail),
  );
}
