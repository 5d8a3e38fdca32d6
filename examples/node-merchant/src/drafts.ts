// The route for apps. An app has no credentials: it drafts a bill, and this server checks, signs and settles it.
import { createHash, timingSafeEqual } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import { draftFromJson, isBillwireError, type Finding, type Settlement, type Transaction } from "billwire";
import { send } from "billwire/fetch";
import type { Bill } from "./bills.ts";
import { describe } from "./log.ts";
import type { Merchant } from "./merchant.ts";
import { openFlow, settle, type Ending } from "./settle.ts";

/** Answer to an app. `pending`: another request settles this bill now, so ask again with the same draft. */
interface Shown {
  status: Ending["state"] | "pending";
  transaction?: Transaction;
}

/** Answer to a draft that is not settled. */
interface Refusal {
  refused: "signed_out" | "invalid" | "other_shop" | "other_bill";
  violations?: Pick<Finding, "path" | "code">[];
}

const MOST_BYTES = 1_048_576;

/**
 * `POST /bills`: takes a draft as JSON, settles it at most once, and answers how it ends. An app may send the
 * same draft again; it gets the same answer.
 */
export function draftsApp(merchant: Merchant, session: string): FastifyInstance {
  const app = Fastify({ logger: false, bodyLimit: MOST_BYTES });
  app.removeAllContentTypeParsers();
  // billwire reads the text: JSON.parse would make floats of the amounts.
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) =>
    done(null, body),
  );

  app.post("/bills", async (request, reply) => {
    const refuse = (status: number, refusal: Refusal) => reply.code(status).send(refusal);
    if (!isSignedIn(request.headers.authorization, session)) return refuse(401, { refused: "signed_out" });
    let bill: Bill;
    try {
      bill = billOf(draftFromJson("settlement", String(request.body)));
    } catch (error) {
      if (!isBillwireError(error) || error.kind !== "invalid_request") throw error;
      return refuse(422, {
        refused: "invalid",
        violations: error.violations.map(({ path, code }) => ({ path, code })),
      });
    }
    // Never trust the app. If your books know the order, compare its amount here, too.
    if ((await merchant.subBillers.find(bill.settlement_to))?.state !== "linked")
      return refuse(403, { refused: "other_shop" });
    return (await settleDraft(merchant, bill)) ?? refuse(409, { refused: "other_bill" });
  });
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    merchant.log("draft failed", { reason: describe(error) });
    return reply.code(error.statusCode ?? 500).send(); // no details about our own errors
  });
  return app;
}

/** Enters a bill and settles it. Returns nothing if the books or the record have another bill of this number. */
async function settleDraft(merchant: Merchant, bill: Bill): Promise<Shown | undefined> {
  const { ref_id } = bill;
  await merchant.books.enter([bill]);
  const booked = await merchant.payments.findBill(ref_id);
  if (booked?.currency !== bill.currency || booked.amount !== String(bill.total_amount)) return undefined;
  try {
    const ending = await settle(merchant, ref_id, openFlow(merchant, bill));
    if (ending?.state !== "settled") return { status: ending?.state ?? "pending" };
  } catch (error) {
    if (isBillwireError(error) && error.code === "other_bill") return undefined;
    throw error;
  }
  const transaction = await find(merchant, ref_id);
  return { status: "settled", ...(transaction && { transaction }) };
}

/** Returns the transaction of a settled bill, to show it. Without an answer, the status stands alone. */
async function find({ biller, log, patience }: Merchant, refId: string): Promise<Transaction | undefined> {
  try {
    const call = biller.prepareVerification({ identity_code: refId, purpose_of_transaction: refId });
    return (await send(call, { timeout: patience.answer })).data;
  } catch (error) {
    if (!isBillwireError(error)) throw error;
    log("not shown", { ref_id: refId, reason: describe(error) });
    return undefined;
  }
}

/** The books have amounts up to 2^53-1, like the interface. */
function billOf(draft: Settlement): Bill {
  return { ...draft, total_amount: Number(draft.total_amount) };
}

/** Stands in for your own sessions: one secret for all users. Check also which bills a user may issue. */
function isSignedIn(header: string | undefined, session: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(header ?? ""), digest(`Bearer ${session}`));
}
