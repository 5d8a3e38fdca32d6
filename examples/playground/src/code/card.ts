// The request as code in five languages.
import { type Signal, signal } from "@preact/signals-core";
import { h, on } from "../dom.ts";
import { SERVICE, codeShapes, given, request } from "../signature/state.ts";
import { profile } from "../profile/state.ts";
import { code as t } from "../texts/code.ts";
import { say } from "../texts/language.ts";
import { card, copyButton } from "../ui/parts.ts";
import type { Shown } from "./bill.ts";
import { curl } from "./curl.ts";
import { javascript } from "./javascript.ts";
import { kotlin } from "./kotlin.ts";
import { rust } from "./rust.ts";
import { swift } from "./swift.ts";

const LANGUAGES = { JavaScript: javascript, Kotlin: kotlin, Swift: swift, Rust: rust, cURL: undefined } as const;

type Name = keyof typeof LANGUAGES;

const NAMES = Object.keys(LANGUAGES) as Name[];

export function codeCard(): HTMLElement {
  const chosen = signal<Name>("JavaScript");
  const written = () => codeOf(chosen.value);
  return card(
    "code",
    () => say(t.code),
    h(
      "div",
      { class: "row" },
      h(
        "div",
        { class: "choices", role: "group", "aria-label": () => say(t.languages) },
        NAMES.map((name) => choice(name, chosen)),
      ),
      () => written() !== undefined && copyButton(() => written() ?? ""),
    ),
    () => {
      const text = written();
      if (text === undefined) return h("p", {}, say(t.notYet));
      const attributes = { role: "region", "aria-label": chosen.value, tabindex: 0 };
      return h("pre", { class: "wire", translate: "no", ...attributes }, text);
    },
    h("p", { class: "hint" }, () => say(chosen.value === "cURL" ? t.curlHint : t.hint)),
  );
}

/** The program; undefined if the bill cannot be sent. */
function codeOf(name: Name): string | undefined {
  if (!request.value.done) return undefined;
  const program = LANGUAGES[name];
  if (program === undefined) return curl(request.value.value);
  const shown: Shown = {
    baseUrl: SERVICE.baseUrl,
    bill: given(),
    profile: profile.value,
    codeShapes: codeShapes.value,
  };
  return program(shown);
}

function choice(name: Name, chosen: Signal<Name>): HTMLElement {
  const attributes = { type: "button", class: "quiet", "aria-pressed": () => String(chosen.value === name) };
  return on(h("button", attributes, name), "click", () => {
    chosen.value = name;
  });
}
