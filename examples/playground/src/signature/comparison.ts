// The other side's hash, and the mistakes that produce it.
import type { Cause, Explanation } from "billwire";
import { type Child, h } from "../dom.ts";
import { mistakesInKhmer } from "../texts/findings.ts";
import { language, say } from "../texts/language.ts";
import { signature as t } from "../texts/signature.ts";
import { field } from "../ui/field.ts";
import { type Tone, button, card, fold, verdict } from "../ui/parts.ts";
import { candidates, explained, observedHash, showExample } from "./state.ts";

export function comparison(): HTMLElement {
  return card(
    "comparison",
    () => say(t.compare),
    field({ name: "hash", meaning: () => say(t.observed), value: observedHash, rows: 2 }),
    h(
      "div",
      { class: "row" },
      button(() => say(t.example), showExample),
    ),
    verdict(
      () => judgement().tone,
      () => judgement().title,
      () => judgement().detail,
    ),
    fold(
      () => say(t.more),
      h("p", { class: "hint" }, () => say(t.onePerLine)),
      moreCandidates(),
    ),
  );
}

function moreCandidates(): HTMLElement[] {
  return (["zones", "separators", "destinations"] as const).map((name) =>
    field({
      name,
      meaning: () => say(t[name]),
      value: candidates[name],
      rows: 2,
      problems: () => wrong(`candidates.${name}`),
    }),
  );
}

function wrong(path: string) {
  return explained.value.done ? [] : explained.value.error.violations.filter((violation) => violation.path === path);
}

function judgement(): { tone: Tone; title: string; detail: Child } {
  if (!explained.value.done) return { tone: "calm", title: say(t.notYet), detail: undefined };
  return judge(explained.value.value.observed);
}

function judge(observed: Explanation["observed"]): { tone: Tone; title: string; detail: Child } {
  if (observed === null) return { tone: "calm", title: say(t.waiting), detail: undefined };
  const { code, causes, trimmed } = observed;
  const note = trimmed && h("p", { class: "hint" }, say(t.trimmed));
  switch (code) {
    case "matches":
      return { tone: "good", title: say(t.agree), detail: [h("p", {}, say(t.agreeDetail)), note] };
    case "not_a_hash":
      return { tone: "open", title: say(t.noHash), detail: [h("p", {}, say(t.noHashDetail)), note] };
    case "unexplained":
      return { tone: "open", title: say(t.unexplained), detail: [h("p", {}, say(t.unexplainedDetail)), note] };
    case "explained": {
      const lead = h("p", {}, say(causes.length === 1 ? t.one : t.several));
      const list = h("ul", { class: "causes" }, causes.map(causeItem));
      return { tone: "bad", title: say(t.explained), detail: [lead, list, note] };
    }
  }
}

function causeItem(cause: Cause): HTMLElement {
  return h(
    "li",
    {},
    h("span", {}, causeText(cause)),
    cause.with !== undefined && h("code", { class: "with" }, JSON.stringify(cause.with).slice(1, -1)),
    h("code", { class: "code" }, cause.mistake),
    cause.setting !== undefined &&
      h("p", { class: "hint" }, say(t.agreeing), " ", h("code", { class: "setting" }, cause.setting)),
  );
}

/** Adds billwire's own words to the Khmer ones. */
function causeText({ mistake, explanation }: Cause): Child {
  if (language.value === "en") return explanation;
  const inKhmer = mistake.split("+").map((name) => mistakesInKhmer[name] ?? name);
  return [inKhmer.join(" ហើយ"), " ", h("span", { lang: "en", class: "original" }, explanation)];
}
