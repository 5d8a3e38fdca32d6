// Advice about values of JavaScript that are of the wrong type: how to convert a value of a known library or class.

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

/** Objects that a program passes in place of their text, number or content. */
const OTHERS = [
  [(value) => isFunction(value, "then"), "a promise", "await it"],
  [(value) => value instanceof Map, "a Map", "pass Object.fromEntries(map)"],
  [(value) => value instanceof Set, "a Set", "pass [...set]"],
  [(value) => ArrayBuffer.isView(value) || value instanceof ArrayBuffer, "bytes", "pass their text"],
  [(value) => Array.isArray(value.rows), "a database's result", "pass a row of it, such as rows[0]"],
  [(value) => value instanceof URL, "a URL", "pass its href"],
  [(value) => isFunction(value, "toHexString"), "an ObjectId", "pass its toHexString()"],
  [
    (value) => [String, Number, Boolean].some((box) => value instanceof box),
    "a boxed value",
    "pass its valueOf()",
  ],
  [(value) => isFunction(value, "toFixed"), "a number object", "pass its toFixed() as text"],
];

function isTemporal(name) {
  return (value) => String(value[Symbol.toStringTag]).startsWith(`Temporal.${name}`);
}

/** A fault of the wasm, whose sentences about wrong types say how to convert the values in `args`. */
export function advised(fault, args) {
  let { text } = fault;
  let isAboutObject = false; // one sentence about it is enough
  const violations = fault.violations.map((violation) => {
    const { code } = violation;
    const about =
      code === "wrong_type"
        ? adviceAbout
        : code === "required" && !isAboutObject
          ? adviceAboutObject
          : undefined;
    const advice = about?.(violation, args);
    if (advice === undefined) return violation;
    isAboutObject ||= code === "required";
    const explanation = `${violation.explanation}; ${advice}`;
    text = text.replace(violation.explanation, () => explanation);
    return { ...violation, explanation };
  });
  return { ...fault, text, violations };
}

function adviceAbout({ path, explanation }, args) {
  try {
    const values = args.map((arg) => valueAt(arg, path));
    const value = values.find(
      (one) => typeof one === "object" || typeof one === "function" || typeof one === "string",
    );
    return adviceFor(value, explanation);
  } catch {
    return undefined; // a getter or a proxy of the caller throws
  }
}

/** Advice for a missing field, whose object keeps its content elsewhere. */
function adviceAboutObject({ path }, args) {
  try {
    const parent = path.replace(/\.?[^.]*$/, "");
    const values = args.map((arg) => valueAt(arg, parent));
    const object = values.find((one) => typeof one === "object" && one !== null);
    const known = object && OTHERS.find(([isOne]) => isOne(object));
    return known && `its object is ${known[1]}: ${known[2]}`;
  } catch {
    return undefined;
  }
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
      : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value))
    return isDue("an object") ? "this is a list: pass one of its elements" : undefined;
  if (isDue("a list") && isFunction(value, "values")) return "this is no array: pass [...it.values()]";
  if (isDue("an integer") && isFunction(value, "toNumber"))
    return "this is a number object: pass its toNumber()";
  const known = [...TIMES, ...OTHERS].find(([isOne]) => isOne(value));
  return known && `this is ${known[1]}: ${known[2]}`;
}
