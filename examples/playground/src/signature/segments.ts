// The signing string in six coloured parts, and its hash.
import type { Explanation } from "billwire";
import { type Child, h } from "../dom.ts";
import { say } from "../texts/language.ts";
import { signature as t } from "../texts/signature.ts";
import { errorDetail } from "../ui/findings.ts";
import { card, copyButton } from "../ui/parts.ts";
import { explained } from "./state.ts";

export function signingString(): HTMLElement {
  return card(
    "signing-string",
    () => say(t.signingString),
    () =>
      explained.value.done
        ? segments(explained.value.value)
        : [h("p", {}, say(t.notYet)), errorDetail(explained.value.error)],
  );
}

export function hashCard(): HTMLElement {
  const hash = () => (explained.value.done ? explained.value.value.hash : "");
  return card(
    "hash",
    () => say(t.hash),
    h(
      "div",
      { class: "row" },
      h("output", { class: "hash-text", translate: "no" }, () => hash() || "–"),
      copyButton(hash),
    ),
    h("p", { class: "hint" }, () => say(t.recipe)),
  );
}

function segments({ parts, signingString: text, signingOffset }: Explanation): Child {
  const drawn = parts.map((part) =>
    h(
      "li",
      { class: "segment", "data-part": part.field },
      h("span", { class: "segment-name" }, part.field),
      h("span", { class: "segment-text" }, part.field === "date" ? digits(part.text) : part.text),
      part.field === "date" && h("span", { class: "segment-note" }, say(t.inZone, { zone: zone(signingOffset) })),
    ),
  );
  const count = [...text].length;
  return [h("ol", { class: "segments", translate: "no" }, drawn), h("p", { class: "hint" }, say(t.joined, { count }))];
}

/** Displays yyyyMMddHHmmss with gaps; copying gives one text. */
function digits(text: string): Child {
  const groups = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text)?.slice(1);
  return groups?.map((group) => h("span", { class: "digits" }, group)) ?? text;
}

function zone(offset: string): string {
  return offset === "+00:00" ? "UTC" : offset;
}
