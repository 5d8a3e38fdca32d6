// Exports of `billwire/slim`. The tests of the project "slim" import this file instead of `billwire`.
import { readFile } from "node:fs/promises";
import { load } from "billwire/slim";

export const FILE = new URL(import.meta.resolve("billwire/slim/billwire.wasm"));

export const {
  Biller,
  BillwireError,
  CreditFlow,
  NextStep,
  SettlementFlow,
  WebhookReceiver,
  countParses,
  decimal,
  draftFromJson,
  draftToJson,
  isBillwireError,
  operations,
  readTranDate,
  sign,
  validateDraft,
} = await load(await readFile(FILE));
