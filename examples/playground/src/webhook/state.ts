// Input of the webhook tab, and billwire's result.
import { computed, signal } from "@preact/signals";
import { Biller, type Expectation, WebhookReceiver } from "billwire";
import { type WebhookVariant, webhookFixtures } from "billwire/testing";
import { attempt } from "../attempt.ts";
import { pairsOf } from "../http.ts";
import { profile } from "../settings.ts";

export const variant = signal<WebhookVariant>("merchant_proxy");
export const fixtureName = signal("bank_channel");
export const tokens = signal("");
export const headers = signal("");
export const body = signal("");

export const EXPECTED = ["identity_code", "purpose_of_transaction", "currency", "amount"] as const;

export const expectation = {
  identity_code: signal("INV-1"),
  purpose_of_transaction: signal("INV-1"),
  currency: signal("KHR"),
  amount: signal("40000"),
};
export const answerStatus = signal("200");
export const answerBody = signal("");

/** Names of billwire's own fixtures of the variant. */
export const fixtures = computed(() =>
  webhookFixtures.filter((fixture) => fixture.variant === variant.value),
);

/** Fills in the chosen fixture. */
export function useFixture(): void {
  const fixture = fixtures.peek().find(({ name }) => name === fixtureName.peek());
  if (fixture === undefined) return;
  tokens.value = fixture.token ?? "";
  headers.value = pairsOf(fixture.headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
  body.value = fixture.body;
  answerBody.value = "";
}

useFixture();

/** The first line that is not a header, counted from 1; 0 if there is none. */
export const wrongLine = computed(
  () => headers.value.split("\n").findIndex((line) => line.trim() !== "" && line.indexOf(":") < 1) + 1,
);

/** The webhook, as received by billwire. */
export const received = computed(() => attempt(() => receiver().receive(typedHeaders(), body.value)));

/** The settings of the signature tab apply to the verification. */
const biller = computed(() => {
  const settings = {
    bearer: "test-bearer",
    verificationToken: "test-verification-token",
    profile: profile.value,
  };
  return attempt(
    () => new Biller({ baseUrl: "https://service.example", dangerouslyAllowBrowser: true, ...settings }),
  );
});

/** The verification that confirms the event, if there is an event. */
export const confirmation = computed(() => {
  const [event, client] = [received.value, biller.value];
  if (!event.done) return undefined;
  return client.done ? attempt(() => event.value.confirm(client.value, expected())) : client;
});

/** The result of the service's answer, once there is one. */
export const decision = computed(() => {
  const prepared = confirmation.value;
  if (prepared?.done !== true || answerBody.value === "") return undefined;
  return attempt(() => prepared.value.decide(Number(answerStatus.value), answerBody.value));
});

/** Fills in an answer that matches the bill. */
export function agree(): void {
  if (!received.value.done) return;
  const { amount, ...billed } = expected();
  const data = {
    tran_id: received.value.value.payload.tran_id,
    tran_date: "2026-01-31T17:00:00.000",
    tran_amount: Number(amount),
    fee_amount: 0,
    total_amount: Number(amount),
    ...billed,
    bank_code: "SIMBANK",
    bank_ref: "REF-1",
    status: "success",
  };
  answerStatus.value = "200";
  answerBody.value = JSON.stringify({ code: "SUCCESS", message: "Transaction found", data });
}

function typedHeaders(): [string, string][] {
  return headers.value.split("\n").flatMap((line): [string, string][] => {
    const [, name = "", value = ""] = /^([^:]+):(.*)$/.exec(line) ?? [];
    return name === "" ? [] : [[name.trim(), value.trim()]];
  });
}

function receiver(): WebhookReceiver {
  if (variant.value === "checkout") return WebhookReceiver.checkout();
  return WebhookReceiver.merchantProxy({ tokens: tokens.value.split(/\s+/).filter(Boolean) });
}

function expected(): Expectation {
  return Object.fromEntries(
    EXPECTED.map((name) => [name, expectation[name].value]),
  ) as unknown as Expectation;
}
