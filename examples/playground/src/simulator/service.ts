// The simulated service, and the transport to and from it.
import { effect, signal } from "@preact/signals-core";
import { Biller, type Call, WebhookReceiver, type WireProfile } from "billwire";
import {
  type AnswerFault,
  type Books,
  type FaultScript,
  type SimulatedAnswer,
  Simulator,
  type WebhookVariant,
} from "billwire/testing";
import { say } from "../texts/language.ts";
import { simulator as t } from "../texts/simulator.ts";
import { type Attempt, attempt } from "../ui/attempt.ts";
import { requestText, responseText } from "../ui/http.ts";
import { draw } from "./record.ts";
import { ANSWER_FAULTS, nextAnswer } from "./script.ts";

const BASE_URL = "https://service.example";
const WEBHOOK_URL = "https://merchant.example/webhook";
const TOKENS = { bearer: "test-bearer", verificationToken: "test-verification-token", hashToken: "test-hash-token" };
const WEBHOOK_TOKEN = "test-webhook-token";

/** This provider finds a bill by its reference, unless the settings say otherwise. */
const LOOKUP: WireProfile = {
  settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" },
};

/** Settings of both sides. */
export let settings = LOOKUP;

export let biller = newBiller(settings);

export const receivers = {
  merchant_proxy: WebhookReceiver.merchantProxy({ tokens: [WEBHOOK_TOKEN] }),
  checkout: WebhookReceiver.checkout(),
};

export const variant = signal<WebhookVariant>("merchant_proxy");

let simulator = newSimulator(settings);
let attempts = new Map<string, number>();

/** State of the service after each step. */
export const books = signal<Books>(simulator.books());
export const now = signal(simulator.now);
export const nextDue = signal<number | null>(null);

effect(() => simulator.sendWebhooksTo(endpoint(variant.value)));

/** Gives both sides other settings. Returns false, and changes nothing, if they are invalid. */
export function useSettings(profile: WireProfile): boolean {
  const changed = { ...LOOKUP, ...profile };
  const made = attempt(() => [newBiller(changed), newSimulator(changed)] as const);
  if (made.done) [settings, [biller, simulator]] = [changed, made.value];
  return made.done;
}

/** Creates a service with empty books. */
export function newService(): void {
  simulator = newSimulator(settings);
  attempts = new Map();
  look();
}

/** Calls the simulator and updates the displayed state. */
export function withSimulator<T>(work: (simulator: Simulator) => T): T {
  try {
    return work(simulator);
  } finally {
    look();
  }
}

/** Sends a call about a reference, with the chosen fault. `read` decodes the answer. */
export function exchange<Outcome>(
  call: Call<unknown>,
  reference: string,
  read: (status: number, body: string) => Outcome,
): Attempt<Outcome> {
  const answer = withSimulator((service) => answerTo(service, call, reference));
  const { kind } = answer.transport;
  draw({
    from: "merchant",
    title: `${call.method} ${pathOf(call)}`,
    remark: () => (kind === "drop_before" ? say(t.lost) : ""),
    wire: requestText(call),
    arrives: kind !== "drop_before",
    at: now.value,
  });
  if (kind === "slow") withSimulator((service) => service.advance(delayOf(answer)));
  if (kind !== "drop_before") drawAnswer(answer);
  if (kind === "drop_before" || kind === "drop_after") return { done: false, error: call.noAnswer({ sent: "maybe" }) };
  return attempt(() => read(answer.status, answer.body));
}

function drawAnswer(answer: SimulatedAnswer): void {
  const { kind } = answer.transport;
  draw({
    from: "service",
    title: String(answer.status),
    remark: () => {
      if (kind === "drop_after") return say(t.lost);
      return kind === "slow" ? say(t.late, { seconds: delayOf(answer) / 1000 }) : "";
    },
    wire: responseText(answer),
    arrives: kind !== "drop_after",
    at: now.value,
  });
}

/** Returns the answer, with the chosen fault. The simulator counts accepted requests by reference. */
function answerTo(service: Simulator, call: Call<unknown>, reference: string): SimulatedAnswer {
  const key = `${call.operation}/${reference}`;
  const number = (attempts.get(key) ?? 0) + 1;
  const chosen = nextAnswer.value;
  if (chosen !== "none") service.script(script(call, reference, number, ANSWER_FAULTS[chosen]));
  const { method, headers, body } = call;
  const answer = service.handle({ method, path: pathOf(call), headers, body });
  if (answer.status >= 400 && answer.status < 500) return answer;
  attempts.set(key, number);
  nextAnswer.value = "none";
  return answer;
}

/** Scripts the chosen fault for one request of a reference. */
function script({ operation }: Call<unknown>, reference: string, attempt: number, fault: AnswerFault): FaultScript {
  if (operation === "onboarding") return { onboarding: [{ supplier_sync_code: reference, attempt, fault }] };
  if (operation === "settlement") return { settlement: [{ ref_id: reference, attempt, fault }] };
  return { verification: [{ identity_code: reference, attempt, fault }] };
}

function pathOf({ url }: Call<unknown>): string {
  return new URL(url).pathname;
}

function delayOf({ transport }: SimulatedAnswer): number {
  return transport.kind === "slow" ? transport.delay_ms : 0;
}

function look(): void {
  books.value = simulator.books();
  now.value = simulator.now;
  nextDue.value = simulator.nextDue;
}

function newBiller(profile: WireProfile): Biller {
  return new Biller({ baseUrl: BASE_URL, ...TOKENS, profile, dangerouslyAllowBrowser: true });
}

function newSimulator(profile: WireProfile): Simulator {
  return new Simulator({ ...TOKENS, profile, seed: "", webhook: endpoint(variant.value) });
}

function endpoint(of: WebhookVariant) {
  return { url: WEBHOOK_URL, variant: of, ...(of === "merchant_proxy" && { token: WEBHOOK_TOKEN }) };
}
