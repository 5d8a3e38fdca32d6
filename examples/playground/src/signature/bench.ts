// The signature tab: fields in; signing string, hash and the other side's mistake out.
import { h } from "../dom.ts";
import { say } from "../texts/language.ts";
import { billFields, signature as t } from "../texts/signature.ts";
import { field } from "../ui/field.ts";
import { card, fold } from "../ui/parts.ts";
import { comparison } from "./comparison.ts";
import { beforeSending } from "./sending.ts";
import { hashCard, signingString } from "./segments.ts";
import { CODES, SIGNED, UNSIGNED, bill, signingOffset, explained, hashToken, request, shapes } from "./state.ts";

export function signatureBench(): HTMLElement {
  return h(
    "div",
    { class: "bench" },
    h("p", { class: "intro" }, () => say(t.intro)),
    h("div", { class: "inputs" }, billCard(), keyCard()),
    h("div", { class: "results" }, signingString(), hashCard(), comparison(), beforeSending()),
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
    SIGNED.map((name) => billField(name, name)),
    fold(
      () => say(t.unsigned),
      UNSIGNED.map((name) => billField(name)),
    ),
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

/** Violations of a field, in the hash or in the request. */
function problems(path: string) {
  const faults = [explained.value, request.value].flatMap((made) => (made.done ? [] : made.error.violations));
  const here = faults.filter((fault) => fault.path === path || fault.path.startsWith(`${path}.`));
  return here.filter(({ code }, at) => here.findIndex((other) => other.code === code) === at);
}
