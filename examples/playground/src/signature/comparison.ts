// The other side's hash, and the mistakes that produce it.
import type { Cause, Explanation } from "billwire";
import { type Child, h } from "../dom.ts";
import { mistakesInKhmer } from "../texts/findings.ts";
import { language, say } from "../texts/language.ts";
import { notations, removals, signature as t } from "../texts/signature.ts";
import { field } from "../ui/field.ts";
import { type Tone, button, card, fold, verdict } from "../ui/parts.ts";
import { HASH_BYTES } from "./notation.ts";
import { type Remedy, applied, apply, remedyOf, takeBack } from "./remedy.ts";
import { candidates, explained, observation, observedHash, showExample } from "./state.ts";

export function comparison(): HTMLElement {
  return card(
    "comparison",
    () => say(t.compare),
    field({ name: "hash", meaning: () => say(t.observed), value: observedHash, rows: 2, hint: notation }),
    h(
      "div",
      { class: "row" },
      button(() => say(t.example), showExample),
    ),
    verdict(
      () => judgement().tone,
      () => judgement().title,
      () => [judgement().detail, changedSetting()],
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

/** The pasted text: its length and notation, and what was removed around it. */
function notation(): Child {
  const { text, removed, length, notation: name, bytes } = observation.value;
  if (text === "") return undefined;
  const facts =
    name === undefined ? say(t.noNotation, { length }) : say(notations[name], { length, bytes: bytes ?? 0 });
  const digest = bytes === undefined || bytes === HASH_BYTES ? undefined : say(t.otherLength, { bytes });
  return [facts, digest, ...removed.map((one) => say(removals[one]))].filter((one) => one !== undefined).join(" ");
}

interface Judgement {
  tone: Tone;
  title: string;
  detail: Child;
}

function judgement(): Judgement {
  if (!explained.value.done) return { tone: "calm", title: say(t.notYet), detail: undefined };
  return judge(explained.value.value.observed);
}

function judge(observed: Explanation["observed"]): Judgement {
  if (observed === null) return { tone: "calm", title: say(t.waiting), detail: undefined };
  const { code, causes } = observed;
  switch (code) {
    case "matches":
      return { tone: "good", title: say(t.agree), detail: h("p", {}, say(t.agreeDetail)) };
    case "not_a_hash":
      return { tone: "open", title: say(t.noHash), detail: h("p", {}, say(t.noHashDetail)) };
    case "unexplained":
      return { tone: "open", title: say(t.unexplained), detail: h("p", {}, say(t.unexplainedDetail)) };
    case "explained": {
      const lead = h("p", {}, say(causes.length === 1 ? t.one : t.several));
      return {
        tone: "bad",
        title: say(t.explained),
        detail: [lead, h("ul", { class: "causes" }, causes.map(causeItem))],
      };
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
    cause.setting !== undefined && offer(cause.setting),
  );
}

/** The setting that agrees, and a button that applies it. */
function offer(setting: string): HTMLElement {
  const remedy = remedyOf(setting);
  return h(
    "div",
    { class: "offer" },
    h("p", { class: "hint" }, say(t.agreeing), " ", h("code", { class: "setting" }, setting)),
    remedy !== undefined && remedyButton(remedy),
  );
}

export function remedyButton(remedy: Remedy): HTMLElement {
  return button(
    () => (remedy.value === undefined ? say(t.applyKey) : say(t.apply, { name: remedy.name, value: remedy.value })),
    () => apply(remedy),
  );
}

/** The applied setting, as long as it has the applied value. */
function changedSetting(): Child {
  const last = applied.value;
  if (last === undefined || last.target.value !== last.text) return undefined;
  const text = last.value === undefined ? say(t.appliedKey) : say(t.applied, { name: last.name, value: last.value });
  return h(
    "div",
    { class: "row applied" },
    h("span", {}, text),
    button(() => say(t.takeBack), takeBack, "quiet"),
  );
}

/** Adds billwire's own words to the Khmer ones. */
function causeText({ mistake, explanation }: Cause): Child {
  if (language.value === "en") return explanation;
  const inKhmer = mistake.split("+").map((name) => mistakesInKhmer[name] ?? name);
  return [inKhmer.join(" ហើយ"), " ", h("span", { lang: "en", class: "original" }, explanation)];
}
