// Input of the signature tab, and billwire's result.
import { type Signal, computed, signal } from "@preact/signals";
import { Biller, type Settlement, sign } from "billwire";
import { type ExplainOptions, explainSignature } from "billwire/explain";
import { attempt, wholeUnits } from "../attempt.ts";
import { profile } from "../settings.ts";
import { hashIn, type Value } from "./paste.ts";

/** The signed fields, in the order of the signing string. */
export const SIGNED = [
  "ref_id",
  "date",
  "currency",
  "total_amount",
  "customer_sync_code",
  "settlement_to",
] as const;

/** Other fields that matter for the request, and for mistakes. */
export const UNSIGNED = ["due_date", "exchange_rate_khr", "total_amount_khr"] as const;

export const bill = {
  ref_id: signal("INV-2026-0042"),
  date: signal("2026-01-31T18:30:00.000Z"),
  currency: signal("KHR"),
  total_amount: signal("40000"),
  customer_sync_code: signal("CUST-7"),
  settlement_to: signal("SUP-1"),
  due_date: signal("2026-02-14T18:30:00.000Z"),
  exchange_rate_khr: signal(""),
  total_amount_khr: signal(""),
};

/** Members of a pasted bill that have no field of their own. */
export const others = signal<Readonly<Record<string, Value>>>({});

export const hashToken = signal("test-hash-token");
export const observedHash = signal("");

/** A service address that is never called. */
export const BASE_URL = "https://service.example";

/** The explained signature. */
export const explained = computed(() => attempt(() => explainSignature(given(), options())));

/** The same bill as a request. */
export const request = computed(() => {
  const settings = { hashToken: hashToken.value, profile: profile.value };
  const service = { baseUrl: BASE_URL, bearer: "test-bearer", dangerouslyAllowBrowser: true };
  return attempt(() => new Biller({ ...service, ...settings }).prepareSettlement(given()));
});

/** Returns the violations of a field, in the hash or in the request. */
export function problemsOf(path: string) {
  const faults = [explained.value, request.value].flatMap((made) => (made.done ? [] : made.error.violations));
  const here = faults.filter((fault) => fault.path === path || /^[.[]/.test(fault.path.replace(path, "")));
  return here.filter(({ code }, at) => here.findIndex((other) => other.code === code) === at);
}

/** The bill as typed. billwire reports what is missing or wrong, so the type is only claimed. */
export function given(): Settlement {
  const { total_amount, ...rest } = filled(bill);
  const total = total_amount === undefined ? {} : { total_amount: wholeUnits(total_amount) };
  return { ...rest, ...total, ...others.value } as Settlement;
}

/** Computes the hash with the digits in the zone of Phnom Penh. */
export function showExample(): void {
  const made = attempt(() => sign(given(), hashToken.value, { signingOffset: "+07:00" }));
  if (made.done) observedHash.value = made.value;
}

function options(): ExplainOptions {
  const observed = hashIn(observedHash.value);
  return {
    hashToken: hashToken.value,
    signingOffset: profile.value.signingOffset,
    ...(observed !== "" && { observedHash: observed }),
  };
}

/** Fields with a value; empty fields are omitted. */
function filled<Name extends string>(
  fields: Readonly<Record<Name, Signal<string>>>,
): Partial<Record<Name, string>> {
  const texts = Object.entries<Signal<string>>(fields).map(([name, { value }]) => [name, value]);
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}
