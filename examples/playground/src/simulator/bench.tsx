// The simulator tab: play an example, onboard, settle, inject a fault, deliver webhooks, advance the clock.
import { type TextName, say } from "../texts.ts";
import { Card, Chooser, Field, Press, reveal } from "../ui.tsx";
import { BooksCard } from "./books.tsx";
import { DiagramCard } from "./diagram.tsx";
import { ANSWER_FAULTS, WEBHOOK_FAULTS, nextAnswer, nextWebhook } from "./faults.ts";
import {
  STORIES,
  askLinked,
  deliver,
  draft,
  link,
  onboard,
  play,
  settle,
  startOver,
  supplier,
  visit,
} from "./merchant.tsx";
import { clock } from "./record.ts";
import { dueText, now, withSimulator } from "./service.ts";

export function SimulatorBench() {
  return (
    <div class="bench">
      <p class="intro">{say("simulator.intro")}</p>
      <div class="inputs">
        <StoriesCard />
        <OnboardingCard />
        <FaultsCard />
        <SettlementCard />
        <WebhooksCard />
      </div>
      <div class="results">
        <BooksCard />
        <DiagramCard />
      </div>
    </div>
  );
}

/** Does a step, and shows its last message. */
function acting(step: () => void) {
  return () => {
    step();
    reveal(".messages > li");
  };
}

function StoriesCard() {
  const playing = (story: (typeof STORIES)[number]) => () => {
    play(story);
    reveal(".books-card");
  };
  return (
    <Card name="stories" title={say("simulator.stories")}>
      <div class="row">
        {STORIES.map((story) => (
          <Press label={say(`simulator.${story}`)} onPress={playing(story)} />
        ))}
      </div>
      <Press kind="quiet" label={say("simulator.startOver")} onPress={startOver} />
    </Card>
  );
}

function OnboardingCard() {
  return (
    <Card name="onboarding" title={say("simulator.onboarding")}>
      <Field name="supplier_sync_code" meaning={say("simulator.supplier")} value={supplier} />
      <Press kind="main" label={say("simulator.onboard")} onPress={acting(onboard)} />
      {link.value !== undefined && (
        <div class="row">
          <Press label={say("simulator.visitLink")} onPress={acting(() => visit("link"))} />
          <Press label={say("simulator.leaveLink")} onPress={acting(() => visit("leave"))} />
          <Press label={say("simulator.askLinked")} onPress={acting(askLinked)} />
        </div>
      )}
    </Card>
  );
}

function SettlementCard() {
  return (
    <Card name="settlement" title={say("simulator.settlement")}>
      <div class="pairs">
        <Field name="ref_id" value={draft.ref_id} />
        <Field name="total_amount" meaning="KHR" value={draft.total_amount} />
      </div>
      <Field name="settlement_to" value={draft.settlement_to} />
      <Press kind="main" label={say("simulator.settle")} onPress={acting(settle)} />
    </Card>
  );
}

function FaultsCard() {
  return (
    <Card name="faults" title={say("simulator.faults")}>
      <Chooser
        label={say("simulator.answerFault")}
        value={nextAnswer}
        choices={namesOf(ANSWER_FAULTS).map((name) => [name, say(`answerFault.${name}` satisfies TextName)])}
      />
      <Chooser
        label={say("simulator.webhookFault")}
        value={nextWebhook}
        choices={namesOf(WEBHOOK_FAULTS).map((name) => [
          name,
          say(`webhookFault.${name}` satisfies TextName),
        ])}
      />
    </Card>
  );
}

function namesOf<Name extends string>(faults: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(faults) as Name[];
}

function WebhooksCard() {
  return (
    <Card name="webhooks" title={say("simulator.webhooks")}>
      <p>
        {say("simulator.clock")} <strong class="clock">{clock(now.value)}</strong>
      </p>
      <p class="hint" role="status">
        {dueText()}
      </p>
      <div class="row">
        <Press kind="main" label={say("simulator.deliver")} onPress={acting(deliver)} />
        {[1, 5].map((seconds) => (
          <Press
            label={say("simulator.advance", { seconds })}
            onPress={() => withSimulator((service) => service.advance(seconds * 1000))}
          />
        ))}
      </div>
    </Card>
  );
}
