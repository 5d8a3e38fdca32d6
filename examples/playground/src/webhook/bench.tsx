// The webhook tab: pasted, parsed, and judged.
import type { Attempt } from "../attempt.ts";
import { requestText, responseText } from "../http.ts";
import { ErrorDetail } from "../findings.tsx";
import { say } from "../texts.ts";
import { Card, Chooser, Field, Press, Wire, reveal } from "../ui.tsx";
import { JudgementCard } from "./judgement.tsx";
import { PayloadCard } from "./payload.tsx";
import { PlaceCard } from "./position.tsx";
import * as state from "./state.ts";
import { EXPECTED, confirmation, expectation, received, variant } from "./state.ts";

export function WebhookBench() {
  return (
    <div class="bench">
      <p class="intro">{say("webhook.intro")}</p>
      <div class="inputs">
        <ArrivedCard />
      </div>
      <div class="results">
        <JudgementCard />
        <PlaceCard />
        <PayloadCard />
        <ConfirmationCard />
        <ReplyCard />
      </div>
    </div>
  );
}

function ArrivedCard() {
  const line = state.wrongLine.value;
  const choose = () => {
    state.useFixture();
    reveal(".judgement-card");
  };
  return (
    <Card name="arrived" title={say("webhook.arrived")}>
      <Chooser
        label={say("webhook.variant")}
        value={variant}
        choices={(["merchant_proxy", "checkout"] as const).map((name) => [name, say(`webhook.${name}`)])}
      />
      <Chooser
        label={say("webhook.fixture")}
        value={state.fixtureName}
        choices={state.fixtures.value.map(({ name }) => [name, name])}
        onChosen={choose}
      />
      {variant.value === "merchant_proxy" && (
        <Field
          name="tokens"
          meaning={say("webhook.tokens")}
          value={state.tokens}
          secret
          problems={violations(received.value, "tokens")}
        />
      )}
      <Field
        name="headers"
        meaning={say("webhook.headers")}
        value={state.headers}
        rows={3}
        hint={line > 0 ? say("webhook.noColon", { line }) : undefined}
      />
      <Field
        name="body"
        meaning={say("webhook.body")}
        value={state.body}
        rows={12}
        hint={say("webhook.bodyHint")}
      />
    </Card>
  );
}

/** The verification that a webhook still needs. */
function ConfirmationCard() {
  const prepared = confirmation.value;
  return (
    <Card name="confirmation" title={say("webhook.billed")} hidden={!received.value.done}>
      <p class="hint">{say("webhook.billedHint")}</p>
      <div class="pairs">
        {EXPECTED.map((name) => (
          <Field
            name={name}
            meaning={name === "amount" ? say("webhook.amount") : ""}
            value={expectation[name]}
            problems={prepared ? violations(prepared, name) : []}
          />
        ))}
      </div>
      {prepared?.done && (
        <>
          <p>{say("webhook.ask")}</p>
          <Wire text={requestText(prepared.value.call)} />
          <p class="hint">{say("webhook.must")}</p>
        </>
      )}
      <Field name="status" meaning={say("webhook.answerStatus")} value={state.answerStatus} />
      <Field name="body" meaning={say("webhook.answerBody")} value={state.answerBody} rows={4} />
      <Press label={say("webhook.agreeing")} onPress={state.agree} />
      <div role="status">
        <Differences />
      </div>
    </Card>
  );
}

/** Mismatches of the answer, or why it decides nothing. */
function Differences() {
  const decided = state.decision.value;
  if (decided === undefined) return null;
  if (!decided.done) return <ErrorDetail error={decided.error} />;
  if (decided.value.verdict !== "mismatch") return null;
  return (
    <ul class="findings">
      {decided.value.mismatches.map(({ field, code }) => (
        <li>
          <code class="path">{field}</code> {say(code === "absent" ? "webhook.absent" : "webhook.different")}
        </li>
      ))}
    </ul>
  );
}

/** The endpoint's answer: the acknowledgement, or the error's response. */
function ReplyCard() {
  const { done } = received.value;
  const reply = received.value.done ? received.value.value.acknowledge() : received.value.error.response;
  return (
    <Card name="reply" title={say("webhook.reply")}>
      {reply === undefined ? <p>{say("webhook.noReply")}</p> : <Wire text={responseText(reply)} />}
      {done && <p class="hint">{say("webhook.replyHint")}</p>}
    </Card>
  );
}

function violations(made: Attempt<unknown>, path: string) {
  return made.done ? [] : made.error.violations.filter((violation) => violation.path.startsWith(path));
}
