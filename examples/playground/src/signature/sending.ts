// Checks before the bill is sent: parses of the signing string, warnings, and the request.
import { type Child, h } from "../dom.ts";
import { say } from "../texts/language.ts";
import { signature as t } from "../texts/signature.ts";
import { findingList } from "../ui/findings.ts";
import { requestText, wireText } from "../ui/http.ts";
import { card, fold } from "../ui/parts.ts";
import { explained, request } from "./state.ts";

export function beforeSending(): HTMLElement {
  return card(
    "sending",
    () => say(t.before),
    () => explained.value.done && h("p", { class: "parses" }, parses(explained.value.value.parses)),
    findings,
    fold(
      () => say(t.request),
      () => request.value.done && wireText(requestText(request.value.value)),
    ),
  );
}

function parses(count: number): string {
  if (count === 0) return say(t.noReading);
  return count === 1 ? say(t.oneReading) : say(t.parses, { count });
}

function findings(): Child {
  if (!request.value.done) return [h("p", {}, say(t.notSendable)), findingList(request.value.error.violations)];
  const { warnings } = request.value.value;
  if (warnings.length === 0) return h("p", { class: "hint" }, say(t.noWarnings));
  return [h("p", {}, say(t.warnings)), findingList(warnings)];
}
