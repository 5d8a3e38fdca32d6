// Controls: play an example, onboard, settle, inject a fault, deliver webhooks, advance the clock.
import { h } from "../dom.ts";
import { type Text, say } from "../texts/language.ts";
import { answerFaults, simulator as t, webhookFaults } from "../texts/simulator.ts";
import { type Choice, chooser, field } from "../ui/field.ts";
import { button, card } from "../ui/parts.ts";
import { variantChooser } from "../webhook/variants.ts";
import { clock } from "./clock.ts";
import { draft, onboard, settle, startOver, subBiller } from "./merchant.ts";
import { nextAnswer, nextWebhook } from "./script.ts";
import { nextDue, now, variant, withSimulator } from "./service.ts";
import { STORIES, play } from "./stories.ts";
import { deliver } from "./webhooks.ts";

/** Does a step and shows its result. */
export type Act = (step: () => void) => void;

export function storiesCard(act: Act): HTMLElement {
  return card(
    "stories",
    () => say(t.stories),
    h(
      "div",
      { class: "row" },
      STORIES.map((story) =>
        button(
          () => say(t[story]),
          () => act(() => play(story)),
        ),
      ),
    ),
    h(
      "div",
      { class: "row" },
      button(() => say(t.startOver), startOver, "quiet"),
    ),
  );
}

export function onboardingCard(act: Act): HTMLElement {
  const { supplier_sync_code, name, name_kh } = subBiller;
  return card(
    "onboarding",
    () => say(t.onboarding),
    field({ name: "supplier_sync_code", meaning: () => say(t.supplier), value: supplier_sync_code }),
    field({ name: "name", meaning: () => say(t.supplierName), value: name }),
    field({ name: "name_kh", meaning: () => say(t.supplierNameKh), value: name_kh }),
    h(
      "div",
      { class: "row" },
      button(
        () => say(t.onboard),
        () => act(onboard),
        "main",
      ),
    ),
  );
}

export function settlementCard(act: Act): HTMLElement {
  return card(
    "settlement",
    () => say(t.settlement),
    h(
      "div",
      { class: "pairs" },
      field({ name: "ref_id", value: draft.ref_id }),
      field({ name: "total_amount", meaning: () => "KHR", value: draft.total_amount }),
    ),
    field({ name: "settlement_to", value: draft.settlement_to }),
    h(
      "div",
      { class: "row" },
      button(
        () => say(t.settle),
        () => act(settle),
        "main",
      ),
    ),
  );
}

export function faultsCard(): HTMLElement {
  return card(
    "faults",
    () => say(t.faults),
    chooser(
      () => say(t.answerFault),
      nextAnswer,
      () => choices(answerFaults),
    ),
    chooser(
      () => say(t.webhookFault),
      nextWebhook,
      () => choices(webhookFaults),
    ),
  );
}

export function webhooksCard(act: Act): HTMLElement {
  return card(
    "webhooks",
    () => say(t.webhooks),
    variantChooser(variant),
    h(
      "p",
      { class: "clock" },
      () => say(t.clock),
      " ",
      h("strong", {}, () => clock(now.value)),
    ),
    h("p", { class: "hint", role: "status" }, due),
    h(
      "div",
      { class: "row" },
      button(
        () => say(t.deliver),
        () => act(deliver),
        "main",
      ),
      [1, 5].map(later),
    ),
  );
}

function due(): string {
  if (nextDue.value === null) return say(t.noneDue);
  return nextDue.value <= now.value ? say(t.dueNow) : say(t.dueAt, { time: clock(nextDue.value) });
}

function later(seconds: number): HTMLElement {
  return button(
    () => say(t.advance, { seconds }),
    () => withSimulator((service) => service.advance(seconds * 1000)),
  );
}

function choices<Name extends string>(names: Readonly<Record<Name, Text>>): readonly Choice<Name>[] {
  return Object.entries<Text>(names).map(([value, text]) => ({ value: value as Name, label: () => say(text) }));
}
