// Log of the sandbox, on standard error: an event, and what belongs to it. It has no credentials.
import { operations } from "billwire";
import { printable } from "./output.js";

/** Longest text of a caller to show. */
const LONGEST = 64;
/** Field by which scripts name the requests of each operation. */
const KEYS = {
  onboarding: "supplier_sync_code",
  settlement: "ref_id",
  verification: "identity_code",
  verify_linked_bank_account: "supplier_sync_code",
  add_link_account: "supplier_sync_code",
};

export function logText(event, facts) {
  const words = Object.entries(facts).map(([name, value]) => `${name}=${value}`);
  console.error([new Date().toISOString(), event, ...words].join(" "));
}

export function logJson(event, facts) {
  console.error(JSON.stringify({ time: new Date(), event, ...facts }));
}

/** Operation of a request with its key and its answer. */
export function exchangeOf({ method, url }, body, answer) {
  const path = url.split("?", 1)[0];
  // The address of a link is shown to nobody.
  if (path.startsWith("/link/")) return ["link", { method, ...outcomeOf(answer) }];
  const operation = operations.find((one) => one.path === path || `/${one.name}` === path)?.name;
  if (operation === undefined) return ["unknown path", { method, path: shown(path), ...outcomeOf(answer) }];
  return [operation, { ...memberOf(body, KEYS[operation]), ...outcomeOf(answer) }];
}

/** A delivery of a webhook with its bill and the merchant's answer. */
export function deliveryOf({ body, attempt }, answer) {
  const { identity_code: ref_id } = memberOf(body, "identity_code");
  return [
    "webhook",
    { ref_id, attempt, ...(answer.reason ? { answer: answer.reason } : { status: answer.status }) },
  ];
}

function outcomeOf({ status, body, transport: { kind, delay_ms } }) {
  if (kind === "drop_before") return { fault: "dropped before it took effect" };
  if (kind === "drop_after") return { fault: "dropped after it took effect" };
  return {
    status,
    ...memberOf(body, "code"),
    ...(kind === "slow" && { fault: `answered after ${delay_ms} ms` }),
  };
}

/** Text member of a JSON object, if it has it. */
function memberOf(json, name) {
  try {
    const value = JSON.parse(json)[name];
    return typeof value === "string" ? { [name]: shown(value) } : {};
  } catch {
    return {};
  }
}

function shown(text) {
  return printable(text.slice(0, LONGEST));
}
