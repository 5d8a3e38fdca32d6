import type { WebhookVariant } from "billwire/testing";
import type { Stage } from "../stage.ts";

/** A rule that every recipe must follow. */
export interface Case {
  readonly name: string;
  readonly variant: WebhookVariant;
  readonly play: (stage: Stage) => Promise<void>;
}

/** A case of the merchant-proxy variant. */
export function proxy(name: string, play: Case["play"]): Case {
  return { name, variant: "merchant_proxy", play };
}

/** A case of the checkout variant. */
export function checkout(name: string, play: Case["play"]): Case {
  return { name, variant: "checkout", play };
}
