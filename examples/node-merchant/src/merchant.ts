import { Biller, WebhookReceiver, type WireProfile } from "billwire";
import type { Bill } from "./bills.ts";
import { Books } from "./books.ts";
import type { Database } from "./database.ts";
import { Diary } from "./diary.ts";
import { openLog, type Log } from "./log.ts";
import type { Options } from "./options.ts";
import { ATTENTIVE, HURRIED, type Patience } from "./patience.ts";
import { Payments } from "./payments.ts";
import { SubBillers } from "./sub-billers.ts";

/** Dependencies of every part of this backend. */
export interface Merchant {
  readonly biller: Biller;
  readonly receiver: WebhookReceiver;
  readonly books: Books;
  readonly payments: Payments;
  readonly subBillers: SubBillers;
  readonly diary: Diary;
  readonly log: Log;
  readonly patience: Patience;
}

/** Creates a merchant with these bills in its books. Bills that exist already stay unchanged. */
export async function openMerchant(
  options: Options,
  database: Database,
  bills: readonly Bill[],
): Promise<Merchant> {
  const books = await Books.open(database, options);
  await books.enter(bills);
  return {
    biller: createBiller(options),
    receiver: WebhookReceiver.merchantProxy({ tokens: [options.webhookToken] }),
    books,
    payments: new Payments(database),
    subBillers: new SubBillers(database),
    diary: new Diary(bills.length),
    log: openLog(options.log),
    patience: options.faults || options.hurried ? HURRIED : ATTENTIVE,
  };
}

/**
 * Settings that this provider documents beyond the interface. Verification finds a settlement by the bill's `ref_id`,
 * in both required search fields, and `NOT_FOUND` means that there is none. Webhooks of these two statuses
 * are acknowledged without a verification. An onboarding may be repeated. Ask your provider for its own
 * values. Without a lookup, a lost answer needs a person.
 */
const PROFILE: WireProfile = {
  settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" },
  notFoundCodes: { verification: ["NOT_FOUND"] },
  pendingStatuses: { transaction: ["pending"] },
  failedStatuses: { transaction: ["failed"] },
  onboardingMayRepeat: true,
};

function createBiller(options: Options): Biller {
  return new Biller({
    baseUrl: options.sandbox,
    bearer: options.bearer,
    verificationToken: options.verificationToken,
    hashToken: options.hashToken,
    allowLoopbackHttp: true, // the sandbox uses http on this machine; remove this in production
    profile: PROFILE,
  });
}
