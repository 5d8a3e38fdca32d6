// The class `CreditFlow`.
import { settingsOf } from "../biller.js";
import { invalidArgument } from "../errors.js";
import { disposable } from "../wasm-handle.js";
import { payloadOf } from "../webhook.js";
import { attempt } from "./attempt.js";
import { Flow } from "./flow.js";
import { glue } from "../wasm.js";

export class CreditFlow extends Flow {
  static {
    disposable(CreditFlow);
  }

  constructor(biller, make, options) {
    if (typeof make !== "function") throw invalidArgument("flow", "call CreditFlow.ofEvent, .ofBill or .ofUnknownBill");
    super(biller, make, options, false);
  }

  static ofEvent(biller, event, bill, options) {
    const settings = settingsOf(biller);
    const [payload, hasToken] = payloadOf(event);
    return new CreditFlow(biller, (rest, now) => attempt(glue.new_credit_flow, settings, payload, hasToken, bill, rest, now), options);
  }

  static ofBill(biller, bill, options) {
    const settings = settingsOf(biller);
    return new CreditFlow(biller, (rest, now) => attempt(glue.new_credit_flow, settings, undefined, false, bill, rest, now), options);
  }

  static ofUnknownBill(biller, event, options) {
    const settings = settingsOf(biller);
    const [payload, hasToken] = payloadOf(event);
    return new CreditFlow(biller, (rest, now) => attempt(glue.new_flow_of_unknown_bill, settings, payload, hasToken, rest, now), options);
  }

  claimed(claim) {
    if (typeof claim !== "string") throw invalidArgument("claim", 'expected "credited", "creditedBefore" or "paidOtherwise"');
    Flow.told(this, glue.flow_claimed, claim);
  }

  async run(options) {
    const { ending, reply } = await super.run(options);
    return Object.freeze({ ending, reply });
  }
}
