// Verdict on a webhook in three steps; none replaces another.
import type { BillwireError } from "billwire";
import { type Child, h } from "../dom.ts";
import { say } from "../texts/language.ts";
import { webhook as t } from "../texts/webhook.ts";
import { errorDetail, nextStep } from "../ui/findings.ts";
import { type Tone, card, verdict } from "../ui/parts.ts";
import { decision, received, variant } from "./state.ts";

interface Judgement {
  tone: Tone;
  title: string;
  detail: Child;
}

export function judgementCard(): HTMLElement {
  return card(
    "judgement",
    () => say(t.judgement),
    verdict(
      () => judgement().tone,
      () => judgement().title,
      () => judgement().detail,
    ),
    h("ol", { class: "steps" }, () => steps()),
  );
}

function judgement(): Judgement {
  if (!received.value.done) return refusal(received.value.error);
  const decided = decision.value;
  if (decided === undefined) return { tone: "open", title: say(t.received), detail: h("p", {}, say(t.receivedDetail)) };
  if (!decided.done) return { tone: "open", title: say(t.undecided), detail: nextStep(decided.error) };
  if (!decided.value.confirmed) return { tone: "bad", title: say(t.mismatch), detail: undefined };
  const key = decided.value.claimKey;
  return { tone: "good", title: say(t.confirmed), detail: h("p", {}, say(t.confirmedDetail, { key })) };
}

function refusal({ kind, response }: BillwireError): Judgement {
  if (response === undefined) return { tone: "calm", title: say(t.unusable), detail: undefined };
  const { status } = response;
  const title = kind === "unauthenticated" ? say(t.refused, { status }) : say(t.invalid, { status });
  return { tone: "bad", title, detail: undefined };
}

/** State of a step: done, failed, open, or not reached. */
type Mark = "yes" | "no" | "open" | "none";
type Step = [Mark, Child];

function steps(): HTMLElement[] {
  const drawn: [string, Step][] = [
    [say(t.sender), sender()],
    [say(t.reading), reading()],
    [say(t.confirmation), confirmed()],
  ];
  return drawn.map(([name, [mark, text]]) =>
    h("li", { class: "step", "data-mark": mark }, h("strong", {}, name), h("div", {}, text)),
  );
}

function sender(): Step {
  const fault = received.value.done ? undefined : received.value.error;
  if (fault?.kind === "unauthenticated") return ["no", errorDetail(fault)];
  if (fault !== undefined && fault.response === undefined) return ["none", errorDetail(fault)];
  return variant.value === "checkout" ? ["open", say(t.senderAnybody)] : ["yes", say(t.senderToken)];
}

function reading(): Step {
  if (received.value.done) return ["yes", say(t.readable)];
  const { error } = received.value;
  return error.kind === "invalid_webhook" ? ["no", errorDetail(error)] : ["none", say(t.notRead)];
}

function confirmed(): Step {
  if (!received.value.done) return ["none", say(t.noConfirmation)];
  const decided = decision.value;
  if (decided?.done !== true) return ["open", say(t.notConfirmed)];
  return decided.value.confirmed ? ["yes", say(t.isConfirmed)] : ["no", say(t.isMismatch)];
}
