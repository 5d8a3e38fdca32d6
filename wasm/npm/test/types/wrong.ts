// Wrong use: no line may compile, with or without `exactOptionalPropertyTypes`.
import {
  Biller,
  BillwireError,
  CreditFlow,
  SettlementFlow,
  WebhookReceiver,
  decimal,
  sign,
  validateDraft,
} from "billwire";
import type { Call, Settlement, SettlementOutcome, WebhookEvent } from "billwire";

declare const biller: Biller;
declare const bill: Settlement;
declare const call: Call<SettlementOutcome>;
declare const outcome: SettlementOutcome;
declare const event: WebhookEvent;
declare const receiver: WebhookReceiver;

export function requests(): void {
  // @ts-expect-error a required field is missing
  biller.prepareSettlement({ ref_id: "x" });
  // @ts-expect-error a typing error
  biller.prepareSettlement({ ...bill, refId: "x" });
  // @ts-expect-error the hash is computed
  biller.prepareSettlement({ ...bill, hash: "x" });
  // @ts-expect-error a Date is no JSON
  biller.prepareSettlement({ ...bill, extra: { at: new Date() } });
  // @ts-expect-error the key is text
  sign(bill, Buffer.from("key"));
}

export function settings(): void {
  // @ts-expect-error an unknown spelling
  new Biller({ baseUrl: "x", profile: { lineItemKey: "itemName" } });
  new Biller({
    baseUrl: "x",
    // @ts-expect-error no text field of a bill
    profile: { settlementLookup: { identity_code: "total_amount", purpose_of_transaction: "ref_id" } },
  });
  // @ts-expect-error tokens are a list
  WebhookReceiver.merchantProxy({ tokens: "x" });
  // @ts-expect-error nobody makes one
  new WebhookReceiver();
  // @ts-expect-error nobody makes one
  new BillwireError();
}

export function calls(): void {
  // @ts-expect-error what is signed is final
  call.body = "x";
  // @ts-expect-error a copy has no headers
  void { ...call }.headers;
  // @ts-expect-error a parsed answer
  call.decode(200, { code: "000" });
  // @ts-expect-error not all outcomes are settled
  outcome.nextStep satisfies null;
}

export function webhooks(): void {
  // @ts-expect-error a flat list
  receiver.receive(["Token", "x"], "");
  // @ts-expect-error a parsed body
  receiver.receive({}, { tran_id: "x" });
  event.confirm(
    // @ts-expect-error settings are no biller
    { baseUrl: "x" },
    { identity_code: "x", purpose_of_transaction: "x", currency: "KHR", amount: 1 },
  );
  // @ts-expect-error what has arrived may lack anything
  event.payload.tran_id.length;
  // @ts-expect-error an amount is decimal text
  event.payload.tran_amount satisfies number | undefined;
  event
    .confirm(biller, { identity_code: "x", purpose_of_transaction: "x", currency: "KHR", amount: 1 })
    // @ts-expect-error a mismatch has no key to claim
    .decide(200, "").claimKey;
}

export async function flows(): Promise<void> {
  const flow = new SettlementFlow(biller, bill);
  const step = flow.step();
  // @ts-expect-error only a step that saves has a record
  step.record;
  // @ts-expect-error a policy is in milliseconds, by these names
  new SettlementFlow(biller, bill, { policy: { pause: 1 } });
  // @ts-expect-error somebody has to say whether the record is stored
  await flow.run({ load: () => null, save: () => {}, send: () => ({ sent: "no" }) });
  // @ts-expect-error a record has to be loaded
  await flow.run({ save: () => true, send: () => ({ sent: "no" }) });
  // @ts-expect-error nothing is settled before that is known
  (await flow.run({ load: () => null, save: () => true, send: () => ({ sent: "no" }) })).response;
  // @ts-expect-error `load` of the run returns the record
  new SettlementFlow(biller, bill, { record: "" });
  // @ts-expect-error a flow is reopened by its options
  SettlementFlow.reopen;
  // @ts-expect-error a lookup comes first where it has to
  new SettlementFlow(biller, bill, { policy: { lookFirst: true } });
}

export async function credits(): Promise<void> {
  const bill = { identity_code: "x", purpose_of_transaction: "x", currency: "KHR", amount: 1 };
  const flow = CreditFlow.ofEvent(biller, event, bill);
  // @ts-expect-error somebody has to credit the bill
  await flow.run({ save: () => true, send: () => ({ sent: "no" }) });
  // @ts-expect-error a claim has a name
  flow.claimed(true);
  const { ending } = await flow.run({ send: () => ({ sent: "no" }), credit: () => "credited" });
  // @ts-expect-error only a credited bill has a claim key
  void ending.claimKey;
  // @ts-expect-error a draft needs no credentials
  validateDraft("verification", bill, { bearer: "x" });
}

export function amounts(): void {
  // @ts-expect-error an amount that may be missing
  decimal.add(event.payload.tran_amount, 1);
  // @ts-expect-error there is no rounding
  decimal.quantize("1", 2, "half_up");
}
