// Drafts without credentials: validated, and as JSON text.
import { Biller } from "../biller.js";
import { freeze, invalidArgument, readArgument } from "../errors.js";
import { OPERATIONS, PACKS } from "../models.js";
import { glue, instance } from "../wasm.js";

const NAMES = Object.keys(PACKS);

export function validateDraft(operation, draft, settings) {
  refuseBiller(settings);
  return freeze(
    JSON.parse(instance.attemptAndRelease(glue.validate_draft, numberOf(operation), draft, settings)),
  );
}

export function draftToJson(operation, draft, settings) {
  refuseBiller(settings);
  return instance.attemptAndRelease(glue.draft_to_json, numberOf(operation), draft, settings);
}

export function draftFromJson(operation, json, settings) {
  refuseBiller(settings);
  if (typeof json !== "string") throw invalidArgument("json", "expected the JSON text of a draft");
  const text = instance.attemptAndRelease(glue.draft_from_json, numberOf(operation), json, settings);
  const draft = JSON.parse(text);
  // Only a number of `extra` can be too long: all decimals are text.
  if (draftToJson(operation, draft, settings) !== text)
    throw invalidArgument("json", "it holds a number that JavaScript would round: send it as text");
  return draft;
}

/** Refuses a biller in place of settings: it shows none, so that its profile would be ignored. */
function refuseBiller(settings) {
  if (readArgument("settings", () => settings instanceof Biller))
    throw invalidArgument("settings", "a draft has no biller: give { profile, codeShapes, maxLines }");
}

function numberOf(operation) {
  if (!NAMES.includes(operation)) throw invalidArgument("operation", `expected one of ${NAMES.join(", ")}`);
  return OPERATIONS[operation];
}
