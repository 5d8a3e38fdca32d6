// A form for every setting of the profile.
import type { Finding } from "billwire";
import { type Child, h } from "../dom.ts";
import { language, say } from "../texts/language.ts";
import { profileTexts as t, settingsInKhmer } from "../texts/profile.ts";
import { chooser, field } from "../ui/field.ts";
import { button, card, fold } from "../ui/parts.ts";
import { type Group, type Setting, changed, groups, resetProfile } from "./state.ts";

/** Settings of the provider. `problems` returns the violations of a setting, by its path in the profile. */
export function profileCard(problems: (path: string) => readonly Finding[]): HTMLElement {
  return card(
    "profile",
    () => say(t.title),
    h("p", { class: "hint" }, () => say(t.hint)),
    () => changed.value.length > 0 && changes(),
    fold(
      () => say(t.all, { count: groups.length }),
      groups.map((group) => groupFields(group, problems)),
    ),
  );
}

function changes(): Child {
  return h(
    "div",
    { class: "row", role: "status" },
    h(
      "span",
      {},
      `${say(t.changed)} `,
      changed.value.flatMap((name, at) => [at > 0 && ", ", h("code", {}, name)]),
    ),
    button(() => say(t.reset), resetProfile, "quiet"),
  );
}

function groupFields({ name, doc, isObject, settings }: Group, problems: Problems): HTMLElement {
  const meaning = () => (language.value === "km" ? settingsInKhmer[name] : plain(doc));
  const original = () => language.value === "km" && h("span", { lang: "en", class: "original" }, plain(doc));
  if (!isObject)
    return h(
      "div",
      { class: "setting" },
      settings.map((one) => settingField(one, name, problems, meaning, original)),
    );
  return h(
    "fieldset",
    { class: "setting" },
    h("legend", {}, h("code", {}, name)),
    h("p", { class: "hint" }, meaning, " ", original),
    h(
      "div",
      { class: "pairs" },
      settings.map((one) => settingField(one, one.path.slice(name.length + 1), problems)),
    ),
  );
}

type Problems = (path: string) => readonly Finding[];

function settingField(
  { path, type, value }: Setting,
  name: string,
  problems: Problems,
  meaning?: () => string,
  original?: () => Child,
): HTMLElement {
  const notes = { hint: () => [meaning?.() ?? "", original?.()], problems: () => problems(path) };
  if (type.kind === "choice")
    return chooser(
      () => name,
      value,
      () => choices(type.values),
      { code: true, ...notes },
    );
  if (type.kind === "flag")
    return chooser(
      () => name,
      value,
      () => choices(["true", "false"]),
      { code: true, ...notes },
    );
  return field({ name, value, placeholder: PLACEHOLDERS[type.kind], ...notes });
}

/** Several values have commas between them. */
const PLACEHOLDERS = { text: "", texts: "A, B", numbers: "400, 401" } as const;

function choices(values: readonly string[]) {
  return ["", ...values].map((value) => ({ value, label: () => value || say(t.standard) }));
}

/** Doc comments mark code by backticks. */
function plain(doc: string): string {
  return doc.replaceAll("`", "");
}
