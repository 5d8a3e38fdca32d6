// The merchant of every host: one bill, and a service at the address SERVICE that knows its payment.
import { Biller, WebhookReceiver } from "billwire";
import { CREDENTIALS } from "../work/work.mjs";

const NAME = "INV-0001";
const transactions = [];
const bill = {
  identity_code: NAME,
  purpose_of_transaction: NAME,
  currency: "KHR",
  amount: "40000",
  transactions,
};

/** @returns {import("billwire/web").WebhookOptions} */
export const options = () => ({
  biller: new Biller({
    baseUrl: process.env.SERVICE,
    allowLoopbackHttp: true,
    verificationToken: CREDENTIALS.verificationToken,
  }),
  receiver: WebhookReceiver.merchantProxy({ tokens: ["test-webhook"] }),
  findBill: (name) => (name === NAME ? bill : undefined),
  credit: (_bill, claimKey, { amount }) => (
    transactions.push({ claimKey, state: "credited", amount }), "credited"
  ),
});
