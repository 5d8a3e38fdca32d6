// Right and wrong use of the webhook handlers. examples/recipes compiles them with the frameworks' own types.
import type { Biller, WebhookEvent, WebhookReceiver } from "billwire";
import { webhook as express } from "billwire/express";
import { webhook as fastify } from "billwire/fastify";
import { webhook as hono } from "billwire/hono";
import { webhook as nest } from "billwire/nest";
import { webhook } from "billwire/web";
import type { BillOfWebhook, Claim, WebhookOptions, WebhookResult } from "billwire/web";
import { createServer } from "node:http";
import { proven } from "./equal.ts";
import type { Equal } from "./equal.ts";

interface Bill extends BillOfWebhook {
  readonly row: number;
}

export function handlers(
  receiver: WebhookReceiver,
  biller: Biller,
  find: (code: string | undefined) => Promise<Bill | undefined>,
): void {
  const options: WebhookOptions<Bill> = {
    receiver,
    biller,
    findBill: find,
    credit: async ({ row }, claimKey, { transaction }) =>
      transaction.tran_id === claimKey && row > 0 ? "credited" : "paidOtherwise",
    policy: { pauseMs: 100 },
    onResult: ({ event, mismatches }) => [event?.payload.tran_id, mismatches?.[0]?.field],
  };
  proven<Equal<ReturnType<ReturnType<typeof webhook>>, Promise<Response>>>();
  proven<Equal<WebhookResult["event"], WebhookEvent | undefined>>();
  proven<Equal<Claim, "credited" | "creditedBefore" | "paidOtherwise">>();
  createServer(express(options));
  for (const handler of [fastify, hono, nest]) handler(options);
  // One payment may pay several bills, and a customer may choose the amount.
  const open = { identity_code: "I", purpose_of_transaction: "P", currency: "KHR", min_amount: 0 };
  webhook({
    receiver,
    biller,
    findBill: () => [open, open],
    credit: (bills, _key, { amount }) => (bills[0] && amount ? "credited" : "paidOtherwise"),
  });
  // Without a list of options, the bill's own type is inferred.
  webhook({
    receiver,
    biller,
    findBill: find,
    credit: ({ row }) => (row > 0 ? "credited" : "creditedBefore"),
  });

  // @ts-expect-error there are three results of a credit
  webhook({ receiver, biller, findBill: find, credit: () => "paid" });
  // @ts-expect-error a credit has a result
  webhook({ receiver, biller, findBill: find, credit: async () => {} });
  webhook({
    receiver,
    biller,
    // @ts-expect-error a bill has a currency
    findBill: () => ({ identity_code: "I", purpose_of_transaction: "P", amount: 1 }),
    credit: () => "credited",
  });
  // @ts-expect-error the receiver is missing
  webhook({ biller, findBill: find, credit: () => "credited" });
}
