// Verdict on a webhook in three steps; none replaces another.
import type { ComponentChildren } from "preact";
import { ErrorDetail, Next } from "../findings.tsx";
import { say } from "../texts.ts";
import { Card, type Tone, Verdict } from "../ui.tsx";
import { decision, received, variant } from "./state.ts";

export function JudgementCard() {
  return (
    <Card name="judgement" title={say("webhook.judgement")}>
      <Judgement />
      <ol class="steps">
        <Step name={say("webhook.sender")} state={sender()} />
        <Step name={say("webhook.reading")} state={reading()} />
        <Step name={say("webhook.confirmation")} state={confirmed()} />
      </ol>
    </Card>
  );
}

function Judgement() {
  if (!received.value.done) return <Refusal />;
  const decided = decision.value;
  if (decided === undefined)
    return <Verdict tone="open" title={say("webhook.received")} detail={say("webhook.receivedDetail")} />;
  if (!decided.done)
    return (
      <Verdict tone="open" title={say("webhook.undecided")}>
        <Next step={decided.error.nextStep} />
      </Verdict>
    );
  if (!decided.value.confirmed) return <Verdict tone="bad" title={say(`webhook.${decided.value.verdict}`)} />;
  const detail = say("webhook.confirmedDetail", { key: decided.value.claimKey });
  return <Verdict tone="good" title={say("webhook.confirmed")} detail={detail} />;
}

function Refusal() {
  const error = received.value.done ? undefined : received.value.error;
  if (error?.response === undefined) return <Verdict tone="calm" title={say("webhook.unusable")} />;
  const { status } = error.response;
  const isForged = error.kind === "unauthenticated";
  return <Verdict tone="bad" title={say(isForged ? "webhook.refused" : "webhook.invalid", { status })} />;
}

/** State of a step (done, failed, open, or not reached), and why. */
type State = readonly [Tone, ComponentChildren];

const MARKS = { good: "✓", bad: "✕", open: "?", calm: "·" } as const;

function Step({ name, state: [tone, text] }: { name: string; state: State }) {
  return (
    <li data-tone={tone}>
      <span class="mark" aria-hidden>
        {MARKS[tone]}
      </span>
      <strong>{name}</strong>
      <div>{text}</div>
    </li>
  );
}

function sender(): State {
  const error = received.value.done ? undefined : received.value.error;
  if (error?.kind === "unauthenticated") return ["bad", <ErrorDetail error={error} />];
  if (error !== undefined && error.response === undefined) return ["calm", <ErrorDetail error={error} />];
  return variant.value === "checkout"
    ? ["open", say("webhook.senderAnybody")]
    : ["good", say("webhook.senderToken")];
}

function reading(): State {
  if (received.value.done) return ["good", say("webhook.readable")];
  const { error } = received.value;
  return error.kind === "invalid_webhook"
    ? ["bad", <ErrorDetail error={error} />]
    : ["calm", say("webhook.notRead")];
}

function confirmed(): State {
  if (!received.value.done) return ["calm", say("webhook.noConfirmation")];
  const decided = decision.value;
  if (decided?.done !== true) return ["open", say("webhook.notConfirmed")];
  if (decided.value.verdict === "pending") return ["open", say("webhook.notConfirmed")];
  return decided.value.confirmed ? ["good", say("webhook.isConfirmed")] : ["bad", say("webhook.isMismatch")];
}
