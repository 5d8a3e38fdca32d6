// Runs the work with named imports of the package, so that bundlers drop unused ones.
import {
  Biller,
  SettlementFlow,
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
import { cases } from "../build/cases.mjs";
import { work } from "./work.mjs";

const named = {
  Biller,
  SettlementFlow,
  Simulator,
  WebhookReceiver,
  countParses,
  decimal,
  explainSignature,
  isBillwireError,
  readTranDate,
  send,
  sign,
};

export const answer = () => work(named, cases);
