import { Biller, type WebhookReceiver, type WireProfile } from "billwire";
import type { Books } from "./books.ts";
import type { Diary } from "./diary.ts";
import type { Log } from "./log.ts";
import type { Options } from "./options.ts";
import type { Patience } from "./patience.ts";

/** What every part of this backend needs. */
export interface Merchant {
  readonly biller: Biller;
  readonly receiver: WebhookReceiver;
  readonly books: Books;
  readonly diary: Diary;
  readonly log: Log;
  readonly patience: Patience;
}

/**
 * What this deployment of the service documents beyond the interface: a settlement is found again by verification
 * under the bill's `ref_id`, in both required search fields. Ask your service what holds for you; without this
 * setting billwire cannot say how to look a settlement up, and its advice after a lost answer is "askService".
 */
const PROFILE: WireProfile = {
  settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" },
};

export function createBiller(options: Options): Biller {
  return new Biller({
    baseUrl: options.sandbox,
    bearer: options.bearer,
    verificationToken: options.verificationToken,
    hashToken: options.hashToken,
    allowLoopbackHttp: true, // the sandbox speaks http on this machine; leave this out in production
    profile: PROFILE,
  });
}
