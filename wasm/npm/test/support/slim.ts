// What `billwire/slim` gives, under the names of `billwire`: the tests of the project "slim" get this in its place.
import { readFile } from "node:fs/promises";
import { load } from "billwire/slim";

export const FILE = new URL(import.meta.resolve("billwire/slim/billwire.wasm"));
export const TOOLS = new URL(import.meta.resolve("billwire/slim/tools.wasm"));

export const {
  Biller,
  BillwireError,
  WebhookReceiver,
  countReadings,
  decimal,
  explainSignature,
  isBillwireError,
  operations,
  readTranDate,
  sign,
} = await load(await readFile(FILE), await readFile(TOOLS));
