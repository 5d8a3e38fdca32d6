// The signature tab: fields in; signing string, hash and the other side's mistake out.
import { codeCard } from "../code/card.ts";
import { h, live } from "../dom.ts";
import { otherMembers, pastePart } from "../paste/part.ts";
import { filledIn } from "../paste/state.ts";
import { profileCard } from "../profile/card.ts";
import { say } from "../texts/language.ts";
import { billFields, signature as t } from "../texts/signature.ts";
import { field } from "../ui/field.ts";
import { card, fold } from "../ui/parts.ts";
import { reveal, toResult } from "../ui/reveal.ts";
import { comparison } from "./comparison.ts";
import { beforeSending } from "./sending.ts";
import { hashCard, signingString } from "./segments.ts";
import {
  CODES,
  SIGNED,
  UNSIGNED,
  bill,
  signingOffset,
  explained,
  hashToken,
  observedHash,
  request,
  shapes,
} from "./state.ts";
import { stringComparison } from "./strings.ts";

export function signatureBench(): HTMLElement {
  const string = signingString();
  const hash = comparison();
  live(() => {
    // A pasted hash is compared at once.
    if (filledIn.value > 0) reveal(observedHash.peek() === "" ? string : hash);
  });
  return h(
    "div",
    { class: "bench" },
    h("p", { class: "intro" }, () => say(t.intro)),
    h("div", { class: "inputs" }, billCard(), keyCard(), profileCard(problemsOfProfile), toResult(string)),
    h("div", { class: "results" }, string, hashCard(), hash, stringComparison(), beforeSending(), codeCard()),
  );
}

function billCard(): HTMLElement {
  const billField = (name: keyof typeof bill, part?: string) =>
    field({
      name,
      meaning: () => say(billFields[name]),
      value: bill[name],
      problems: () => problems(name),
      ...(part !== undefined && { part }),
    });
  return card(
    "bill",
    () => say(t.bill),
    pastePart(),
    SIGNED.map((name) => billField(name, name)),
    fold(
      () => say(t.unsigned),
      UNSIGNED.map((name) => billField(name)),
    ),
    otherMembers,
  );
}

function keyCard(): HTMLElement {
  return card(
    "key",
    () => say(t.key),
    field({
      name: "hashToken",
      meaning: () => say(t.hashToken),
      value: hashToken,
      secret: true,
      problems: () => problems("hashToken"),
    }),
    field({
      name: "signingOffset",
      meaning: () => say(t.signingOffset),
      value: signingOffset,
      placeholder: "+00:00",
      problems: () => problems("signingOffset"),
    }),
    fold(
      () => say(t.shapes),
      h("p", { class: "hint" }, () => say(t.shapesHint)),
      CODES.map((code) =>
        field({
          name: code,
          value: shapes[code],
          placeholder: "INV-####",
          problems: () => problems(`codeShapes.${code}`),
        }),
      ),
    ),
  );
}

function problemsOfProfile(path: string) {
  return problems(`profile.${path}`);
}

/** Violations of a field, in the hash or in the request. */
function problems(path: string) {
  const faults = [explained.value, request.value].flatMap((made) => (made.done ? [] : made.error.violations));
  const here = faults.filter(
    (fault) => fault.path === path || (/^[.[]/.test(fault.path.slice(path.length)) && fault.path.startsWith(path)),
  );
  return here.filter(({ code }, at) => here.findIndex((other) => other.code === code) === at);
}
