// The two variants of webhooks.
import type { Signal } from "@preact/signals-core";
import type { WebhookVariant } from "billwire/testing";
import { say } from "../texts/language.ts";
import { webhook as t } from "../texts/webhook.ts";
import { chooser } from "../ui/field.ts";

export function variantChooser(variant: Signal<WebhookVariant>): HTMLElement {
  return chooser(() => say(t.variant), variant, () => [
    { value: "merchant_proxy", label: () => say(t.merchant_proxy) },
    { value: "checkout", label: () => say(t.checkout) },
  ]);
}
