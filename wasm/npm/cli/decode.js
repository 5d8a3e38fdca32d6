// `billwire decode`: the meaning of an answer.
import { Biller, isBillwireError } from "billwire";
import { bytesFrom, profileFrom } from "./input.js";
import { Refused, errorOf, jsonOf, print, showError, table, title } from "./output.js";

const ADVICE = "pass the file of the body after the operation, or pipe the body in";
const OPERATIONS = ["onboarding", "settlement", "verification"];

export async function decodeAnswer(operation, file, options) {
  if (!OPERATIONS.includes(operation)) throw new Refused(`expected one of ${OPERATIONS.join(", ")}`);
  if (options.status > 999) throw new Refused("expected an HTTP status");
  const profile = profileFrom(options.profile);
  const body = await bytesFrom(file, ADVICE);
  // An answer may have no body, but a pipe without one is often a mistake.
  if (file === undefined && body.length === 0) console.error(`warning: standard input is empty: ${ADVICE}`);
  try {
    const biller = new Biller({ baseUrl: "https://service.invalid", profile });
    print(options, biller.decode(operation, options.status, body), true, (outcome) =>
      show(operation, outcome),
    );
  } catch (error) {
    if (!isBillwireError(error)) throw error;
    print(options, errorOf(error), false, showError);
  }
}

function show(operation, outcome) {
  title(true, outcome.outcome ?? `${operation} succeeded`);
  if (outcome.nextStep) table([["next step", outcome.nextStep]]);
  console.log(jsonOf(outcome.response ?? outcome, 2).replace(/^/gm, "  "));
}
