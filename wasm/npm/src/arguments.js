// Arguments that the wasm does not read: options, functions and limits.
import { invalidArgument, readArgument } from "./errors.js";
import { hasOwn, own } from "./intrinsics.js";

/** Longest time of a timer, in milliseconds. A longer one would ring at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** Options over their defaults: own members alone, and no unknown one. */
export function optionsOver(defaults, options) {
  if (typeof options !== "object" || options === null) throw invalidArgument("options", "expected an object");
  const unknown = Object.keys(options).find((name) => !hasOwn(defaults, name));
  if (unknown !== undefined) throw invalidArgument("options", unknownOption(unknown, Object.keys(defaults)));
  const given = Object.entries(defaults).map(([name, value]) => [name, readArgument(name, () => own(options, name)) ?? value]);
  return Object.fromEntries(given);
}

function unknownOption(unknown, known) {
  const name = /^[\w.-]{1,64}$/.test(unknown) ? ` \`${unknown}\`` : "";
  return `unknown option${name}; expected one of ${known.join(", ")}`;
}

export function callable(value, name) {
  if (typeof value !== "function") throw invalidArgument(name, "expected a function");
  return value;
}

export function checkLimit(value, name, most) {
  if (!Number.isInteger(value) || value < 1 || value > most) throw invalidArgument(name, `expected a whole number from 1 to ${most}`);
}
