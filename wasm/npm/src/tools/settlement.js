// The class `SettlementFlow`.
import { settingsOf } from "../biller.js";
import { disposable } from "../wasm-handle.js";
import { attempt } from "./attempt.js";
import { Flow } from "./flow.js";
import { glue } from "../wasm.js";

const TAKEN_OVER = Object.freeze({ outcome: "takenOver", nextStep: null });

export class SettlementFlow extends Flow {
  static {
    disposable(SettlementFlow);
  }

  constructor(biller, bill, options) {
    const settings = settingsOf(biller);
    super(biller, (rest, now) => attempt(glue.new_settlement_flow, settings, bill, rest, now), options, true);
  }

  async run(options) {
    const { ending } = await super.run(options);
    return ending ?? TAKEN_OVER;
  }
}
