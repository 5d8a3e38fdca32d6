// Arguments that the wasm does not read: options, functions and limits.
import { invalidArgument, readArgument, refusePromise } from "./errors.js";
import { isPlain, own } from "./intrinsics.js";

/** Longest time of a timer, in milliseconds. A longer one would ring at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** Checks that options are an object without an unknown member. */
export function checkNames(options, known) {
  refusePromise(options, "options");
  const isList = readArgument("options", () => Array.isArray(options));
  const isObject = typeof options === "object" && options !== null && !isList;
  const names = isObject ? readArgument("options", () => Object.keys(options)) : [];
  // A Date or a Map in place of options has no member, and would set nothing.
  if (!isObject || (names.length === 0 && !readArgument("options", () => isPlain(options))))
    throw invalidArgument("options", `expected an object of ${known.join(", ")}`);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalidArgument("options", unknownOption(unknown, known));
}

/** Options over their defaults: own members alone, and no unknown one. */
export function optionsOver(defaults, options) {
  checkNames(options, Object.keys(defaults));
  const given = Object.entries(defaults).map(([name, value]) => [
    name,
    readArgument(name, () => own(options, name)) ?? value,
  ]);
  return Object.fromEntries(given);
}

function unknownOption(unknown, known) {
  const name = /^[\w.-]{1,64}$/.test(unknown) ? ` \`${unknown}\`` : "";
  const meant = nearest(unknown, known);
  return (
    `unknown option${name}; ` +
    `${meant === undefined ? `expected ${known.join(", ")}` : `did you mean \`${meant}\`?`}`
  );
}

/**
 * Name that an unknown one spells in another style, misspells by a letter, begins with, or begins.
 * `billwire/fetch` starts no wasm, which has the same.
 */
export function nearest(unknown, known) {
  const given = folded(unknown);
  const begins = (name) => given.startsWith(name) || (given.length > 3 && name.startsWith(given));
  return known.find((name) => isNear(given, folded(name))) ?? known.find((name) => begins(folded(name)));
}

function folded(name) {
  return name.slice(0, 40).replace(/[-_ ]/g, "").toLowerCase();
}

/** Whether two names are equal but for one letter that is missing, added or replaced. */
function isNear(a, b) {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  const rest = short.length === long.length ? short.slice(start + 1) : short.slice(start);
  return long.length - short.length < 2 && long.slice(start + 1) === rest;
}

/**
 * The same promise, which names a forgotten `await`: a member of its result, of which `names` are the usual
 * ones, would be undefined, and throws. `call` is how the program wrote it.
 */
export function awaited(promise, call, names) {
  for (const name of names) {
    const get = () => {
      throw new TypeError(`${name} of a promise: write (await ${call}).${name}`);
    };
    Object.defineProperty(promise, name, { get, configurable: true });
  }
  return promise;
}

/**
 * Gives the class of a request members that its answer has: reading one before it is sent names the forgotten
 * `send`. `call` is how the program makes the request.
 */
export function unsent(kind, call, names) {
  for (const name of names) elsewhere(kind, name, `it is not sent: read (await send(${call})).${name}`);
}

/**
 * Gives the class a member that it has not: reading or setting it throws a sentence that says where it is. It would
 * be undefined, and setting it would change nothing.
 */
export function elsewhere(kind, name, sentence) {
  const refuse = () => {
    throw invalidArgument(name, sentence);
  };
  Object.defineProperty(kind.prototype, name, { get: refuse, set: refuse, configurable: true });
}

export function callable(value, name) {
  if (typeof value !== "function") throw invalidArgument(name, "expected a function");
  return value;
}

export function checkLimit(value, name, most) {
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw invalidArgument(name, `expected a whole number from 1 to ${most}`);
}
