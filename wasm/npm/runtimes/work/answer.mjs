// The work with the package as it is imported: by name, so that bundlers drop what they believe to be unused.
import { Biller, WebhookReceiver, countReadings, decimal, explainSignature, isBillwireError, sign } from "billwire";
import { Simulator } from "billwire/testing";
import { cases } from "../build/cases.mjs";
import { work } from "./work.mjs";

const named = { Biller, Simulator, WebhookReceiver, countReadings, decimal, explainSignature, isBillwireError, sign };

export const answer = () => work(named, cases);
