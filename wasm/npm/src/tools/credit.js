// The class `CreditFlow`.
import { awaited } from "../arguments.js";
import { invalidArgument } from "../errors.js";
import { disposable } from "../wasm-handle.js";
import { payloadOf } from "../webhook.js";
import { Flow } from "./flow.js";
import { glue } from "../wasm.js";

export class CreditFlow extends Flow {
  static {
    disposable(CreditFlow);
  }

  constructor(biller, make, options) {
    if (typeof make !== "function")
      throw invalidArgument("flow", "call CreditFlow.ofEvent, .ofBill, .ofPayment or .ofUnknownBill");
    super(biller, make, options, false);
  }

  static ofEvent(biller, event, bill, options) {
    const [payload, hasToken] = payloadOf(event);
    return new CreditFlow(
      biller,
      (handle, rest, now) => handle.callAndRelease(glue.new_credit_flow, payload, hasToken, bill, rest, now),
      options,
    );
  }

  static ofBill(biller, bill, options) {
    return new CreditFlow(
      biller,
      (handle, rest, now) => handle.callAndRelease(glue.new_credit_flow, undefined, false, bill, rest, now),
      options,
    );
  }

  static ofPayment(biller, bill, transaction, options) {
    return new CreditFlow(
      biller,
      (handle, rest, now) => handle.callAndRelease(glue.new_flow_of_payment, bill, transaction, rest, now),
      options,
    );
  }

  static ofUnknownBill(biller, event, options) {
    const [payload, hasToken] = payloadOf(event);
    return new CreditFlow(
      biller,
      (handle, rest, now) =>
        handle.callAndRelease(glue.new_flow_of_unknown_bill, payload, hasToken, rest, now),
      options,
    );
  }

  claimed(claim) {
    if (typeof claim !== "string")
      throw invalidArgument("claim", 'expected "credited", "creditedBefore" or "paidOtherwise"');
    Flow.told(this, glue.flow_claimed, claim);
  }

  reviewed(isStored) {
    if (typeof isStored !== "boolean") throw invalidArgument("isStored", "expected true or false");
    Flow.told(this, glue.flow_reviewed, isStored);
  }

  run(options) {
    const running = super.run(options);
    const result = running.then(({ ending, reply }) => Object.freeze({ ending, reply }));
    return awaited(result, "flow.run(…)", ["ending", "reply", "outcome"]);
  }
}
