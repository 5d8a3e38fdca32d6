// Input of the signature tab, and billwire's result.
import { type Signal, computed, signal } from "@preact/signals-core";
import { Biller, type CodeShapes, type ExplainOptions, type Settlement, explainSignature, sign } from "billwire";
import type { Value } from "../paste/bill.ts";
import { profile, textOf } from "../profile/state.ts";
import { wholeUnits } from "../ui/amount.ts";
import { attempt } from "../ui/attempt.ts";
import { observe } from "./notation.ts";

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

/** Members of a pasted bill that have no field of their own. */
export const others = signal<Readonly<Record<string, Value>>>({});

export const hashToken = signal("test-hash-token");
export const signingOffset = textOf("signingOffset");
export const observedHash = signal("");
/** The signing string of the other side. */
export const observedString = signal("");
export const shapes = { ref_id: signal(""), customer_sync_code: signal(""), settlement_to: signal("") };
export const codeShapes = computed<CodeShapes>(() =>
  Object.fromEntries(Object.entries(filled(shapes)).map(([code, pattern]) => [code, { pattern }])),
);
export const candidates = { zones: signal(""), separators: signal(""), destinations: signal("") };

/** A service address that is never called. */
export const SERVICE = { baseUrl: "https://service.example", bearer: "test-bearer", dangerouslyAllowBrowser: true };

/** The pasted hash, without what was pasted around it. */
export const observation = computed(() => observe(observedHash.value));

/** The explained signature. */
export const explained = computed(() => attempt(() => explainSignature(given(), options())));

/** The same bill as a request. */
export const request = computed(() =>
  attempt(() => {
    const settings = { ...SERVICE, hashToken: hashToken.value, codeShapes: codeShapes.value, profile: profile.value };
    return new Biller(settings).prepareSettlement(given());
  }),
);

/** Computes the hash with the digits in the zone of Phnom Penh. */
export function showExample(): void {
  const made = attempt(() => sign(given(), hashToken.value, { signingOffset: "+07:00" }));
  if (made.done) observedHash.value = made.value;
}

/** Makes the signing string with the digits in the zone of Phnom Penh. */
export function showExampleString(): void {
  const made = attempt(() => explainSignature(given(), { hashToken: "any", signingOffset: "+07:00" }));
  if (made.done) observedString.value = made.value.signingString;
}

/** The bill as typed. billwire reports what is missing or wrong, so the type is only claimed. */
export function given(): Settlement {
  const { total_amount, ...rest } = filled(bill);
  const total = total_amount === undefined ? {} : { total_amount: wholeUnits(total_amount) };
  return { ...rest, ...total, ...others.value } as Settlement;
}

/** Returns the zone of the digits with which billwire signs exactly this text, if there is one. */
export function zoneFor(signingString: string): string | undefined {
  const signs = (zone: string) => {
    const made = attempt(() => explainSignature(given(), { hashToken: "any", signingOffset: zone }));
    return made.done && made.value.signingString === signingString;
  };
  return ZONES.find(signs);
}

/** Whole and half hours. */
const ZONES = Array.from({ length: 53 }, (_, at) => {
  const minutes = at * 30 - 12 * 60;
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    `${part}`.padStart(2, "0"),
  );
  return `${minutes < 0 ? "-" : "+"}${hours}:${rest}`;
});

function options(): ExplainOptions {
  const lists = Object.entries(filled(candidates)).map(([name, text]) => [name, text.split("\n").filter(Boolean)]);
  return {
    hashToken: hashToken.value,
    codeShapes: codeShapes.value,
    candidates: Object.fromEntries(lists),
    ...filled({ signingOffset }),
    ...(observation.value.text !== "" && { observedHash: observation.value.text }),
  };
}

/** Fields with a value; empty fields are omitted. */
function filled<Name extends string>(fields: Readonly<Record<Name, Signal<string>>>): Partial<Record<Name, string>> {
  const texts = Object.entries<Signal<string>>(fields).map(([name, { value }]) => [name, value]);
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}
