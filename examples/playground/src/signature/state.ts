// Input of the signature tab, and billwire's result.
import { type Signal, computed, signal } from "@preact/signals-core";
import { Biller, type CodeShapes, type ExplainOptions, type Settlement, explainSignature, sign } from "billwire";
import { wholeUnits } from "../ui/amount.ts";
import { attempt } from "../ui/attempt.ts";

/** The signed fields, in the order of the signing string. */
export const SIGNED = ["ref_id", "date", "currency", "total_amount", "customer_sync_code", "settlement_to"] as const;

/** Other fields that matter for the request, and for mistakes. */
export const UNSIGNED = ["due_date", "exchange_rate_khr", "total_amount_khr"] as const;

/** Codes that can have a declared shape. */
export const CODES = ["ref_id", "customer_sync_code", "settlement_to"] as const;

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

export const hashToken = signal("test-hash-token");
export const signingOffset = signal("");
export const observedHash = signal("");
export const shapes = { ref_id: signal(""), customer_sync_code: signal(""), settlement_to: signal("") };
export const candidates = { zones: signal(""), separators: signal(""), destinations: signal("") };

/** A service address that is never called. */
const SERVICE = { baseUrl: "https://service.example", bearer: "test-bearer", dangerouslyAllowBrowser: true };

/** The explained signature. */
export const explained = computed(() => attempt(() => explainSignature(given(), options())));

/** The same bill as a request. */
export const request = computed(() =>
  attempt(() => {
    const settings = {
      ...SERVICE,
      hashToken: hashToken.value,
      codeShapes: codeShapes(),
      profile: filled({ signingOffset }),
    };
    return new Biller(settings).prepareSettlement(given());
  }),
);

/** Computes the hash with the digits in the zone of Phnom Penh. */
export function showExample(): void {
  const made = attempt(() => sign(given(), hashToken.value, { signingOffset: "+07:00" }));
  if (made.done) observedHash.value = made.value;
}

/** The bill as typed. billwire reports what is missing or wrong, so the type is only claimed. */
function given(): Settlement {
  const { total_amount, ...rest } = filled(bill);
  const total = total_amount === undefined ? {} : { total_amount: wholeUnits(total_amount) };
  return { ...rest, ...total } as Settlement;
}

function options(): ExplainOptions {
  const lists = Object.entries(filled(candidates)).map(([name, text]) => [name, text.split("\n").filter(Boolean)]);
  return {
    hashToken: hashToken.value,
    codeShapes: codeShapes(),
    candidates: Object.fromEntries(lists),
    ...filled({ signingOffset, observedHash }),
  };
}

function codeShapes(): CodeShapes {
  return Object.fromEntries(Object.entries(filled(shapes)).map(([code, pattern]) => [code, { pattern }]));
}

/** Fields with a value; empty fields are omitted. */
function filled<Name extends string>(fields: Readonly<Record<Name, Signal<string>>>): Partial<Record<Name, string>> {
  const texts = Object.entries<Signal<string>>(fields).map(([name, { value }]) => [name, value]);
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}
