// For ts-jest with its preset alone, which checks the types.
import {
  Biller,
  type Call,
  SettlementFlow,
  type SettlementOutcome,
  WebhookReceiver,
  countParses,
  decimal,
  isBillwireError,
  readTranDate,
  sign,
} from "billwire";
import { explainSignature } from "billwire/explain";
import { send } from "billwire/fetch";
import { Simulator } from "billwire/testing";

const billwire = {
  Biller,
  SettlementFlow,
  WebhookReceiver,
  countParses,
  decimal,
  explainSignature,
  isBillwireError,
  readTranDate,
  send,
  sign,
  Simulator,
};

test("the work", async () => {
  const cases = require("../build/cases.json");
  const { work } = require("../build/work.cjs");
  const answer = await work(billwire, cases);
  process.stdout.write(
    `${JSON.stringify({ ...answer, runtime: `ts-jest/${require("ts-jest/package.json").version}` })}\n`,
  );
}, 60_000);

test("a call has the type of its outcome", () => {
  const biller = new Biller({
    baseUrl: "https://service.example",
    hashToken: "test-hash-key",
    bearer: "test-bearer",
  });
  const prepare = (): Call<SettlementOutcome> =>
    // @ts-expect-error: without its other fields it is no bill
    biller.prepareSettlement({ ref_id: "INV-0001" });
  expect(prepare).toThrow(/required/);
});
