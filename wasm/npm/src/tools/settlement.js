// The class `SettlementFlow`.
import { awaited } from "../arguments.js";
import { freeze, invalidArgument } from "../errors.js";
import { disposable } from "../wasm-handle.js";
import { Flow, numberOf } from "./flow.js";
import { glue } from "../wasm.js";

const TAKEN_OVER = { outcome: "takenOver", nextStep: null };
const RECORD_ADVICE =
  "A record is the text that `save` got: await the query, and store it in a column of text, not of json";

const RESULT = ["outcome", "nextStep", "proof", "claimKey", "error", "lookup", "code", "until", "warnings"];

export class SettlementFlow extends Flow {
  /** Whether a store has not said if a record is stored. */
  #isUnsure = false;
  #warnings;

  static {
    disposable(SettlementFlow);
  }

  constructor(biller, bill, options) {
    super(
      biller,
      (handle, rest, now) => handle.callAndRelease(glue.new_settlement_flow, bill, checked(rest), now),
      options,
      true,
    );
    this.#warnings = freeze(JSON.parse(Flow.call(this, glue.flow_warnings)));
  }

  get warnings() {
    return this.#warnings;
  }

  saved(revision) {
    Flow.told(this, glue.flow_saved, numberOf(revision, "revision"));
  }

  notSaved(revision) {
    Flow.told(this, glue.flow_not_saved, numberOf(revision, "revision"));
  }

  resolved(resolution) {
    if (typeof resolution !== "string")
      throw invalidArgument("resolution", 'expected "settled" or "nothingMoved"');
    Flow.call(this, glue.flow_resolved, resolution);
  }

  run(options) {
    return awaited(this.#result(super.run(options)), "flow.run(…)", RESULT);
  }

  async #result(running) {
    const { step, ending, until } = await running;
    const result = step === "wait" ? { outcome: "waiting", nextStep: null, until } : (ending ?? TAKEN_OVER);
    return Object.freeze({ ...result, ...(this.#warnings.length > 0 && { warnings: this.#warnings }) });
  }

  /** Loads what is stored, after a store that did not answer. */
  async begin({ load }) {
    const isUnsure = this.#isUnsure;
    this.#isUnsure = false;
    if (!isUnsure || load === undefined || load === null) return;
    const record = await load();
    if (!isRecord(record))
      throw invalidArgument("load", `it has to return the stored record, or null. ${RECORD_ADVICE}`);
    Flow.told(this, glue.flow_stored, record ?? undefined);
  }

  async save(step, caller) {
    let isStored;
    try {
      isStored = await caller.save(step);
    } catch (error) {
      this.#isUnsure = true;
      Flow.call(this, glue.flow_maybe_saved, step.revision);
      throw error;
    }
    if (typeof isStored !== "boolean")
      throw invalidArgument("save", "it has to return true, or false if another flow stored a record");
    if (isStored) this.saved(step.revision);
    else this.notSaved(step.revision);
  }
}

function checked(options) {
  if (!isRecord(options.record)) throw invalidArgument("record", `expected text. ${RECORD_ADVICE}`);
  return options;
}

function isRecord(record) {
  return record === null || record === undefined || typeof record === "string";
}
