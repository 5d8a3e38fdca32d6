// A labelled field: its purpose, and billwire's findings about its value.
import { type Signal, signal } from "@preact/signals-core";
import type { Finding } from "billwire";
import { type Child, h, on } from "../dom.ts";
import { say } from "../texts/language.ts";
import { page } from "../texts/page.ts";
import { sentence } from "./findings.ts";

export interface FieldOptions {
  /** The field's name on the wire, or its label. */
  name: Child;
  /** Its purpose, next to the name. */
  meaning?: () => string;
  /** Its value. */
  value: Signal<string>;
  /** Whether the label is in words. Otherwise it is a name in code. */
  words?: boolean;
  /** Number of lines of a text area; without it, a single line. */
  rows?: number;
  /** Whether the value is hidden until requested. */
  secret?: boolean;
  /** Its part of the signing string, for its colour. */
  part?: string;
  /** An advice below. */
  hint?: () => Child;
  /** Its violations. */
  problems?: () => readonly Finding[];
  /** The value that an empty field has. */
  placeholder?: string;
}

let count = 0;

/** `autocomplete` is off everywhere, so the browser suggests no typed value. */
const PLAIN = { autocomplete: "off", autocapitalize: "off", spellcheck: "false", translate: "no" };

/** Creates a labelled field. */
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
    h("label", { for: id }, nameOf(options), h("span", { class: "meaning" }, options.meaning ?? "")),
    h("div", { class: "control" }, control, options.secret === true && reveal(shown, id)),
    notes(id, options.hint, problems),
  );
}

function nameOf({ name, words }: FieldOptions): HTMLElement {
  return words === true ? h("span", { class: "name" }, name) : h("code", {}, name);
}

function notes(id: string, hint: (() => Child) | undefined, problems: () => readonly Finding[]): HTMLElement {
  return h(
    "div",
    { id: `${id}-notes`, class: "notes" },
    () => hint !== undefined && h("p", { class: "hint" }, hint()),
    () => problems().map((problem) => h("p", { class: "problem" }, sentence(problem))),
  );
}

function reveal(shown: Signal<boolean>, id: string): HTMLElement {
  const button = h("button", { type: "button", class: "quiet", "aria-controls": id }, () =>
    say(shown.value ? page.hide : page.show),
  );
  return on(button, "click", () => {
    shown.value = !shown.value;
  });
}

export interface Choice<Value extends string> {
  /** The chosen value. */
  value: Value;
  /** Its label. */
  label: () => string;
}

/** Notes at a list, in addition to its label. */
export interface ChooserNotes {
  /** Whether the label is a name in code. */
  code?: boolean;
  /** An advice below. */
  hint?: () => Child;
  /** Its violations. */
  problems?: () => readonly Finding[];
}

/** Creates a labelled list. */
export function chooser<Value extends string>(
  name: () => string,
  value: Signal<Value>,
  choices: () => readonly Choice<Value>[],
  { code = false, hint, problems = () => [] }: ChooserNotes = {},
): HTMLElement {
  const id = `field-${(count += 1)}`;
  const attributes = {
    id,
    autocomplete: "off",
    "aria-invalid": () => problems().length > 0 && "true",
    "aria-describedby": `${id}-notes`,
  };
  const select = h("select", attributes, () =>
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
    h("label", { for: id }, code ? h("code", {}, name) : h("span", { class: "name" }, name)),
    h("div", { class: "control" }, select),
    notes(id, hint, problems),
  );
}
