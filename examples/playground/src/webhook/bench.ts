// The webhook tab: pasted, parsed, and judged.
import { h, live } from "../dom.ts";
import { say } from "../texts/language.ts";
import { webhook as t } from "../texts/webhook.ts";
import { chooser, field } from "../ui/field.ts";
import { card } from "../ui/parts.ts";
import { reveal, toResult } from "../ui/reveal.ts";
import { confirmationCard } from "./confirmation.ts";
import { judgementCard } from "./judgement.ts";
import { placeCard } from "./marked.ts";
import { payloadCard } from "./payload.ts";
import { replyCard } from "./reply.ts";
import { body, fixtureName, fixtures, headers, parsedHeaders, received, tokens, variant } from "./state.ts";
import { variantChooser } from "./variants.ts";

export function webhookBench(): HTMLElement {
  const bodyField = field({
    name: "body",
    meaning: () => say(t.body),
    value: body,
    rows: 12,
    hint: () => say(t.bodyHint),
  });
  const judgement = judgementCard();
  const arrived = arrivedCard(bodyField);
  // Both lists fill in a webhook.
  arrived.addEventListener("change", ({ target }) => target instanceof HTMLSelectElement && reveal(judgement));
  return h(
    "div",
    { class: "bench webhook" },
    h("p", { class: "intro" }, () => say(t.intro)),
    h("div", { class: "inputs" }, arrived, toResult(judgement)),
    h(
      "div",
      { class: "results" },
      judgement,
      placeCard(() => bodyField.querySelector("textarea")),
      payloadCard(),
      confirmationCard(),
      replyCard(),
    ),
  );
}

function arrivedCard(bodyField: HTMLElement): HTMLElement {
  const wrongLine = () => parsedHeaders.value.wrongLine;
  const tokenField = field({
    name: "tokens",
    meaning: () => say(t.tokens),
    value: tokens,
    secret: true,
    problems: () =>
      received.value.done ? [] : received.value.error.violations.filter(({ path }) => path.startsWith("tokens")),
  });
  live(() => {
    tokenField.hidden = variant.value === "checkout";
  });
  return card(
    "arrived",
    () => say(t.arrived),
    variantChooser(variant),
    chooser(
      () => say(t.fixture),
      fixtureName,
      () => fixtures.value.map(({ name }) => ({ value: name, label: () => name })),
    ),
    tokenField,
    field({
      name: "headers",
      meaning: () => say(t.headers),
      value: headers,
      rows: 3,
      hint: () => (wrongLine() === undefined ? "" : say(t.noColon, { line: wrongLine() ?? 0 })),
    }),
    bodyField,
  );
}
