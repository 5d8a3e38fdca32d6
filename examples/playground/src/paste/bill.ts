// A pasted bill: the fields of the form, the hash, and the other members.
import type { BillwireError, Finding, JsonValue, WireProfile } from "billwire";
import { draftFromJson } from "billwire";
import { attempt } from "../ui/attempt.ts";
import { bodyIn } from "./body.ts";

export type Value = JsonValue | bigint;

/** A pasted text that holds a bill. */
export interface PastedBill {
  readonly kind: "bill";
  /** Texts by field. A field that the bill does not have is empty. */
  readonly fields: Readonly<Record<string, string>>;
  readonly hash: string | undefined;
  /** Members without a field in the form, except secrets. */
  readonly others: Readonly<Record<string, Value>>;
  /** Whether a secret was left out. */
  readonly leftOut: boolean;
  /** billwire's findings about the text. */
  readonly findings: readonly Finding[];
}

export type Pasted =
  | PastedBill
  | { readonly kind: "open_quotation" | "no_data" | "file" | "no_bill" }
  | { readonly kind: "unreadable"; readonly error: BillwireError | undefined };

/** Member that is never shown and not signed. */
const SECRET = "payment_method_token";

/** Reads a pasted text. `names` are the fields of the form. */
export function read(text: string, names: readonly string[], profile: WireProfile): Pasted {
  const body = bodyIn(text);
  if (body.kind !== "body") return body;
  const members = membersOf(body.text);
  if (members === undefined) return { kind: "unreadable", error: faultOf(body.text) };
  const { hash, [SECRET]: secret, ...bill } = renamed(members, profile.destinationKey ?? "settlement_to");
  if (!names.some((name) => Object.hasOwn(bill, name))) return { kind: "no_bill" };
  const others = Object.entries(bill).filter(([name, value]) => !names.includes(name) && value !== null);
  return {
    kind: "bill",
    fields: Object.fromEntries(names.map((name) => [name, textOf(bill[name])])),
    hash: typeof hash === "string" ? hash : undefined,
    others: Object.fromEntries(others),
    leftOut: secret !== undefined && secret !== null,
    findings: findingsAbout(body.text, hash !== undefined, profile),
  };
}

/** The form's name of the destination. */
function renamed(members: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> {
  if (key === "settlement_to" || !Object.hasOwn(members, key)) return members;
  const { [key]: destination, ...rest } = members;
  return { ...rest, settlement_to: destination ?? null };
}

function membersOf(text: string): Readonly<Record<string, Value>> | undefined {
  try {
    const value: unknown = JSON.parse(text, exact as (key: string, value: unknown) => unknown);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the digits that a JavaScript number would round, where the browser shows the source. */
function exact(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== "number" || source === undefined || String(value) === source) return value;
  return /^-?\d+$/.test(source) ? BigInt(source) : source;
}

function textOf(value: Value | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function faultOf(text: string): BillwireError | undefined {
  const draft = attempt(() => draftFromJson("settlement", text));
  return draft.done ? undefined : draft.error;
}

/** Findings that the form cannot show, because it holds text: wrong types and duplicate keys. */
function findingsAbout(
  text: string,
  hasHash: boolean,
  { destinationKey: _, ...profile }: WireProfile,
): readonly Finding[] {
  const draft = attempt(() => draftFromJson("settlement", text, { profile }));
  if (draft.done) return [];
  const shown = new Set(["wrong_type", "duplicate_key", "conflicting_values", "inexact_number"]);
  return draft.error.violations.filter(({ code, path }) => shown.has(code) && !(hasHash && path === "hash"));
}
