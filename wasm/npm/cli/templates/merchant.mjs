// Your biller, with the credentials of the environment, and what every webhook handler needs.
import { Biller, WebhookReceiver } from "billwire";
import { credit, findBill } from "./books.mjs";

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
  },
});

export const options = {
  biller,
  receiver: WebhookReceiver.merchantProxy({ tokens: [env.BILLWIRE_WEBHOOK_TOKEN ?? ""] }),
  findBill,
  credit,
};
