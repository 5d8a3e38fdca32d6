// The simulated service, and the transport to it.
import { signal } from "@preact/signals";
import { Biller, type Call, type UntypedCall, WebhookReceiver, type WireProfile } from "billwire";
import { type Books, type SimulatedAnswer, Simulator } from "billwire/testing";
import { type Attempt, attempt } from "../attempt.ts";
import { pairsOf, requestText, responseText } from "../http.ts";
import { say } from "../texts.ts";
import { nextAnswer, scriptOf } from "./faults.ts";
import { clock, draw } from "./record.ts";

const BASE_URL = "https://service.example";
const TOKENS = {
  bearer: "test-bearer",
  verificationToken: "test-verification-token",
  hashToken: "test-hash-token",
};
const WEBHOOK_TOKEN = "test-webhook-token";

/** This provider finds a bill by its reference, unless the settings say otherwise. */
const LOOKUP: WireProfile = {
  settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" },
};

export const receiver = WebhookReceiver.merchantProxy({ tokens: [WEBHOOK_TOKEN] });

/** Settings of both sides. */
let settings = LOOKUP;

export let biller = newBiller(settings);
let simulator = newSimulator(settings);
let attempts = new Map<string, number>();

/** State of the service after each step. */
export const books = signal<Books>(simulator.books());
export const now = signal(simulator.now);
export const nextDue = signal<number | null>(null);

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

/** A call of any operation, also of one without a shape. */
type Sendable =
  | Pick<Call<unknown>, "operation" | "method" | "url" | "headers" | "body" | "noAnswer">
  | UntypedCall;

/** Sends a call about a reference, with the chosen fault. `read` decodes the answer. */
export function exchange<Outcome>(
  call: Sendable,
  reference: string,
  read: (status: number, body: string) => Outcome,
): Attempt<Outcome> {
  const { transport, ...answer } = withSimulator((service) => answerTo(service, call, reference));
  const noAnswer = () => ({ done: false, error: call.noAnswer({ sent: "maybe" }) }) as const;
  const lost = { isLost: true, remark: () => say("simulator.lost") };
  const request = {
    from: "merchant",
    title: `${call.method} ${pathOf(call)}`,
    wire: requestText(call),
  } as const;
  draw({ ...request, at: now.value, ...(transport.kind === "drop_before" && lost) });
  if (transport.kind === "drop_before") return noAnswer();
  const delay = transport.kind === "slow" ? transport.delay_ms : 0;
  withSimulator((service) => service.advance(delay));
  const late = { remark: () => say("simulator.late", { seconds: delay / 1000 }) };
  const response = { from: "service", title: String(answer.status), wire: responseText(answer) } as const;
  draw({ ...response, at: now.value, ...(delay > 0 && late), ...(transport.kind === "drop_after" && lost) });
  return transport.kind === "drop_after" ? noAnswer() : attempt(() => read(answer.status, answer.body));
}

/** Returns the answer, with the chosen fault. The simulator counts accepted requests by reference. */
function answerTo(service: Simulator, call: Sendable, reference: string): SimulatedAnswer {
  const key = `${call.operation}/${reference}`;
  const number = (attempts.get(key) ?? 0) + 1;
  service.script(scriptOf(call.operation, reference, number));
  const { method, headers, body } = call;
  const answer = service.handle({ method, path: pathOf(call), headers: pairsOf(headers), body: body ?? "" });
  if (answer.status >= 400 && answer.status < 500) return answer;
  attempts.set(key, number);
  nextAnswer.value = "none";
  return answer;
}

function pathOf({ url }: Sendable): string {
  return new URL(url).pathname;
}

/** Returns a sentence about the next webhook. */
export function dueText(): string {
  if (nextDue.value === null) return say("simulator.noneDue");
  return nextDue.value <= now.value
    ? say("simulator.dueNow")
    : say("simulator.dueAt", { time: clock(nextDue.value) });
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
  const webhook = { url: "https://merchant.example/webhook", token: WEBHOOK_TOKEN };
  return new Simulator({ ...TOKENS, profile, seed: "", webhook });
}
