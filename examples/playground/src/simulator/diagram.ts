// The sequence diagram. Each message is an arrow between two lines and opens to its full text.
import { type Child, growing, h } from "../dom.ts";
import { say } from "../texts/language.ts";
import { simulator as t } from "../texts/simulator.ts";
import { wireText } from "../ui/http.ts";
import { card } from "../ui/parts.ts";
import { clock } from "./clock.ts";
import { type Arrow, type Note, entries } from "./record.ts";

export function diagramCard(): HTMLElement {
  return card(
    "diagram",
    () => say(t.diagram),
    h("p", { class: "hint" }, () => say(entries.value.length === 0 ? t.empty : t.diagramHint)),
    h(
      "div",
      { class: "sequence", hidden: () => entries.value.length === 0 },
      h(
        "div",
        { class: "sides" },
        h("span", {}, () => say(t.merchant)),
        h("span", {}, () => say(t.service)),
      ),
      h("div", { role: "log" }, growing(entries, h("ol", { class: "messages" }), drawn)),
    ),
  );
}

function drawn(entry: Arrow | Note): HTMLElement {
  return entry.kind === "arrow" ? arrow(entry) : note(entry);
}

function arrow({ from, title, remark, wire, arrives, at }: Arrow): HTMLElement {
  return h(
    "li",
    { class: "message", "data-from": from, "data-lost": !arrives },
    h(
      "details",
      {},
      h(
        "summary",
        {},
        h("span", { class: "unseen" }, () => say(from === "merchant" ? t.toService : t.toMerchant), " "),
        h("span", { class: "message-title" }, breakable(title)),
        h("span", { class: "message-remark" }, remark),
        h("time", {}, clock(at)),
        h("span", { class: "shaft" }),
      ),
      wireText(wire),
    ),
  );
}

/** A long path wraps. */
function breakable(title: string): Child {
  return title.split(/(?<=\w\/)/).map((piece) => [piece, h("wbr")]);
}

function note({ tone, text }: Note): HTMLElement {
  return h("li", { class: "decision", "data-tone": tone }, text);
}
