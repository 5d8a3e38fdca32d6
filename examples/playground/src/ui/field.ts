// A labelled field: what it is for, and what billwire says about its value.
import { type Signal, signal } from "@preact/signals-core";
import type { Finding } from "billwire";
import { type Child, h, on } from "../dom.ts";
import { say } from "../texts/language.ts";
import { page } from "../texts/page.ts";
import { sentence } from "./findings.ts";

export interface FieldOptions {
  /** The field's name on the wire, or what it is called. */
  name: Child;
  /** What it is for, beside the name. */
  meaning?: () => string;
  /** What is typed. */
  value: Signal<string>;
  /** Lines of a text area; without it, one line. */
  rows?: number;
  /** Hidden until it is asked for. */
  secret?: boolean;
  /** Which part of the signing string it is, for its colour. */
  part?: string;
  /** An advice below. */
  hint?: () => string;
  /** What is wrong with it. */
  problems?: () => readonly Finding[];
  /** What an empty field stands for. */
  placeholder?: string;
}

let count = 0;

/** Nothing that is typed is offered again by the browser: `autocomplete` is off everywhere. */
const PLAIN = { autocomplete: "off", autocapitalize: "off", spellcheck: "false", translate: "no" };

/** A labelled field. */
export function field(options: FieldOptions): HTMLElement {
  const id = `field-${(count += 1)}`;
  const problems = options.problems ?? (() => []);
  const shown = signal(options.secret !== true);
  const attributes = {
    ...PLAIN,
    id,
    value: () => options.value.value,
    placeholder: options.placeholder,
    "aria-invalid": () => problems().length > 0 && "true",
    "aria-describedby": `${id}-notes`,
  };
  const control =
    options.rows === undefined
      ? h("input", { ...attributes, type: () => (shown.value ? "text" : "password") })
      : h("textarea", { ...attributes, rows: options.rows });
  on<HTMLInputElement | HTMLTextAreaElement, "input">(control, "input", (_event, { value }) => {
    options.value.value = value;
  });
  return h(
    "div",
    { class: "field", "data-part": options.part },
    h("label", { for: id }, h("code", {}, options.name), h("span", { class: "meaning" }, options.meaning ?? "")),
    h("div", { class: "control" }, control, options.secret === true && reveal(shown, id)),
    h(
      "div",
      { id: `${id}-notes`, class: "notes" },
      () => options.hint !== undefined && h("p", { class: "hint" }, options.hint()),
      () => problems().map((problem) => h("p", { class: "problem" }, sentence(problem))),
    ),
  );
}

function reveal(shown: Signal<boolean>, id: string): HTMLElement {
  const button = h(
    "button",
    { type: "button", class: "quiet", "aria-controls": id },
    () => say(shown.value ? page.hide : page.show),
  );
  return on(button, "click", () => {
    shown.value = !shown.value;
  });
}

export interface Choice<Value extends string> {
  /** What is chosen. */
  value: Value;
  /** What it is called. */
  label: () => string;
}

/** A labelled list to choose from. */
export function chooser<Value extends string>(
  name: () => string,
  value: Signal<Value>,
  choices: () => readonly Choice<Value>[],
): HTMLElement {
  const id = `field-${(count += 1)}`;
  const select = h("select", { id, autocomplete: "off" }, () =>
    choices().map((choice) =>
      h("option", { value: choice.value, selected: () => value.value === choice.value }, choice.label),
    ),
  );
  on(select, "change", () => {
    const chosen = choices()[select.selectedIndex];
    if (chosen !== undefined) value.value = chosen.value;
  });
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, h("span", { class: "name" }, name)),
    h("div", { class: "control" }, select),
  );
}
