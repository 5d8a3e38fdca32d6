// The work with the package as it is imported: by name, so that bundlers drop what they believe to be unused.
import { Biller, WebhookReceiver, isBillwireError, sign } from "billwire";
import { Simulator } from "billwire/testing";
import { cases } from "../build/cases.mjs";
import { work } from "./work.mjs";

export const answer = () => work({ Biller, Simulator, WebhookReceiver, isBillwireError, sign }, cases);
