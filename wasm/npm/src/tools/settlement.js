// The class `SettlementFlow`.
import { awaited, elsewhere } from "../arguments.js";
import { freeze, invalidArgument, withSentence } from "../errors.js";
import { own } from "../intrinsics.js";
import { disposable } from "../wasm-handle.js";
import { Flow, numberOf } from "./flow.js";
import { glue } from "../wasm.js";

const TAKEN_OVER = { outcome: "takenOver", nextStep: null };
const RECORD_ADVICE =
  "A record is the text that `save` got: await the query, and store it in a column of text, not of json";

const RESULT = ["outcome", "nextStep", "proof", "claimKey", "error", "lookup", "code", "until", "warnings"];

export class SettlementFlow extends Flow {
  #warnings;
  /** Whether the last save failed. */
  #storeFailed = false;

  static {
    for (const name of RESULT.filter((one) => one !== "warnings"))
      elsewhere(SettlementFlow, name, `read (await flow.run(…)).${name}`);
    disposable(SettlementFlow);
  }

  constructor(biller, bill, options) {
    super(
      biller,
      (handle, rest) => handle.callAndRelease(glue.new_settlement_flow, bill, checked(rest)),
      options,
      true,
    );
    this.#warnings = freeze(JSON.parse(Flow.call(this, glue.flow_warnings)));
  }

  get warnings() {
    return this.#warnings;
  }

  loaded(record) {
    if (record !== null && record !== undefined && typeof record !== "string")
      throw invalidArgument("record", `expected the stored record, or null. ${RECORD_ADVICE}`);
    try {
      Flow.told(this, glue.flow_loaded, record ?? undefined, Flow.time(this));
    } catch (error) {
      const [{ path, code } = {}] = error.violations ?? [];
      throw path === "record" && code === "wrong_type" ? withSentence(error, RECORD_ADVICE) : error;
    }
  }

  saved(revision) {
    Flow.told(this, glue.flow_saved, numberOf(revision, "revision"));
  }

  notSaved(revision) {
    Flow.told(this, glue.flow_not_saved, numberOf(revision, "revision"));
  }

  control(bill) {
    Flow.told(this, glue.flow_control, bill);
  }

  resolved(resolution) {
    if (typeof resolution !== "string")
      throw invalidArgument("resolution", 'expected "settled" or "nothingMoved"');
    Flow.call(this, glue.flow_resolved, resolution);
  }

  notThisBill(tranId) {
    if (typeof tranId !== "string") throw invalidArgument("tranId", "expected the tran_id of a transaction");
    Flow.call(this, glue.flow_not_this_bill, tranId);
  }

  run(options) {
    this.#storeFailed = false;
    return awaited(this.#result(super.run(options)), "flow.run(…)", RESULT);
  }

  async #result(running) {
    const { step, ending, until, reason } = await running;
    const result = step === "wait" ? waiting(until, reason) : (ending ?? TAKEN_OVER);
    return Object.freeze({ ...result, ...(this.#warnings.length > 0 && { warnings: this.#warnings }) });
  }

  /** Takes a step of a run that only this flow has. */
  async take(step, caller) {
    switch (step.step) {
      case "load":
        return this.loaded(await caller.load());
      case "control":
        return this.control(await caller.control?.());
      default:
        return this.save(step, caller);
    }
  }

  /** Stores a record. A store that fails is asked for what it holds; it may fail once in a row. */
  async save(step, caller) {
    let isStored;
    try {
      isStored = await caller.save(step);
    } catch (error) {
      this.notSaved(step.revision);
      if (this.#storeFailed) throw error;
      this.#storeFailed = true;
      return;
    }
    if (typeof isStored !== "boolean")
      throw invalidArgument("save", "it has to return true, or false if another flow stored a record");
    this.#storeFailed = false;
    if (isStored) this.saved(step.revision);
    else this.notSaved(step.revision);
  }
}

function waiting(until, reason) {
  const waitsFor = reason === "credentials" && { waitsFor: "credentials" };
  return { outcome: "waiting", nextStep: null, until, ...waitsFor };
}

const GONE =
  "it is no option: give `load` to `run`, which returns the stored record, or call `loaded` with it";

function checked(options) {
  if (own(options, "record") !== undefined) throw invalidArgument("record", GONE);
  return options;
}
