// The verification that a webhook still needs.
import type { Confirmation } from "billwire";
import { type Child, h, live } from "../dom.ts";
import { say } from "../texts/language.ts";
import { webhook as t } from "../texts/webhook.ts";
import { field } from "../ui/field.ts";
import { errorDetail } from "../ui/findings.ts";
import { requestText, wireText } from "../ui/http.ts";
import { button, card } from "../ui/parts.ts";
import { agree, answerBody, answerStatus, confirmation, decision, expectation, received } from "./state.ts";

export function confirmationCard(): HTMLElement {
  const drawn = card(
    "confirmation",
    () => say(t.billed),
    h("p", { class: "hint" }, () => say(t.billedHint)),
    h("div", { class: "pairs" }, expectedFields()),
    () => confirmation.value?.done === true && question(confirmation.value.value),
    field({ name: "status", meaning: () => say(t.answerStatus), value: answerStatus }),
    field({ name: "body", meaning: () => say(t.answerBody), value: answerBody, rows: 4 }),
    h(
      "div",
      { class: "row" },
      button(() => say(t.agreeing), agree),
    ),
    h("div", { role: "status", class: "differences" }, differences),
  );
  live(() => {
    drawn.hidden = !received.value.done;
  });
  return drawn;
}

function expectedFields(): HTMLElement[] {
  const meanings = { amount: () => say(t.amount) };
  return (["identity_code", "purpose_of_transaction", "currency", "amount"] as const).map((name) =>
    field({
      name,
      value: expectation[name],
      ...(name === "amount" && { meaning: meanings.amount }),
      problems: () => {
        const prepared = confirmation.value;
        return prepared?.done === false ? prepared.error.violations.filter(({ path }) => path === name) : [];
      },
    }),
  );
}

function question({ call }: Confirmation): Child {
  return [h("p", {}, say(t.ask)), wireText(requestText(call)), h("p", { class: "hint" }, say(t.must))];
}

/** Mismatches of the answer, or why it decides nothing. */
function differences(): Child {
  const decided = decision.value;
  if (decided === undefined) return undefined;
  if (!decided.done) return errorDetail(decided.error);
  if (decided.value.confirmed) return undefined;
  return h(
    "ul",
    { class: "findings" },
    decided.value.mismatches.map(({ field: name, code }) =>
      h("li", {}, h("code", { class: "path" }, name), say(code === "absent" ? t.absent : t.different)),
    ),
  );
}
