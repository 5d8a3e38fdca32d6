// `billwire explain`: the signing string of a bill, its hash, and the mistakes that produce another hash.
import { isBillwireError } from "billwire";
import { explainSignature } from "billwire/explain";
import { bodyOfCurl } from "./curl.js";
import { bytesFrom, jsonFrom, secret } from "./input.js";
import { Refused, errorOf, print, showError, table, title } from "./output.js";

const FLAGS = {
  refId: "ref_id",
  date: "date",
  currency: "currency",
  totalAmount: "total_amount",
  customerSyncCode: "customer_sync_code",
  settlementTo: "settlement_to",
};
const SIGNED = Object.values(FLAGS);

export async function explain(options) {
  const { bill, hash } = await billOf(options);
  const hashToken = await secret("BILLWIRE_HASH_TOKEN");
  const observedHash = options.hash ?? hash;
  if (options.hash === "")
    throw new Refused("--hash is empty: if it comes from a variable, that one is not set");
  try {
    const explanation = explainSignature(bill, {
      hashToken,
      observedHash,
      signingOffset: options.signingOffset,
    });
    print(options, explanation, explanation.observed?.matches !== false, show);
  } catch (error) {
    if (!isBillwireError(error)) throw error;
    print(options, errorOf(error), false, showError);
  }
}

/** Signed fields of the bill, and the hash in its body. Flags replace single fields. */
async function billOf(options) {
  const flags = Object.entries(FLAGS).filter(([flag]) => options[flag] !== undefined);
  const given = Object.fromEntries(
    flags.map(([flag, field]) => [field, field === "total_amount" ? amountOf(options[flag]) : options[flag]]),
  );
  const isComplete = flags.length === SIGNED.length;
  const missing = Object.keys(FLAGS).filter((flag) => options[flag] === undefined);
  const { hash, ...body } =
    isComplete && options.bill === undefined ? {} : await bodyOf(options.bill, adviceOf(missing));
  const read = SIGNED.filter((field) => body[field] !== undefined).map((field) => [field, body[field]]);
  return {
    bill: { ...Object.fromEntries(read), ...given },
    hash: typeof hash === "string" ? hash : undefined,
  };
}

const NO_BILL =
  "pass the bill's file by --bill, pipe the bill in, or give its six fields: --ref-id and so on";

/** Advice for a bill of which some fields are given by flags, or none. */
function adviceOf(missing) {
  if (missing.length === SIGNED.length) return NO_BILL;
  const flags = missing.map((flag) => `--${FLAGS[flag].replaceAll("_", "-")}`);
  return `without --bill, ${flags.join(", ")} are missing`;
}

async function bodyOf(file, advice) {
  const text = new TextDecoder().decode(await bytesFrom(file, advice)).trim();
  const isPiped = file === undefined || file === "-";
  if (text === "") throw new Refused(isPiped ? advice : `${file} is empty`);
  const name = isPiped ? "the bill" : file;
  const body = jsonFrom(/^curl\s/.test(text) ? bodyOfCurl(text) : text, name);
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new Refused("expected the bill as a JSON object");
  return body;
}

function amountOf(text) {
  if (/^[0-9]{1,19}$/.test(text)) return BigInt(text);
  throw new Refused("expected --total-amount as a whole number");
}

function show({ parts, signingString, signingOffset, hash, parses, observed }) {
  if (observed !== null) title(observed.matches, observed.explanation);
  table(parts.map(({ field, text }) => [field, JSON.stringify(text)]));
  table([
    ["signing string", JSON.stringify(signingString)],
    ["zone of digits", signingOffset],
    ["hash", hash],
    ["bills with it", parses],
  ]);
  if (observed?.trimmed) console.log("  White space was removed around the observed hash.");
  for (const cause of observed?.causes ?? []) table(rowsOf(cause));
}

/**
 * A mistake and its members; `with` as JSON, so that a space can be seen. One of several deviations has those
 * of each.
 */
function rowsOf({ mistake, with: detail, explanation, ...others }) {
  const rows = Object.entries(others).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.flatMap((inner) => rowsOf(Object(inner)));
    return typeof value === "string" ? [[name, value]] : [];
  });
  return [["cause", mistake], ["with", detail && JSON.stringify(detail)], ["", explanation], ...rows].filter(
    ([, value]) => value !== undefined,
  );
}
