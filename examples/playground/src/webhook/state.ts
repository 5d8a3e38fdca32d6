// Input of the webhook tab, and billwire's result.
import { computed, effect, signal } from "@preact/signals-core";
import { Biller, type Expectation, WebhookReceiver } from "billwire";
import { type WebhookVariant, webhookFixtures } from "billwire/testing";
import { profile } from "../profile/state.ts";
import { attempt } from "../ui/attempt.ts";
import { type Headers, headersOf } from "./headers.ts";

export const variant = signal<WebhookVariant>("merchant_proxy");
export const fixtureName = signal("bank_channel");
export const tokens = signal("");
export const headers = signal("");
export const body = signal("");

export const expectation = {
  identity_code: signal("INV-1"),
  purpose_of_transaction: signal("INV-1"),
  currency: signal("KHR"),
  amount: signal("40000"),
};
export const answerStatus = signal("200");
export const answerBody = signal("");

/** billwire's own fixtures of the variant. */
export const fixtures = computed(() => webhookFixtures.filter((fixture) => fixture.variant === variant.value));

// A choice fills in a webhook; another variant keeps it.
effect(() => {
  const fixture = fixtures.peek().find(({ name }) => name === fixtureName.value);
  if (fixture === undefined) return;
  tokens.value = fixture.token ?? "";
  headers.value = Object.entries(fixture.headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
  body.value = fixture.body;
  answerBody.value = "";
});

export const parsedHeaders = computed<Headers>(() => headersOf(headers.value));

/** The webhook, as received by billwire. */
export const received = computed(() => attempt(() => receiver().receive(parsedHeaders.value.pairs, body.value)));

/** The settings of the signature tab apply to the verification. */
const biller = computed(() =>
  attempt(
    () =>
      new Biller({
        baseUrl: "https://service.example",
        bearer: "test-bearer",
        verificationToken: "test-verification-token",
        dangerouslyAllowBrowser: true,
        profile: profile.value,
      }),
  ),
);

/** The verification that confirms the event, if there is an event. */
export const confirmation = computed(() => {
  const [event, client] = [received.value, biller.value];
  if (!event.done || !client.done) return event.done && !client.done ? client : undefined;
  return attempt(() => event.value.confirm(client.value, expected()));
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
  const { tran_id } = received.value.value.payload;
  const { identity_code, purpose_of_transaction, currency, amount } = expected();
  const tran_amount = Number(amount);
  const data = {
    tran_id,
    tran_date: "2026-01-31T17:00:00.000",
    tran_amount,
    fee_amount: 0,
    total_amount: tran_amount,
    currency,
    identity_code,
    bank_code: "SIMBANK",
    bank_ref: "REF-1",
    purpose_of_transaction,
    status: "success",
  };
  answerStatus.value = "200";
  answerBody.value = JSON.stringify({ code: "SUCCESS", message: "Transaction found", data });
}

function receiver(): WebhookReceiver {
  if (variant.value === "checkout") return WebhookReceiver.checkout();
  return WebhookReceiver.merchantProxy({ tokens: tokens.value.split(/\s+/).filter(Boolean) });
}

function expected(): Expectation {
  const { identity_code, purpose_of_transaction, currency, amount } = expectation;
  return {
    identity_code: identity_code.value,
    purpose_of_transaction: purpose_of_transaction.value,
    currency: currency.value,
    amount: amount.value,
  };
}
