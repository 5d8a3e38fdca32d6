// Your biller, with the credentials of the environment, and what every webhook handler needs.
import { Biller, WebhookReceiver } from "billwire";
import type { WebhookOptions } from "billwire/web";
import { credit, findBill, review, type Billed } from "./payments.mjs";

const { env } = process;

export const biller = new Biller({
  baseUrl: env.BILLWIRE_BASE_URL ?? "",
  bearer: env.BILLWIRE_BEARER ?? "",
  verificationToken: env.BILLWIRE_VERIFICATION_TOKEN ?? "",
  hashToken: env.BILLWIRE_HASH_TOKEN ?? "",
  allowLoopbackHttp: true, // the sandbox has no TLS
  // These are the sandbox's. Ask your provider for yours.
  profile: {
    settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" },
    notFoundCodes: { verification: ["NOT_FOUND"] },
    pendingStatuses: { transaction: ["pending"] },
    failedStatuses: { transaction: ["failed"] },
    onboardingMayRepeat: true,
  },
});

/** Settings of the webhook's endpoint. */
export const port = Number(env.PORT ?? 3000);

export const options: WebhookOptions<Billed> = {
  biller,
  receiver: WebhookReceiver.merchantProxy({ tokens: [env.BILLWIRE_WEBHOOK_TOKEN ?? ""] }),
  findBill: (refId) => findBill(refId),
  credit: ({ ref_id }, claimKey, paid) => credit(ref_id, claimKey, paid),
  review: (seen) => review(seen.bill.ref_id, seen),
};
