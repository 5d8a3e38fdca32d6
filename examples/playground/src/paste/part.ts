// The field into which a bill is pasted, and what was read.
import { type Child, h } from "../dom.ts";
import { paste as t } from "../texts/paste.ts";
import { say } from "../texts/language.ts";
import { others } from "../signature/state.ts";
import { field } from "../ui/field.ts";
import { errorDetail, findingList } from "../ui/findings.ts";
import { button } from "../ui/parts.ts";
import type { Pasted, PastedBill } from "./bill.ts";
import { pasted, result } from "./state.ts";

export function pastePart(): HTMLElement {
  return h(
    "div",
    { class: "paste" },
    field({ name: () => say(t.paste), meaning: () => say(t.meaning), value: pasted, rows: 2, words: true }),
    h("div", { class: "pasted", role: "status" }, () => result.value !== undefined && outcome(result.value)),
  );
}

function outcome(found: Pasted): Child {
  switch (found.kind) {
    case "bill":
      return filled(found);
    case "unreadable":
      return [h("p", { class: "problem" }, say(t.unreadable)), found.error !== undefined && errorDetail(found.error)];
    default:
      return h("p", { class: "problem" }, say(t[found.kind]));
  }
}

function filled({ fields, hash, leftOut, findings }: PastedBill): Child {
  const count = Object.values(fields).filter((text) => text !== "").length;
  return [
    h("p", {}, say(hash === undefined ? t.filled : t.filledWithHash, { count })),
    leftOut && h("p", { class: "hint" }, say(t.leftOut)),
    findings.length > 0 && findingList(findings),
  ];
}

/** Members of the bill that have no field of their own. They are part of the request. */
export function otherMembers(): Child {
  const names = Object.keys(others.value);
  if (names.length === 0) return undefined;
  return h(
    "div",
    { class: "row others" },
    h("span", { class: "hint" }, say(t.others)),
    names.map((name) => h("code", { class: "code" }, name)),
    button(
      () => say(t.drop),
      () => {
        others.value = {};
      },
      "quiet",
    ),
  );
}
