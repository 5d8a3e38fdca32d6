import { Biller, WebhookReceiver, type WireProfile } from "billwire";
import type { Bill } from "./bills.ts";
import { Books } from "./books.ts";
import type { Database } from "./database.ts";
import { Diary } from "./diary.ts";
import { openLog, type Log } from "./log.ts";
import type { Options } from "./options.ts";
import { ATTENTIVE, HURRIED, type Patience } from "./patience.ts";

/** What every part of this backend needs. */
export interface Merchant {
  readonly biller: Biller;
  readonly receiver: WebhookReceiver;
  readonly books: Books;
  readonly diary: Diary;
  readonly log: Log;
  readonly patience: Patience;
}

/** A merchant with these bills in its books; those that are there already stay as they are. */
export async function openMerchant(options: Options, database: Database, bills: readonly Bill[]): Promise<Merchant> {
  const books = await Books.open(database, options);
  await books.enter(bills);
  return {
    biller: createBiller(options),
    receiver: WebhookReceiver.merchantProxy({ tokens: [options.webhookToken] }),
    books,
    diary: new Diary(bills.length),
    log: openLog(options.log),
    patience: options.faults || options.hurried ? HURRIED : ATTENTIVE,
  };
}

/**
 * What this deployment of the service documents beyond the interface: a settlement is found again by verification
 * under the bill's `ref_id`, in both required search fields, and `NOT_FOUND` says that there is none. Ask your service
 * what holds for you; without these settings billwire cannot say how to look a settlement up, and its advice after a
 * lost answer is "askService".
 */
const PROFILE: WireProfile = {
  settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" },
  notFoundCodes: { verification: ["NOT_FOUND"] },
};

function createBiller(options: Options): Biller {
  return new Biller({
    baseUrl: options.sandbox,
    bearer: options.bearer,
    verificationToken: options.verificationToken,
    hashToken: options.hashToken,
    allowLoopbackHttp: true, // the sandbox speaks http on this machine; leave this out in production
    profile: PROFILE,
  });
}
