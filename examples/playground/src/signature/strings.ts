// The other side's signing string, next to billwire's: where they part, field by field.
import { computed } from "@preact/signals-core";
import { type Child, h } from "../dom.ts";
import { say } from "../texts/language.ts";
import { signature as t } from "../texts/signature.ts";
import { field } from "../ui/field.ts";
import { type Tone, button, card, verdict } from "../ui/parts.ts";
import { remedyButton } from "./comparison.ts";
import { type Pair, type Parting, type Piece, compare } from "./parting.ts";
import { remedyFor } from "./remedy.ts";
import { explained, observedString, showExampleString, zoneFor } from "./state.ts";

/** The comparison, once there is a text to compare. */
const parting = computed<Parting | undefined>(() => {
  const text = lineOf(observedString.value);
  return explained.value.done && text !== "" ? compare(explained.value.value.parts, text) : undefined;
});

export function stringComparison(): HTMLElement {
  return card(
    "strings",
    () => say(t.compareStrings),
    field({
      name: () => say(t.string),
      words: true,
      meaning: () => say(t.stringMeaning),
      value: observedString,
      rows: 2,
    }),
    h(
      "div",
      { class: "row" },
      button(() => say(t.example), showExampleString),
    ),
    verdict(
      () => judgement().tone,
      () => judgement().title,
      () => judgement().detail,
    ),
    () => parting.value !== undefined && !parting.value.same && table(parting.value),
  );
}

/** A pasted text ends with its line. Spaces inside the line may be part of it. */
function lineOf(text: string): string {
  return text.replace(/\r?\n$/, "");
}

function judgement(): { tone: Tone; title: string; detail: Child } {
  const found = parting.value;
  if (found === undefined) {
    return { tone: "calm", title: say(explained.value.done ? t.waitingString : t.notYet), detail: undefined };
  }
  if (found.same) return { tone: "good", title: say(t.sameStrings), detail: h("p", {}, say(t.sameStringsDetail)) };
  const { at, field: name = "", separator } = found;
  if (separator !== undefined) {
    return {
      tone: "bad",
      title: say(t.separated, { separator: visible(separator) }),
      detail: h("p", {}, say(t.separatedDetail)),
    };
  }
  return { tone: "bad", title: say(t.partsAt, { at, field: name }), detail: zoneOffer() };
}

/** The zone with which both strings are equal. */
function zoneOffer(): Child {
  const zone = zoneFor(lineOf(observedString.value));
  const remedy = zone === undefined ? undefined : remedyFor("signingOffset", zone);
  return remedy && h("div", { class: "offer" }, h("p", {}, say(t.zoneAgrees)), remedyButton(remedy));
}

function table({ pairs }: Parting): HTMLElement {
  const head = [t.field, t.yours, t.theirs].map((name) => h("th", { scope: "col" }, say(name)));
  return h("table", { class: "strings" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, pairs.map(row)));
}

function row({ field: name, own, other, same }: Pair): HTMLElement {
  return h(
    "tr",
    { "data-part": name, "data-same": String(same) },
    h("th", { scope: "row" }, h("code", {}, name)),
    h("td", { "data-side": () => say(t.yours) }, drawn(own)),
    h("td", { "data-side": () => say(t.theirs) }, drawn(other)),
  );
}

function drawn(pieces: readonly Piece[]): Child {
  if (pieces.length === 0) return h("span", { class: "hint" }, say(t.nothing));
  return h(
    "span",
    { class: "segment-text", translate: "no" },
    pieces.map(({ text, same }) => (same ? visible(text) : h("mark", {}, visible(text)))),
  );
}

/** Shows characters that nobody sees. */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (one) => NAMES[one] ?? named(one));
}

const NAMES: Readonly<Record<string, string>> = { "\n": "↵", "\t": "⇥", "\r": "␍" };

function named(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;
}
