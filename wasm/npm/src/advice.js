// Advice about values of JavaScript that are of the wrong type: how to convert a value of a known library or class.

import { CLASS } from "./errors.js";

const isFunction = (value, name) => typeof value[name] === "function";

/** Objects that mean a time: how to know one, what to call it, and how to convert it. */
const TIMES = [
  [(value) => value._isAMomentObject === true, "a moment", "pass its toDate()"],
  [(value) => value.isLuxonDateTime === true, "a luxon DateTime", "pass its toJSDate()"],
  [(value) => value.$isDayjsObject === true, "a dayjs object", "pass its toDate()"],
  [isTemporal("Instant"), "a Temporal.Instant", "pass its toString()"],
  [isTemporal("ZonedDateTime"), "a Temporal.ZonedDateTime", "pass its toInstant().toString()"],
  [
    isTemporal("Plain"),
    "a Temporal value without a zone",
    "give it the zone, by toZonedDateTime(…).toInstant().toString()",
  ],
  [(value) => isFunction(value, "toDate"), "no Date", "pass its toDate()"],
  [(value) => isFunction(value, "toJSDate"), "no Date", "pass its toJSDate()"],
];

const RESULT_SET = "a database's result";

/** Objects that a program passes in place of their text, number or content. */
const OTHERS = [
  [(value) => isFunction(value, "then"), "a promise", "await it"],
  [(value) => value instanceof Map, "a Map", "pass Object.fromEntries(map)"],
  [(value) => value instanceof Set, "a Set", "pass [...set]"],
  [(value) => ArrayBuffer.isView(value) || value instanceof ArrayBuffer, "bytes", "pass their text"],
  [(value) => Array.isArray(value.rows), RESULT_SET, "pass a row of it, such as rows[0]"],
  [(value) => value instanceof URL, "a URL", "pass its href"],
  [(value) => isFunction(value, "toHexString"), "an ObjectId", "pass its toHexString()"],
  [
    (value) => [String, Number, Boolean].some((box) => value instanceof box),
    "a boxed value",
    "pass its valueOf()",
  ],
  [(value) => isFunction(value, "toFixed"), "a number object", "pass its toFixed() as text"],
  [(value) => value instanceof Date, "a Date", "pass its toISOString()"],
  [(value) => value instanceof RegExp, "a regular expression", "give prefix, length or pattern"],
  [isForm, "a form", "pass Object.fromEntries(form)"],
  [
    (value) => isFunction(value, "json") && isFunction(value, "arrayBuffer"),
    "a Request or a Response",
    "pass the content of its body",
  ],
  [
    (value) => isFunction(value, "toObject") && isOwn(value, "$__"),
    "a document of mongoose",
    "pass its toObject()",
  ],
  [(value) => isOwn(value, "dataValues"), "an instance of Sequelize", "pass its get({ plain: true })"],
  [(value) => isFunction(value, "decode") && isOwn(value, "operation"), "a prepared call", "pass the bill"],
  [(value) => value[CLASS] === "WebhookEvent", "a webhook's event", "pass the bill of your books"],
];

/** Objects whose fields do not count. */
const HOLLOW = [
  ...OTHERS,
  [inherits, "an object that inherits its fields", "copy them into a plain object"],
  [hasGetters, "an object with getters of its class", "copy its fields into a plain object"],
];

/** Whether the prototype of an object is one with members, such as another bill. */
function inherits(value) {
  const prototype = Object.getPrototypeOf(value);
  return ![null, Object.prototype].includes(prototype) && Object.keys(prototype).length > 0;
}

function isOwn(value, name) {
  return Object.hasOwn(value, name);
}

function isForm(value) {
  return ["FormData", "URLSearchParams"].includes(value[Symbol.toStringTag]);
}

/** Whether the class of an object has getters of its own. */
function hasGetters(value) {
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return false;
  return Object.values(Object.getOwnPropertyDescriptors(prototype)).some(({ get }) => get !== undefined);
}

function isTemporal(name) {
  return (value) => String(value[Symbol.toStringTag]).startsWith(`Temporal.${name}`);
}

const OF_CALLERS = ["invalid_request", "invalid_config"];

/** A fault of the wasm, whose sentences about wrong types say how to convert the values in `args`. */
export function advised(fault, args) {
  // The arguments of an answer or a webhook are bytes and tokens, and not what the finding is about.
  if (!OF_CALLERS.includes(fault.kind)) return fault;
  let { text } = fault;
  let end = 0; // of the sentence before: two of them may be equal
  let isAboutObject = false; // one sentence about it is enough
  const violations = fault.violations.map((violation) => {
    const { code, explanation } = violation;
    const at = text.indexOf(explanation, end);
    if (at >= 0) end = at + explanation.length;
    const isMissing = code === "required" || code === "unknown_field";
    const about =
      code === "wrong_type" ? adviceAbout : isMissing && !isAboutObject ? adviceAboutObject : undefined;
    const advice = about?.(violation, args);
    if (advice === undefined) return violation;
    isAboutObject ||= isMissing;
    if (at >= 0) text = `${text.slice(0, end)}; ${advice}${text.slice(end)}`;
    return { ...violation, explanation: `${explanation}; ${advice}` };
  });
  return { ...fault, text, violations };
}

function adviceAbout({ path, explanation }, args) {
  try {
    const values = args.map((arg) => valueAt(arg, path));
    const value = values.find(
      (one) =>
        (typeof one === "object" && one !== null) || typeof one === "function" || typeof one === "string",
    );
    const isNothing = value === undefined && values.some((one) => one === undefined || one === null);
    if (isNothing && explanation === "expected an object" && path === "") return NOTHING;
    return (Array.isArray(value) && adviceForCodes(path)) || adviceFor(value, explanation);
  } catch {
    return undefined; // a getter or a proxy of the caller throws
  }
}

const NOTHING = "this is undefined or null: look at where it comes from";

/** Advice for a list in place of lists by what they are about. */
function adviceForCodes(path) {
  const [, kind] = /^profile\.\w+(Codes|Statuses)$/.exec(path) ?? [];
  const example = kind === "Codes" ? "{ verification: […] }" : "{ transaction: […] }";
  return kind && `this is a list: say of what, such as ${example}`;
}

/** Advice for a missing or unknown field, whose object keeps its content elsewhere. */
function adviceAboutObject({ path }, args) {
  try {
    const parent = path.replace(/\.?[^.]*$/, "");
    const values = args.map((arg) => valueAt(arg, parent));
    const object = values.find((one) => typeof one === "object" && one !== null);
    if (path === "identity_code" && object && isOwn(object, "settlement_to")) return OF_BILL;
    return object && adviceForObject(object);
  } catch {
    return undefined;
  }
}

const OF_BILL =
  "its object is a bill to settle: give { identity_code, purpose_of_transaction, currency, amount } of it";

/** Advice for an object that is given in place of one with fields. */
export function adviceForObject(object) {
  const known = HOLLOW.find(([isOne]) => isOne(object));
  return known && `its object is ${known[1]}: ${known[2]}`;
}

/** Value at a path such as `details[0].price`. */
function valueAt(value, path) {
  const names = path === "" ? [] : path.split(/[.[\]]+/).filter(Boolean);
  return names.reduce((object, name) => (typeof object === "object" ? object?.[name] : undefined), value);
}

function adviceFor(value, explanation) {
  const isDue = (what) => explanation.startsWith(`expected ${what}`);
  if (typeof value === "function") return "this is a function: call it";
  if (typeof value === "string")
    return (isDue("an object") || isDue("a list")) && /^\s*[{[]/.test(value)
      ? "this is JSON text: pass JSON.parse of it"
      : isDue("an object")
        ? "this is text"
        : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value))
    return isDue("an object") ? "this is a list: pass one of its elements" : undefined;
  if (isDue("a list") && Array.isArray(value.rows)) return `this is ${RESULT_SET}: pass its rows`;
  if (isDue("a list") && isFunction(value, "values")) return "this is no array: pass [...it.values()]";
  if (isDue("an integer") && isFunction(value, "toNumber"))
    return "this is a number object: pass its toNumber()";
  const known = [...TIMES, ...OTHERS].find(([isOne]) => isOne(value));
  return known && `this is ${known[1]}: ${known[2]}`;
}
